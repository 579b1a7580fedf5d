#!/usr/bin/env python3
"""Compares isotypic.read_smiles with the features that ogbg-molhiv has.

    bench/smiles_check.py TABLE DATA/ogbg_molhiv [--smiles COLUMN] [--target COLUMN] > smiles.json

TABLE is the CSV file of the 41,127 SMILES, in the order of the data set (mapping/mol.csv.gz of OGB,
or MoleculeNet's HIV.csv). A molecule is equal if its atoms, bonds, all their features and its label
are. For every other one the record says which columns differ.
"""

import argparse
import csv
import gzip
import json
import pathlib

from rdkit import rdBase

import isotypic


def rows(folder, name):
    with gzip.open(folder / "raw" / f"{name}.csv.gz", "rt") as file:
        yield from ([float(cell) for cell in row] for row in csv.reader(file))


def differing_columns(ours, theirs):
    if len(ours) != len(theirs):
        return ["number of rows"]
    return sorted({c for a, b in zip(ours, theirs) for c in range(len(a)) if a[c] != b[c]})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--smiles", default="smiles")
    parser.add_argument("--target", default="HIV_active")
    args = parser.parse_args()
    files = {name: rows(args.data, name) for name in
             ("num-node-list", "num-edge-list", "node-feat", "edge", "edge-feat", "graph-label")}
    counts = {"molecules": 0, "equal": 0, "atoms": 0, "bonds": 0}
    different = []
    for molecule in isotypic.read_smiles(args.table, args.smiles, args.target):
        nodes, edges = (int(next(files[name])[0]) for name in ("num-node-list", "num-edge-list"))
        parts = {
            "atoms": (molecule.x.tolist(), [next(files["node-feat"]) for _ in range(nodes)]),
            "ends": (molecule.edge_index.T[::2].tolist(),
                     [next(files["edge"]) for _ in range(edges)]),
            "bonds": (molecule.edge_attr[::2].tolist(),
                      [next(files["edge-feat"]) for _ in range(edges)]),
            "label": (molecule.y.tolist(), [next(files["graph-label"])])}
        columns = {part: differing_columns(*both) for part, both in parts.items()}
        columns = {part: found for part, found in columns.items() if found}
        if columns:
            different.append({"molecule": counts["molecules"], "smiles": molecule.smiles,
                              "differing columns": columns})
        counts["equal"] += not columns
        counts["molecules"] += 1
        counts["atoms"] += nodes
        counts["bonds"] += edges
    left = sum(1 for _ in files["num-node-list"])
    print(json.dumps({"rdkit": rdBase.rdkitVersion, **counts, "molecules without SMILES": left,
                      "different": different}, indent=1))


if __name__ == "__main__":
    main()
