"""Examples in docstrings, and those that the documentation quotes, run as they stand."""

import doctest
import importlib
import os
import pathlib
import re
import subprocess
import sys

import pytest

import isotypic

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize("name", ["isotypic", "isotypic._graphs", "isotypic._symmetry",
                                  "isotypic._channels", "isotypic._dataset", "isotypic._readout",
                                  "isotypic.hash_free", "isotypic.sklearn", "isotypic.torch",
                                  "isotypic._torch_marks"])
def test_docstrings(name):
    if name.startswith(("isotypic.sklearn", "isotypic.torch", "isotypic._torch")):
        pytest.importorskip(name.split(".")[1].strip("_").split("_")[0])
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0 and result.failed == 0


def test_the_package_imports_nothing_it_does_not_need():
    code = ("import sys, isotypic; "
            "print([m for m in ('torch', 'networkx', 'scipy', 'sklearn', 'igraph', 'rdkit', "
            "'torch_geometric') "
            "if m in sys.modules])")
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def anchors(page):
    """The anchors that the headings of a Markdown page have on GitHub."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
            for heading in headings}


def test_links_between_pages_lead_somewhere():
    root = EXAMPLES.parent
    links = 0
    for page in [*root.glob("*.md"), *root.glob("docs/**/*.md")]:
        text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if link.startswith("http"):
                continue
            links += 1
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            assert target.exists(), f"{page.relative_to(root)} links to {link}"
            assert not anchor or anchor in anchors(target), f"{page.relative_to(root)}: {link}"
    assert links > 100


def test_quickstart():
    pytest.importorskip("networkx")
    printed = subprocess.check_output([sys.executable, str(EXAMPLES / "quickstart.py")], text=True,
                                      env=dict(os.environ))
    assert printed.splitlines()[0] == "120"
    assert len(printed.splitlines()) == 2
