#!/usr/bin/env python3
"""Checks that the rooms of the project include each other in one direction only.

    scripts/check-arrows.py [ROOT]

Reads the lines `#include "..."` of every source file below ROOT (the repository by default).
Fails, with file, line and rule, when
  arrow    a file includes a room that its own room does not stand on;
  private  a file includes internal/ or kernels/ of another room (tests and benchmarks may);
  public   an installed header includes a header that is not installed.
Prints one line with what was read. Exit 0: clean; 1: something found; 2: wrong usage.
"""

import re
import sys
from pathlib import Path

# The order, declared once: every room, and the rooms that it may include besides itself.
CORE = ["base", "graph", "io", "symmetry", "group", "channels", "ladder", "data"]
RECORDS = ["report", "run", "explore"]
LEARNING = ["nn", "train", "learn"]
MOLECULES = ["smiles"]
COMMAND_LINE = ["cli/terminal", "cli/options", "cli/program", "cli/streams", "cli/views",
                "cli/commands", "cli/reproduce"]


def standing_on_each_other(rooms, ground=()):
    """Each room may include the ground and the rooms before it."""
    return {room: {*ground, *rooms[:place]} for place, room in enumerate(rooms)}


LIBRARY = {*CORE, *RECORDS, *LEARNING, *MOLECULES}
ALLOWED = {
    **standing_on_each_other(CORE),
    **standing_on_each_other(RECORDS, ground=CORE),
    **standing_on_each_other(LEARNING, ground=CORE),
    **standing_on_each_other(MOLECULES, ground=CORE),
    "isotypic": set(CORE),  # isotypic/isotypic.hpp: one include for the core
    "experiments": LIBRARY,
    **standing_on_each_other(COMMAND_LINE, ground={*LIBRARY, "experiments"}),
    "cli": {*LIBRARY, *COMMAND_LINE, "experiments"},
    "python": {*CORE, "isotypic", "learn"},
    "examples": {*LIBRARY, "isotypic"},
    "fuzz": LIBRARY,
    "bench": {*LIBRARY, "experiments", *COMMAND_LINE, "tests"},
    "tests": {*LIBRARY, *COMMAND_LINE, "isotypic", "experiments", "fuzz", "bench"},
}
MAY_SEE_PRIVATE = {"tests", "bench"}
PRIVATE_FOLDERS = {"internal", "kernels"}

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
HEADERS = re.compile(r"\bisotypic_room\([^)]*?\bHEADERS\b([^)]*)\)")


def room_of(path):
    """The room of a path relative to the root, or None for a path that is in no room."""
    parts = path.parts
    if "/".join(parts[:2]) in COMMAND_LINE:
        return "/".join(parts[:2])
    if parts[0] != "isotypic":
        return parts[0] if parts[0] in ALLOWED else None
    return parts[1] if len(parts) > 2 else "isotypic"


def is_private(path):
    return bool(PRIVATE_FOLDERS.intersection(path.parts[:-1]))


def public_headers(root):
    """The headers that the CMakeLists.txt of the rooms list as HEADERS."""
    found = {Path("isotypic/isotypic.hpp")}
    for listing in root.glob("isotypic/**/CMakeLists.txt"):
        text = re.sub(r"#.*", "", listing.read_text())
        for names in HEADERS.findall(text):
            found.update(listing.parent.relative_to(root) / name for name in names.split())
    return found


def sources(root):
    for top in sorted({"isotypic", *ALLOWED} - LIBRARY - set(COMMAND_LINE)):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in {".cpp", ".hpp"}:
                yield path


def target_of(root, path, name):
    """What an include names, relative to the root; beside the file before below the root."""
    beside = path.parent / name
    if beside.is_file():
        return beside.resolve().relative_to(root)
    return Path(name) if (root / name).is_file() or name.startswith("isotypic/") else None


def rules_broken(source, target, public):
    """Yields the rules that one include breaks."""
    here, there = room_of(source), room_of(target)
    if there != here and there not in ALLOWED.get(here, set()):
        yield "arrow", f"{here} does not stand on {there}"
    if is_private(target) and there != here and here not in MAY_SEE_PRIVATE:
        yield "private", f"{target} belongs to {there} alone"
    if source in public and target not in public:
        yield "public", f"{source} is installed, {target} is not"


def check(root):
    """Returns the findings, and how many files and includes were read."""
    public = public_headers(root)
    findings, files, includes = [], 0, 0
    for path in sources(root):
        files += 1
        source = path.relative_to(root)
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            match = INCLUDE.match(line)
            target = match and target_of(root, path, match[1])
            if not target:
                continue
            includes += 1
            for rule, why in rules_broken(source, target, public):
                findings.append(f"{source}:{number}: {rule}: {why}")
    return findings, files, includes, len(public)


def main(arguments):
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    findings, files, includes, public = check(root)
    for finding in findings:
        print(finding)
    print(f"include arrows: {includes} includes in {files} files, {public} installed headers, "
          f"{len(findings)} wrong")
    if files == 0:
        print(f"{root}: no sources found", file=sys.stderr)
        return 2
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
