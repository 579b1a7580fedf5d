#!/usr/bin/env python3
"""Compares two folders in OGB's raw layout, row by row, as numbers.

    isotypic data smiles HIV.csv --target HIV_active --output own
    bench/smiles_program_check.py own DATA/ogbg_molhiv > docs/results/smiles-program.json

Prints for every file how many rows it has in both folders and how many of them differ.
"""

import csv
import gzip
import itertools
import json
import pathlib
import shlex
import sys

FILES = ["num-node-list", "num-edge-list", "node-feat", "edge", "edge-feat", "graph-label"]


def rows(folder, name):
    path = folder / "raw" / f"{name}.csv"
    packed = path.with_suffix(".csv.gz")
    with (gzip.open(packed, "rt") if packed.exists() else open(path)) as file:
        yield from ([float(cell) for cell in row] for row in csv.reader(file))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    first, second = map(pathlib.Path, sys.argv[1:])
    found = {"command": shlex.join(sys.argv)}
    for name in FILES:
        counts = {"rows": 0, "other rows": 0, "different": 0}
        for ours, theirs in itertools.zip_longest(rows(first, name), rows(second, name)):
            counts["rows"] += ours is not None
            counts["other rows"] += theirs is not None
            counts["different"] += ours != theirs
        found[name] = counts
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
