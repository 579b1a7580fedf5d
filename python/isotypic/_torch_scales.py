"""Means and deviations of columns, for numbers that are standardised before the first step."""

from __future__ import annotations

from typing import Any, Iterable, List, Tuple

import torch
from torch import Tensor

from ._arguments import kind_of


def column_scales(parts: Iterable[Tuple[Tensor, Tensor]]) -> Tuple[Tensor, Tensor]:
    """Mean, and one over the deviation, of every column, in double precision.

    ``parts`` are rows [R, columns] and their weights [R]. The factor is 1 for a column whose
    deviation is below 1e-6 of its size, or of 1.
    """
    sums: List[Tuple[Tensor, Tensor, Tensor]] = []
    for rows, own in parts:
        values, weights = rows.detach().double(), own.detach().double()
        sums.append((weights @ values, weights @ values.square(), weights.sum()))
    if not sums:
        raise ValueError("scales need at least one batch of the training part")
    total, square, count = (torch.stack(terms).sum(0) for terms in zip(*sums))
    if float(count) == 0:
        raise ValueError("scales need at least one node; the graphs of the training part have none")
    mean = total / count
    variance = square / count - mean.square()
    varies = variance > 1e-12 * (1 + mean.square())
    return mean, torch.where(varies, variance.clamp(min=1e-300).rsqrt(), torch.ones_like(variance))


def as_list(graphs: Any) -> List[Any]:
    """The graphs of a batch, of which there must be one at least."""
    if not isinstance(graphs, (list, tuple)):
        raise ValueError(f"a batch is made of a list of graphs, not of {kind_of(graphs)}; put a "
                         "single graph into a list")
    if not graphs:
        raise ValueError("a batch needs at least one graph")
    return list(graphs)


def expect_batch(batch: Any, kind: type, made_by: str) -> None:
    """Refuses what another function made, or none."""
    if not isinstance(batch, kind):
        raise ValueError(f"this readout reads a {kind.__name__}, not {kind_of(batch)}; "
                         f"{made_by} makes one")


def as_batches(batches: Any, kind: type) -> List[Any]:
    """One batch or many as a list."""
    try:
        own = [batches] if isinstance(batches, kind) else list(batches)
    except TypeError:
        own = [batches]
    for item in own:
        if not isinstance(item, kind):
            raise ValueError(f"scales are learnt from a {kind.__name__} or several, not from "
                             f"{type(item).__qualname__}")
    return own
