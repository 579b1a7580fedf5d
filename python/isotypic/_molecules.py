"""Molecules of RDKit as graphs: atoms are nodes, bonds are edges, hydrogens only if explicit."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arguments import as_array
from ._core import Graph

# Bits of an atom's colour, from the lowest: every field has its own, so that no two meet.
_FIELDS = (("atomic number", 0, 8), ("formal charge", 8, 6), ("isotope", 14, 9),
           ("number of hydrogens", 23, 4), ("number of radical electrons", 27, 4))


def from_molecule(molecule: Any, node_colours: Any, edge_colours: Any) -> Graph:
    """The graph of a molecule. With ``node_colours=True`` the colour of an atom holds its element,
    charge, isotope, hydrogens and radical electrons; with ``edge_colours=True`` that of a bond is
    its order (1 single, 2 double, 3 triple, 12 aromatic). Stereochemistry is not seen."""
    bonds = list(molecule.GetBonds())
    edges = np.array([(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in bonds],
                     dtype=np.int64)
    return Graph(molecule.GetNumAtoms(), edges.reshape(-1, 2),
                 node_colours=_chosen(node_colours, "node_colours", molecule.GetAtoms,
                                      _atom_colour),
                 edge_colours=_chosen(edge_colours, "edge_colours", molecule.GetBonds,
                                      lambda bond: int(bond.GetBondType())))


def _chosen(values: Any, what: str, parts: Any, colour: Any) -> Any:
    if values is None or values is False:
        return None
    if isinstance(values, str):
        raise ValueError(f"{what} of a molecule must be True, False or an array, not {values!r}")
    if values is not True:
        return as_array(values, what)
    return np.array([colour(part) for part in parts()], dtype=np.int32)


def _atom_colour(atom: Any) -> int:
    try:
        hydrogens = atom.GetTotalNumHs()
    except RuntimeError:
        raise ValueError("the hydrogens of the molecule are not known; call "
                         "Chem.SanitizeMol(molecule) first") from None
    values = (atom.GetAtomicNum(), atom.GetFormalCharge() + 32, atom.GetIsotope(), hydrogens,
              atom.GetNumRadicalElectrons())
    colour = 0
    for (name, shift, bits), value in zip(_FIELDS, values):
        if not 0 <= value < 1 << bits:
            raise ValueError(f"atom {atom.GetIdx()}: its {name} is beyond what a colour holds; give "
                             "node_colours as an array")
        colour |= value << shift
    return colour
