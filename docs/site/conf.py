"""Settings of Sphinx for the documentation site; build.py calls it."""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "site"
sys.path.insert(0, os.environ["ISOTYPIC_PYTHON_PACKAGE"])  # build.py sets it

project = "isotypic"
author = "the authors of isotypic"
copyright = "the authors of isotypic"
release = version = re.search(r"project\(isotypic VERSION (\S+)",
                              (ROOT / "CMakeLists.txt").read_text()).group(1)

extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc", "sphinx.ext.napoleon",
              "sphinx.ext.mathjax", "sphinx_copybutton"]
exclude_patterns = []
highlight_language = "text"

# Pages: the Markdown of the repository, with the anchors that a forge gives to headings.
myst_heading_anchors = 4
myst_enable_extensions = ["dollarmath"]
myst_update_mathjax = False
suppress_warnings = ["myst.header"]  # README and CHANGELOG nest headings as forges allow

# Formulas: Debian's MathJax, copied beside the pages, so that they need no network.
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_CHTML"
mathjax2_config = {"messageStyle": "none", "showMathMenu": False}

# The C++ reference: Doxygen's XML.
breathe_projects = {"isotypic": str(BUILD / "doxygen" / "xml")}
breathe_default_project = "isotypic"
breathe_default_members = ("members",)
breathe_show_include = False

# The Python reference: docstrings of the built package.
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the text of a docstring says what an argument may be
autodoc_mock_imports = ["torch_geometric", "tqdm"]
python_use_unqualified_type_names = True

copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"isotypic {version}"
html_static_path = [str(ROOT / "docs" / "site" / "static"), str(BUILD / "static")]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
