"""Learned operators: ``OperatorReadout``, and what it is compared with."""

from __future__ import annotations

from typing import Iterable, Sequence, Union

import torch
from torch import Tensor, nn

from ._arguments import to_int
from ._torch_channels import check_embeddings
from ._torch_pairs import (DEGREE_COLUMNS, SIZE_COLUMNS, PairBatch, largest_graph,
                           operator_products, return_probabilities)
from ._torch_scales import as_batches, column_scales, expect_batch

DEFAULT_HEADS = 8


class OperatorReadout(nn.Module):
    """Node embeddings to one vector per graph: nodes see each other through learned operators.

    A small network turns the description of a pair (i, j) into one coefficient per head,
    (S_h)_ij: symmetric matrices that commute with every automorphism and carry over from graph to
    graph. With V = M W in equal parts for the heads, node i gets y_i = [(S_h V_h)_i, (S_h 1)_i,
    (S_h)_ii], and the graph the sum of rho([m_i, BatchNorm(y_i), return probabilities of i]),
    rho = Linear, ReLU, Linear.

    in_features
        width of the node embeddings, and of the result.
    heads
        learned operators; they must divide the width. 0: none.
    hidden
        width of the network that computes the coefficients.
    sizes
        whether it sees the sizes of orbits and orbitals.
    diagonal
        whether rho sees the return probabilities of the node.
    form
        ``"nodes"``: as above; ``"statistics"``: the sum of the embeddings, plus a linear map of the
        operators' statistics.
    match_weights
        without operators: widen rho to the number of weights that it would have with them.
    powers, max_distance
        as in ``batch_pairs``.
    edge_categories
        how many values each column of the edges' categories has; the network sees them.

    Call ``learn_scales`` with the pairs of the training part before the first step. The host waits
    for the device once a call. A batch needs memory for graphs * n * n * heads numbers, n the
    nodes of its largest graph.

    Shape: x [N, in_features] and the ``PairBatch`` of its graphs -> [graphs, in_features].
    """

    pair_mean: Tensor
    pair_factor: Tensor
    return_mean: Tensor
    return_factor: Tensor

    def __init__(self, in_features: int, *, heads: int = DEFAULT_HEADS, hidden: int = 32,
                 sizes: bool = True, diagonal: bool = True, form: str = "nodes",
                 match_weights: bool = False, powers: int = 16, max_distance: int = 12,
                 edge_categories: Sequence[int] = ()) -> None:
        super().__init__()
        self.in_features = self.out_features = to_int(in_features, "in_features", low=1, high=2**24)
        self.heads = to_int(heads, "heads", high=2**16)
        self.hidden = to_int(hidden, "hidden", low=1, high=2**24)
        self.powers = to_int(powers, "powers", low=1, high=1024)
        self.max_distance = to_int(max_distance, "max_distance", low=1, high=2**16)
        if not isinstance(edge_categories, (list, tuple)):
            raise ValueError("edge_categories must be a list: the number of values of each column")
        self.edge_categories = tuple(to_int(size, "edge_categories", low=1, high=2**16)
                                     for size in edge_categories)
        self.sizes, self.diagonal, self.form = bool(sizes), bool(diagonal), form
        if form not in ("nodes", "statistics"):
            raise ValueError(f"form must be nodes or statistics, not {form!r}")
        if self.heads > 0 and self.in_features % self.heads:
            raise ValueError(f"{self.heads} heads do not divide the width {self.in_features}; "
                             "choose heads, or a width, that does")
        if form == "statistics" and self.heads == 0:
            raise ValueError("statistics of operators need at least one head")
        self._register_scales()
        self._register_maps(bool(match_weights))

    def _register_scales(self) -> None:
        columns = self.powers + SIZE_COLUMNS + DEGREE_COLUMNS
        self.register_buffer("pair_mean", torch.zeros(columns))
        self.register_buffer("pair_factor", torch.ones(columns))
        self.register_buffer("return_mean", torch.zeros(self.powers))
        self.register_buffer("return_factor", torch.ones(self.powers))
        self._forget_sizes()

    def _register_maps(self, match_weights: bool) -> None:
        d = self.in_features
        mixed = d + 2 * self.heads if self.heads else 0
        if self.heads:
            self.coefficients = nn.Sequential(nn.Linear(self._phi_columns(), self.hidden),
                                              nn.ReLU(), nn.Linear(self.hidden, self.heads))
            self.mix = nn.Linear(d, d, bias=False)
            self.norm = nn.BatchNorm1d(mixed)
        if self.form == "statistics":
            self.statistics = nn.Linear(d + 3 * self.heads, d)
            return
        inputs = d + mixed + (self.powers if self.diagonal else 0)
        width = d + (self._operator_weights() // (inputs + 1 + d) if match_weights else 0)
        self.rho_hidden = nn.Linear(inputs, width)
        self.rho_output = nn.Linear(width, d)

    def _phi_columns(self) -> int:
        return self.pair_mean.size(0) + self.max_distance + 1 + sum(self.edge_categories)

    def _operator_weights(self) -> int:
        """Weights that the usual number of operators adds, rho's included."""
        d, mixed = self.in_features, self.in_features + 2 * DEFAULT_HEADS
        network = (self._phi_columns() + 1) * self.hidden + (self.hidden + 1) * DEFAULT_HEADS
        return network + d * d + 2 * mixed + mixed * d

    def _forget_sizes(self) -> None:
        if not self.sizes:
            self.pair_factor[self.powers:self.powers + SIZE_COLUMNS] = 0

    @property
    def reads_pairs(self) -> bool:
        """Whether it reads descriptions at all; DeepSets does not."""
        return self.heads > 0 or self.diagonal

    def learn_scales(self, pairs: Union[PairBatch, Iterable[PairBatch]]) -> None:
        """Standardises descriptions and return probabilities over these pairs and nodes."""
        if not self.reads_pairs:
            return
        batches = as_batches(pairs, PairBatch)
        for batch in batches:
            self._check_pairs(batch)
        mean, factor = column_scales((batch.values, batch.counts) for batch in batches)
        self.pair_mean.copy_(mean)
        self.pair_factor.copy_(factor)
        returns = (return_probabilities(batch) for batch in batches)
        mean, factor = column_scales((rows, torch.ones_like(rows[:, 0])) for rows in returns)
        self.return_mean.copy_(mean)
        self.return_factor.copy_(factor)
        self._forget_sizes()

    def _check_pairs(self, pairs: PairBatch) -> None:
        if pairs.values.size(1) != self.pair_mean.size(0):
            raise ValueError(f"the pairs are described by "
                             f"{pairs.values.size(1) - SIZE_COLUMNS - DEGREE_COLUMNS} powers, not "
                             f"{self.powers}: give batch_pairs and the readout the same powers")
        columns = pairs.categories.size(1)
        if self.heads and self.edge_categories and len(self.edge_categories) != columns:
            raise ValueError(f"the edges have {columns} categories, not "
                             f"{len(self.edge_categories)}: give batch_pairs the edge_categories")

    def forward(self, x: Tensor, pairs: PairBatch) -> Tensor:
        expect_batch(pairs, PairBatch, "batch_pairs")
        x = check_embeddings(x, self.in_features,
                             pairs.values.dtype if self.reads_pairs else x.dtype, "pairs")
        if self.reads_pairs:
            self._check_pairs(pairs)
        graphs = pairs.num_nodes.size(0)
        largest = largest_graph(x, pairs)
        graph = torch.repeat_interleave(torch.arange(graphs, device=x.device), pairs.num_nodes,
                                        output_size=x.size(0))
        parts = [x]
        if self.heads:
            y = operator_products(self._coefficients(pairs), self.mix(x), pairs, graph, largest)
            parts.append(self.norm(y))
        if self.form == "statistics":
            return (torch.zeros(graphs, x.size(1), dtype=x.dtype, device=x.device)
                    .index_add(0, graph, x)
                    + self._statistics(parts[1][:, :self.in_features], graph, pairs.num_nodes))
        if self.diagonal:
            parts.append((return_probabilities(pairs, graph) - self.return_mean.to(x.dtype))
                         * self.return_factor.to(x.dtype))
        # The second map of rho is linear: it is applied to the sum, one row per graph.
        hidden = self.rho_hidden(torch.cat(parts, 1)).relu()
        sums = torch.zeros(graphs, hidden.size(1), dtype=x.dtype,
                           device=x.device).index_add(0, graph, hidden)
        nodes = pairs.num_nodes.to(x.dtype).unsqueeze(1)
        return sums @ self.rho_output.weight.t() + nodes * self.rho_output.bias

    def _coefficients(self, pairs: PairBatch) -> Tensor:
        dtype = pairs.values.dtype
        columns = [(pairs.values - self.pair_mean.to(dtype)) * self.pair_factor.to(dtype),
                   _one_hot(pairs.distances, self.max_distance + 1, dtype)]
        columns += [_one_hot(pairs.categories[:, c], size, dtype)
                    for c, size in enumerate(self.edge_categories)]
        return self.coefficients(torch.cat(columns, 1))

    def _statistics(self, y: Tensor, graph: Tensor, num_nodes: Tensor) -> Tensor:
        graphs = num_nodes.size(0)
        nodes = num_nodes.clamp(min=1).to(y.dtype).unsqueeze(1)
        floor = 1e-20 if y.dtype == torch.float64 else 1e-12

        def add(rows: Tensor) -> Tensor:
            return torch.zeros(graphs, rows.size(1), dtype=y.dtype,
                               device=y.device).index_add(0, graph, rows)

        sums = add(y)
        part = self.in_features // self.heads
        energy = y.reshape(y.size(0), self.heads, part).square().sum(2)
        s1 = _safe_sqrt(sums.view(graphs, self.heads, part).square().sum(2), floor)
        s2 = _safe_sqrt(add(energy), floor)
        s3 = add(_safe_sqrt(energy, floor)) / nodes
        return self.statistics(torch.cat([s1, s2, s3, sums / nodes], 1))

    def extra_repr(self) -> str:
        return (f"{self.in_features}, heads={self.heads}, sizes={self.sizes}, "
                f"diagonal={self.diagonal}, form={self.form!r}, powers={self.powers}")


class StructureReadout(OperatorReadout):
    """An ``OperatorReadout`` without operators: rho sees the embedding and the return
    probabilities of a node. Its options are ``powers`` and ``match_weights``."""

    def __init__(self, in_features: int, *, powers: int = 16, match_weights: bool = False) -> None:
        super().__init__(in_features, heads=0, powers=powers, match_weights=match_weights)


class DeepSetsReadout(OperatorReadout):
    """An ``OperatorReadout`` that reads no pairs: the sum over the nodes of rho(m_i)."""

    def __init__(self, in_features: int) -> None:
        super().__init__(in_features, heads=0, diagonal=False)


def _one_hot(numbers: Tensor, size: int, dtype: torch.dtype) -> Tensor:
    """Numbers outside 0 .. size - 1 have a row of zeros."""
    return (numbers.unsqueeze(1) == torch.arange(size, device=numbers.device)).to(dtype)


def _safe_sqrt(x: Tensor, floor: float) -> Tensor:
    """The root, with value and gradient 0 where x is at most ``floor``."""
    seen = x > floor
    return torch.where(seen, torch.where(seen, x, torch.ones_like(x)).sqrt(), torch.zeros_like(x))
