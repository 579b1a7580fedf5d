"""Molecules from a CSV file with a column of SMILES, with the features that OGB defines."""

from __future__ import annotations

import csv
import gzip
import os
from dataclasses import dataclass
from typing import Any, Iterator, List, Optional, Sequence, Union

import numpy as np

from ._arguments import PathLike

__all__ = ["Molecule", "read_smiles"]

# The values of every feature, in the order of OGB; what is not among them is the last one, "misc"
# (Hu et al. 2020, ogb.utils.features). Names of RDKit's enumerations are compared as text.
_ELEMENTS = list(range(1, 119))
_CHIRALITIES = ["CHI_UNSPECIFIED", "CHI_TETRAHEDRAL_CW", "CHI_TETRAHEDRAL_CCW", "CHI_OTHER"]
_DEGREES = list(range(11))
_CHARGES = list(range(-5, 6))
_HYDROGENS = list(range(9))
_RADICALS = list(range(5))
_HYBRIDISATIONS = ["SP", "SP2", "SP3", "SP3D", "SP3D2"]
_BOND_TYPES = ["SINGLE", "DOUBLE", "TRIPLE", "AROMATIC"]
_BOND_STEREOS = ["STEREONONE", "STEREOZ", "STEREOE", "STEREOCIS", "STEREOTRANS", "STEREOANY"]


@dataclass
class Molecule:
    """A molecule as :func:`isotypic.write_tu` and PyTorch Geometric take it."""

    x: np.ndarray  #: whole numbers, one row of nine per atom
    edge_index: np.ndarray  #: two rows; every bond in both directions
    edge_attr: np.ndarray  #: whole numbers, one row of three per column of ``edge_index``
    y: Optional[np.ndarray]  #: the targets; NaN where the cell is empty
    smiles: str

    @property
    def num_nodes(self) -> int:
        """The number of atoms."""
        return len(self.x)


def read_smiles(path: PathLike, smiles: str = "smiles",
                targets: Union[str, Sequence[str], None] = None) -> Iterator[Molecule]:
    """The molecules of a CSV file (gzipped or not) with a header, one after the other.

    ``smiles`` and ``targets`` name columns. Atoms are nodes and bonds are edges; hydrogens are
    nodes only where the SMILES keeps them. The features of atoms are atomic number, chirality,
    degree, formal charge, hydrogens, radical electrons, hybridisation, aromaticity and ring
    membership, those of bonds type, stereo and conjugation, all as OGB numbers them.

    Raises ``ValueError`` that names the file, the line and the reason for a column that is missing,
    a SMILES that RDKit does not understand, a molecule without atoms and a target that is no
    number, and ``ImportError`` where RDKit is not installed.

    >>> isotypic.write_tu(isotypic.read_smiles("hiv.csv", targets="HIV_active"),
    ...                   "DATA", "hiv")                                     # doctest: +SKIP
    """
    chem = _import_rdkit()
    name = os.fspath(path)
    wanted = [targets] if isinstance(targets, str) else list(targets or [])
    opened = gzip.open(name, "rt", newline="") if str(name).endswith(".gz") else open(
        name, newline="", encoding="utf-8")
    with opened as file:
        rows = csv.DictReader(file)
        for column in [smiles, *wanted]:
            if column not in (rows.fieldnames or []):
                raise ValueError(f"{name}:1: there is no column '{column}'; there are "
                                 f"{', '.join(rows.fieldnames or []) or 'none'}")
        for row in rows:
            try:
                y = [_number(row[column], column) for column in wanted]
                yield _molecule(chem, (row[smiles] or "").strip(), y)
            except ValueError as error:
                raise ValueError(f"{name}:{rows.line_num}: {error}") from None


def _import_rdkit() -> Any:
    try:
        from rdkit import Chem, RDLogger
    except ImportError:
        raise ImportError("SMILES need RDKit; install it (Debian: python3-rdkit)") from None
    RDLogger.DisableLog("rdApp.*")  # errors are raised, with file and line
    return Chem


def _number(text: Optional[str], column: str) -> float:
    if text is None or not text.strip():
        return float("nan")
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"the target {column} is {text!r}, not a number") from None


def _parse(chem: Any, text: str) -> Any:
    molecule = chem.MolFromSmiles(text)
    if molecule is not None:
        return molecule
    # Why? A molecule that can be read may still be no chemistry.
    raw = chem.MolFromSmiles(text, sanitize=False)
    if raw is None:
        raise ValueError(f"{text!r} is not a SMILES")
    try:
        problems = [problem.Message() for problem in chem.DetectChemistryProblems(raw)]
    except RuntimeError:  # RDKit cannot tell
        problems = []
    raise ValueError(f"{text!r} is not a molecule: {'; '.join(problems) or 'RDKit refuses it'}")


def _molecule(chem: Any, text: str, y: List[float]) -> Molecule:
    molecule = _parse(chem, text)
    if molecule.GetNumAtoms() == 0:
        raise ValueError("the molecule has no atoms")
    atoms = [_atom_features(atom) for atom in molecule.GetAtoms()]
    ends, features = [], []
    for bond in molecule.GetBonds():
        begin, end = bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()
        ends += [(begin, end), (end, begin)]
        features += [_bond_features(bond)] * 2
    return Molecule(x=np.array(atoms, dtype=np.int64),
                    edge_index=np.array(ends, dtype=np.int64).reshape(-1, 2).T,
                    edge_attr=np.array(features, dtype=np.int64).reshape(-1, 3),
                    y=np.array([y]) if y else None, smiles=text)


def _place(values: Sequence[Any], value: Any) -> int:
    return values.index(value) if value in values else len(values)


def _atom_features(atom: Any) -> List[int]:
    return [_place(_ELEMENTS, atom.GetAtomicNum()),
            _place(_CHIRALITIES, str(atom.GetChiralTag())),
            _place(_DEGREES, atom.GetTotalDegree()),
            _place(_CHARGES, atom.GetFormalCharge()),
            _place(_HYDROGENS, atom.GetTotalNumHs()),
            _place(_RADICALS, atom.GetNumRadicalElectrons()),
            _place(_HYBRIDISATIONS, str(atom.GetHybridization())),
            int(atom.GetIsAromatic()), int(atom.IsInRing())]


def _bond_features(bond: Any) -> List[int]:
    return [_place(_BOND_TYPES, str(bond.GetBondType())),
            _BOND_STEREOS.index(str(bond.GetStereo())), int(bond.GetIsConjugated())]
