"""Molecules from CSV: the features that OGB defines, and mistakes with file and line."""

import csv
import gzip
import json
import math
import os
import pathlib

import numpy as np
import pytest

import isotypic

pytest.importorskip("rdkit.Chem", reason="RDKit is not installed")


def write(path, text):
    path.write_text(text)
    return path


def test_features_are_those_of_ogb(tmp_path):
    # Acetic acid by hand, in the order of ogb.utils.features: element - 1, chirality, degree,
    # charge + 5, hydrogens, radicals, hybridisation, aromatic, in a ring.
    path = write(tmp_path / "a.csv", "id,smiles,active,mass\n1,CC(=O)O,1,60.05\n2,[Na+],,\n")
    acid, sodium = isotypic.read_smiles(path, targets=["active", "mass"])
    assert acid.x.tolist() == [[5, 0, 4, 5, 3, 0, 2, 0, 0], [5, 0, 3, 5, 0, 0, 1, 0, 0],
                               [7, 0, 1, 5, 0, 0, 1, 0, 0], [7, 0, 2, 5, 1, 0, 1, 0, 0]]
    assert acid.edge_index.T.tolist() == [[0, 1], [1, 0], [1, 2], [2, 1], [1, 3], [3, 1]]
    assert acid.edge_attr.tolist() == [[0, 0, 0]] * 2 + [[1, 0, 1]] * 2 + [[0, 0, 1]] * 2
    assert acid.y.tolist() == [[1.0, 60.05]] and acid.smiles == "CC(=O)O" and acid.num_nodes == 4
    assert sodium.x[0, :4].tolist() == [10, 0, 0, 6] and sodium.edge_index.shape == (2, 0)
    assert sodium.edge_attr.shape == (0, 3) and all(map(math.isnan, sodium.y[0]))


def test_rings_stereo_and_chirality_are_seen(tmp_path):
    path = write(tmp_path / "a.csv", "smiles\nc1ccccc1\nF/C=C/F\nN[C@@H](C)O\n")
    benzene, ethene, alanine = isotypic.read_smiles(path)
    assert benzene.x[:, 7:].tolist() == [[1, 1]] * 6 and set(benzene.edge_attr[:, 0]) == {3}
    assert {row[1] for row in ethene.edge_attr.tolist()} == {0, 2}  # trans
    assert alanine.x[1, 1] in (1, 2) and benzene.y is None


def test_the_fixture_of_the_program_is_what_python_gives(tmp_path):
    fixture = json.loads((pathlib.Path(__file__).parents[2] / "tests" / "smiles" / "fixtures" /
                          "molecules.json").read_text())
    recorded = fixture["molecules"]
    path = write(tmp_path / "a.csv",
                 "smiles\n" + "".join(molecule["smiles"] + "\n" for molecule in recorded))
    for molecule, expected in zip(isotypic.read_smiles(path), recorded):
        assert molecule.x.tolist() == expected["atoms"], expected["smiles"]
        assert molecule.edge_index.T[::2].tolist() == expected["bonds"]
        assert molecule.edge_attr[::2].tolist() == expected["bond_rows"]


def test_a_csv_becomes_a_data_set(tmp_path):
    path = tmp_path / "a.csv.gz"
    with gzip.open(path, "wt") as file:
        file.write("name,SMILES,y\n" + "".join(f'"m, {n}",{"C" * n}O,{n % 2}\n'
                                               for n in range(1, 9)))
    isotypic.write_tu(isotypic.read_smiles(path, "SMILES", "y"), tmp_path, "alcohols")
    dataset = isotypic.read_dataset(tmp_path, "alcohols")
    assert len(dataset) == 8


@pytest.mark.parametrize("text, reason", [
    ("smiles\nCC\nC1CC\n", ":3: 'C1CC' is not a SMILES"),
    ("smiles\nC(C)(C)(C)(C)C\n", ":2: 'C(C)(C)(C)(C)C' is not a molecule: Explicit valence"),
    ("smiles\nCC\n\nc1cccc1\n", ":4: 'c1cccc1' is not a molecule: Can't kekulize"),
    ("smiles\n[N-6]\n", ":2: '[N-6]' is not a molecule: RDKit refuses it"),
    ("smiles,y\nCC,high\n", ":2: the target y is 'high', not a number"),
    ("smile\nCC\n", ":1: there is no column 'smiles'; there are smile"),
    ("", ":1: there is no column 'smiles'; there are none"),
    ("smiles,y\n,1\n", ":2: the molecule has no atoms"),
])
def test_mistakes_name_file_line_and_reason(tmp_path, text, reason):
    path = write(tmp_path / "bad.csv", text)
    with pytest.raises(ValueError) as caught:
        list(isotypic.read_smiles(path, targets="y" if "y" in text.split("\n")[0] else None))
    assert str(caught.value).startswith(str(path) + reason)


def test_molhiv_has_its_own_features():
    """The first 500 molecules of ogbg-molhiv; the whole set takes minutes (docs/results/smiles.md)."""
    table = pathlib.Path(os.environ.get("ISOTYPIC_DATA", ".")) / "ogbg_molhiv/mapping/mol.csv.gz"
    raw = table.parent.parent / "raw"
    if not table.exists():
        pytest.skip("ogbg_molhiv/mapping/mol.csv.gz is not below ISOTYPIC_DATA")

    def rows(name):
        with gzip.open(raw / f"{name}.csv.gz", "rt") as file:
            yield from ([int(cell) for cell in row] for row in csv.reader(file))

    sizes, edge_sizes = rows("num-node-list"), rows("num-edge-list")
    nodes, edges, bonds = rows("node-feat"), rows("edge"), rows("edge-feat")
    for molecule, _ in zip(isotypic.read_smiles(table), range(500)):
        count, edge_count = next(sizes)[0], next(edge_sizes)[0]
        assert molecule.x.tolist() == [next(nodes) for _ in range(count)]
        assert molecule.edge_index.T[::2].tolist() == [next(edges) for _ in range(edge_count)]
        assert molecule.edge_attr[::2].tolist() == [next(bonds) for _ in range(edge_count)]
    assert np.issubdtype(molecule.x.dtype, np.integer)
