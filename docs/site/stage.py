"""The Markdown of the repository as the source of Sphinx.

The tree is that of the repository, so links between pages work here as they do on a forge. The
README becomes the index, and the lists of pages in docs/README.md become the side bar.
"""

import filecmp
import os
import re
import shutil
from pathlib import Path

LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")
TOP_PAGES = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"]
# Pages that only the site has, by the section of docs/README.md that they are added to.
SITE_PAGES = {"Reference": ["docs/reference/help", "docs/reference/python-api",
                            "docs/reference/cpp/index"],
              "Explanation": ["docs/gallery"]}


class SiteError(Exception):
    """The site cannot be built from what is there."""


def copy_pages(root, source):
    """Copies pages, pictures and records; docs/site itself is no page."""
    shutil.copytree(root / "docs", source / "docs",
                    ignore=lambda folder, names: [n for n in names
                                                  if n in {"site", "Doxyfile"} and
                                                  Path(folder) == root / "docs"])
    for name in TOP_PAGES:
        shutil.copyfile(root / name, source / name)
    for page in source.rglob("*.md"):
        page.write_text(adapt_links(page.read_text(), page.parent, source))


def adapt_links(text, folder, source):
    """Links to the README lead to the index, and links to notebooks to the pages made of them."""
    def adapt(match):
        opening, path, anchor, closing = match.groups()
        if "://" not in path:
            target = Path(os.path.normpath(folder / path))
            if target == source / "README.md":
                path = os.path.relpath(source / "index.md", folder)
            elif target.suffix == ".ipynb":
                path = path.removesuffix(".ipynb") + ".md"
        return f"{opening}{path}{anchor or ''}{closing}"
    return LINK.sub(adapt, text)


def sections(overview):
    """The headings of docs/README.md, each with the pages that its section links to."""
    found = {}
    for part in re.split(r"^## ", overview, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        found[heading.strip()] = [path for _, path, _, _ in LINK.findall(body)
                                  if path.endswith(".md")]
    return found


def toctree(caption, pages):
    title = [f":caption: {caption}"] if caption else []
    return "\n".join(["```{toctree}", ":hidden:", *title, "", *pages, "```", ""])


def write_index(root, source):
    """The README with the side bar behind it."""
    text = adapt_links((root / "README.md").read_text(), source, source)
    for heading, links in sections((source / "docs" / "README.md").read_text()).items():
        pages = [str(Path("docs") / path).removesuffix(".md") for path in links]
        text += "\n" + toctree(heading, pages + SITE_PAGES.get(heading, []))
    text += "\n" + toctree("Project", ["docs/README", *(n.removesuffix(".md") for n in TOP_PAGES)])
    (source / "index.md").write_text(text)
    for overview in source.glob("docs/*/README.md"):  # results, decisions
        pages = [path.removesuffix(".md") for _, path, _, _ in LINK.findall(overview.read_text())
                 if path.endswith(".md") and "/" not in path]
        overview.write_text(overview.read_text() + "\n" + toctree("", dict.fromkeys(pages)))


def replace(new, old):
    """Makes `old` equal to `new`; files that stay the same keep their time, so that Sphinx reads
    only what has changed."""
    wanted = {path.relative_to(new) for path in new.rglob("*") if path.is_file()}
    for path in [path for path in old.rglob("*") if path.is_file()]:
        if path.relative_to(old) not in wanted:
            path.unlink()
    for name in wanted:
        if not (old / name).exists() or not filecmp.cmp(new / name, old / name, shallow=False):
            (old / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(new / name, old / name)
    shutil.rmtree(new)
