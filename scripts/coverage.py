#!/usr/bin/env python3
"""Which lines the tests run, room by room; fails where a room is below its floor.

    scripts/coverage.py BUILD [--html FOLDER] [--json FILE] [--record FILE]

BUILD is a build tree of the preset `coverage` (or `coverage-nn`) in which the tests have been run;
`make coverage` does that first. gcovr counts. --html writes pages with every line, --json the
summary by room, --record the table of a page in Markdown, between its two marks.
Exit 0: every room is at its floor or above; 1: one is not; 2: wrong usage.
"""

import argparse
import collections
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE_FLOOR, FLOOR = 95.0, 90.0
CORE = ("base", "graph", "io", "symmetry", "group", "channels", "ladder", "data")
OTHERS = ("report", "run", "explore", "nn", "train", "learn", "experiments", "cli")
MARKS = ("<!-- table -->", "<!-- end of table -->")


def room_of(path):
    """The room of a source, as architecture.md names them; nothing for what is not ours."""
    parts = Path(path).parts
    if parts[0] in ("cli", "experiments"):
        return parts[0]
    return parts[1] if parts[0] == "isotypic" and len(parts) > 2 else None


def floor_of(room):
    return CORE_FLOOR if room in CORE else FLOOR


def count(build, html):
    """What gcovr says of every source."""
    with tempfile.TemporaryDirectory() as folder:
        summary = Path(folder) / "summary.json"
        command = ["gcovr", "--root", str(ROOT), "--filter", "isotypic/", "--filter", "cli/",
                   "--filter", "experiments/", "--gcov-ignore-parse-errors", "-j", "2",
                   "--json-summary", str(summary), str(build)]
        if html:
            html.mkdir(parents=True, exist_ok=True)
            command += ["--html-details", str(html / "index.html")]
        subprocess.run(command, cwd=ROOT, check=True)
        return json.loads(summary.read_text())["files"]


def by_room(files):
    """(lines, lines that ran) of every room, in the order of the architecture."""
    lines, ran = collections.Counter(), collections.Counter()
    for file in files:
        room = room_of(file["filename"])
        if room:
            lines[room] += file["line_total"]
            ran[room] += file["line_covered"]
    return {room: (lines[room], ran[room]) for room in (*CORE, *OTHERS) if lines[room]}


def percent(lines, ran):
    # Down, so that what is shown as the floor has reached it.
    return int(1000 * ran / lines) / 10


def table(rooms):
    rows = ["| room | lines | run by the tests | floor |", "|---|---|---|---|"]
    for room, (lines, ran) in rooms.items():
        rows.append(f"| {room} | {lines} | {percent(lines, ran)} % | {floor_of(room):.0f} % |")
    total, all_ran = (sum(pair[i] for pair in rooms.values()) for i in (0, 1))
    rows.append(f"| all | {total} | {percent(total, all_ran)} % | |")
    return rows


def record(path, rows):
    """Puts the table between the marks of the page."""
    text = path.read_text()
    before, after = text.split(MARKS[0])[0], text.split(MARKS[1])[1]
    path.write_text("\n".join([before + MARKS[0], *rows, MARKS[1] + after]))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--html", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    rooms = by_room(count(options.build.resolve(), options.html and options.html.resolve()))
    if not rooms:
        parser.error(f"{options.build} holds no counts; run its tests first")
    rows = table(rooms)
    print(*rows, sep="\n")
    if options.record:
        record(options.record, rows)
    if options.json:
        options.json.write_text(json.dumps(
            {"command": "make coverage",
             "rooms": {room: {"lines": lines, "run": ran, "percent": percent(lines, ran),
                              "floor": floor_of(room)} for room, (lines, ran) in rooms.items()}},
            indent=1) + "\n")
    low = [room for room, pair in rooms.items() if percent(*pair) < floor_of(room)]
    for room in low:
        print(f"coverage.py: {room} is below its floor of {floor_of(room):.0f} %", file=sys.stderr)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
