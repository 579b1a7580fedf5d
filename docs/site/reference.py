"""Pages of the reference that come from the code: C++ headers, Python package, command line."""

import importlib.util
import itertools
import re
import subprocess

from stage import SiteError

PYTHON_PAGE = """# Python API

Everything that `import isotypic` offers, from the docstrings of the package.
[The Python page](python.md) is a shorter overview.

```{eval-rst}
.. automodule:: isotypic
   :members:
   :imported-members:
   :exclude-members: __version__

scikit-learn
------------

.. automodule:: isotypic.sklearn
   :members:
   :inherited-members: BaseEstimator

Without a hash
--------------

.. automodule:: isotypic.hash_free
   :members:

PyTorch
-------

.. automodule:: isotypic.torch
   :members:

PyTorch Geometric
-----------------

.. automodule:: isotypic.pyg
   :members:
```
"""


def write_pages(root, source, program):
    folder = source / "docs" / "reference"
    (folder / "python-api.md").write_text(PYTHON_PAGE)
    (folder / "help.md").write_text(help_page(program))
    (folder / "cpp").mkdir()
    for name, text in cpp_pages(root).items():
        (folder / "cpp" / f"{name}.md").write_text(text)


# The command line.

def help_page(program):
    """The help of every command, as the program prints it."""
    text = ["# Help of every command", "",
            "What `isotypic COMMAND --help` prints.",
            "[The command line](command-line.md) explains output fields and exit codes, and "
            "[options.md](options.md) has the options of `draw`, `train` and `reproduce`.", ""]
    for command in commands(program):
        words = command.split()
        done = subprocess.run([program, *words, "--help"], capture_output=True, text=True)
        if done.returncode == 0:
            text += [f"## {command}", "", "```text", done.stdout.rstrip(), "```", ""]
    return "\n".join(text)


def commands(program, *words):
    """Commands and their subcommands, in the order of the help."""
    done = subprocess.run([program, *words, "--help"], capture_output=True, text=True)
    section = re.search(r"^Subcommands:\n((?:  .*\n)+)", done.stdout, re.MULTILINE)
    names = re.findall(r"^  ([a-z][\w-]*)", section.group(1), re.MULTILINE) if section else []
    found = []
    for name in names:
        found += [" ".join([*words, name]), *commands(program, *words, name)]
    if not words and not found:
        raise SiteError(f"{program} --help names no command")
    return found


# C++.

def cpp_pages(root):
    """One page per room with its installed headers, and an index."""
    rooms = {}
    for header in sorted(public_headers(root)):
        if len(header.parts) > 2:
            rooms.setdefault(header.parts[1], []).append(header)
    contents = room_contents(root)
    order = [room for room in contents if room in rooms]
    index = ["# C++ API", "",
             "Every installed header, room by room; the text is that of the headers.",
             "`#include \"isotypic/isotypic.hpp\"` includes the core.", "",
             "| room | content |", "|---|---|",
             *(f"| [{room}]({room}.md) | {contents[room]} |" for room in order), "",
             "```{toctree}", ":hidden:", "", *order, "```", ""]
    pages = {"index": "\n".join(index)}
    for room in order:
        text = [f"# isotypic/{room}", "", f"{contents[room][0].upper()}{contents[room][1:]}.", ""]
        for header in rooms[room]:
            text += [f"## {header.relative_to('isotypic')}", "", opening_comment(root / header), "",
                     f"```{{doxygenfile}} {header}", "```", ""]
        pages[room] = "\n".join(text)
    return pages


def public_headers(root):
    """The list that the check of include arrows reads from the CMakeLists.txt of the rooms."""
    spec = importlib.util.spec_from_file_location("arrows", root / "scripts" / "check-arrows.py")
    arrows = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(arrows)
    return arrows.public_headers(root)


def room_contents(root):
    """What the table of rooms in architecture.md says about each room, without its links."""
    table = (root / "docs" / "explanation" / "architecture.md").read_text()
    rows = re.findall(r"^\| `isotypic/(\w+)` \|[^|]*\| (.*) \|$", table, re.MULTILINE)
    return {room: re.sub(r" \(\[.*?\]\(.*?\)\)", "", text) for room, text in rows}


def opening_comment(header):
    """The comment at the top of a header; indented lines are formulas and keep their layout."""
    lines = []
    for line in header.read_text().splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").removeprefix(" "))
    text = []
    for formula, group in itertools.groupby(lines, key=lambda line: line.startswith("  ")):
        text += ["", "```text", *group, "```", ""] if formula else map(escape, group)
    return "\n".join(text)


def escape(line):
    """Text in which Markdown finds nothing to interpret, except for code in backticks."""
    parts = re.split(r"(`[^`]*`)", line)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_<>\[\]$|#])", r"\\\1", part)
                   for part in parts)
