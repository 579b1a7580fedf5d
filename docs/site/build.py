#!/usr/bin/python3
"""Builds the documentation site from the Markdown of the repository: `make site`.

    docs/site/build.py --program build/core/cli/isotypic --python build/python/python

Collects the pages in build/site/source, makes those that come from the code (the C++ and Python
reference, the help of every command, the gallery, the notebooks), runs Sphinx, and checks every
link within the site. A warning of Doxygen or Sphinx, or a link that leads nowhere, is an error.
The site is in build/site/html. External links are listed in build/site/external-links.txt; they
are not opened.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import furo

import doxygen
import gallery
import links
import notebooks
import reference
import stage

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "site"
MATHJAX = Path("/usr/share/javascript/mathjax")
# What the one configuration of conf.py loads; the rest of MathJax is 50 times as large.
MATHJAX_PARTS = ["MathJax.js", "config/TeX-AMS_CHTML.js", "jax/element", "jax/input/TeX",
                 "jax/output/CommonHTML", "extensions/TeX", "extensions/a11y",
                 "fonts/HTML-CSS/TeX/woff"]


def copy_mathjax(target):
    for part in MATHJAX_PARTS:
        source = MATHJAX / part
        if source.is_dir():
            shutil.copytree(source, target / part, dirs_exist_ok=True)
        else:
            (target / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target / part)


def copy_furo_scripts(target):
    """The script of furo as one file: Debian ships it as a module, which furo's own pages load as
    a plain script, and which no browser opens from disk."""
    scripts = Path(furo.__file__).parent / "theme" / "furo" / "static" / "scripts"
    text = (scripts / "furo.js").read_text()
    module = 'import Gumshoe from "./gumshoe-patched.js";'
    if module in text:
        text = text.replace(module, (scripts / "gumshoe-patched.js").read_text())
    target.mkdir(parents=True, exist_ok=True)
    (target / "furo.js").write_text(text)


def run(*command, **environment):
    subprocess.run([str(word) for word in command], cwd=ROOT, check=True,
                   env={**os.environ, **environment})


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, required=True, help="the program isotypic")
    parser.add_argument("--python", type=Path, required=True, help="folder of the Python package")
    options = parser.parse_args()
    program, package = options.program.resolve(), options.python.resolve()

    source = BUILD / "new-source"
    shutil.rmtree(source, ignore_errors=True)
    doxygen.write_xml(ROOT, BUILD / "doxygen")
    stage.copy_pages(ROOT, source)
    notebooks.execute(source, package)
    reference.write_pages(ROOT, source, program)
    gallery.write_page(source, program)
    stage.write_index(ROOT, source)
    stage.replace(source, BUILD / "source")
    copy_mathjax(BUILD / "static" / "mathjax")
    copy_furo_scripts(BUILD / "static" / "scripts")
    if not (BUILD / "html" / "searchindex.js").exists():  # the last build was interrupted
        shutil.rmtree(BUILD / "doctrees", ignore_errors=True)
    run(sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html",
        "-c", ROOT / "docs" / "site", "-d", BUILD / "doctrees", BUILD / "source", BUILD / "html",
        ISOTYPIC_PYTHON_PACKAGE=str(package))
    return links.check(BUILD / "html", BUILD / "external-links.txt")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (subprocess.CalledProcessError, stage.SiteError) as error:
        sys.exit(f"site: {error}")
