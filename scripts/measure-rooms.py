#!/usr/bin/env python3
"""Prints how the sources are divided: files per folder, longest file, arrows between rooms.

    scripts/measure-rooms.py [CHECKOUT]

An arrow A -> B means that some file of room A includes a header of room B.
"""

import collections
import pathlib
import re
import subprocess
import sys

SOURCE = re.compile(r"(isotypic|experiments|cli)/.*\.(cpp|hpp)")
INCLUDE = re.compile(r'#include "((?:isotypic|experiments|cli)/[^"]+)"')


def room(path):
    """isotypic/nn/layers/gin.hpp -> nn; cli/commands/train.cpp -> cli; headers on top -> top."""
    parts = path.split("/")
    if parts[0] != "isotypic":
        return parts[0]
    return parts[1] if len(parts) > 2 else "top"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    listed = subprocess.check_output(["git", "ls-files"], cwd=root, text=True).splitlines()
    texts = {name: (root / name).read_text() for name in listed if SOURCE.fullmatch(name)}

    folders = collections.Counter(name.rpartition("/")[0] for name in texts)
    for folder, count in sorted(folders.items()):
        print(f"{count:4} files in {folder}")
    longest = max(texts, key=lambda name: texts[name].count("\n"))
    print(f"longest file: {longest}, {texts[longest].count(chr(10))} lines")

    arrows = collections.Counter()
    for name, text in texts.items():
        for included in INCLUDE.findall(text):
            if room(name) != room(included):
                arrows[room(name), room(included)] += 1
    print(f"{len(arrows)} arrows between rooms, {sum(arrows.values())} include lines")
    for (start, end), count in sorted(arrows.items()):
        back = ", and back" if (end, start) in arrows else ""
        print(f"{count:4} {start} -> {end}{back}")


if __name__ == "__main__":
    main()
