"""Features of node embeddings, channel by channel; and where their energy lies."""

from __future__ import annotations

from typing import Any, List, Sequence, Union

import numpy as np

from . import _core
from ._arguments import as_array, to_int
from ._channels import AnyChannels
from ._core import Channels, Explanation, LocalChannels

__all__ = ["explain", "features", "pooled_features", "random_projection", "retained_energy"]

ManyChannels = Union[AnyChannels, Sequence[AnyChannels]]


def features(channels: ManyChannels, embeddings: Any, *, variant: str = "full",
             max_blocks: int = 8, rp_dim: int = 8, seed: int = 0, centre: bool = False,
             threads: int = 0) -> Union[np.ndarray, List[np.ndarray]]:
    """One permutation-invariant vector from node embeddings M, one row per node.

    channels
        of ``decompose``; or a list of them, for one row of features per graph.
    embeddings
        an array or tensor (n, d), single or double precision; the result has the same. For a list
        of channels a list of arrays, or one array with the rows of all graphs one after the other.
    variant
        ``"full"``: (s1, s2, s3, mu^T R) of every block; ``"linear"``: the sum of mu^T R over the
        blocks; ``"linear_blocks"``: mu^T R of every block.
    max_blocks
        blocks that are read; missing ones read zero. 0 reads what there is, and the result for a
        list is then a list, for lengths differ.
    rp_dim, seed
        columns and seed of the random projection R.
    centre
        subtract the mean row of M first.
    threads
        for a list: how many graphs are worked on at a time; 0 means one per core.

    >>> from isotypic import decompose, family
    >>> graphs = [family("rook", 4, 4), family("shrikhande")]
    >>> rook, shrikhande = features(decompose(graphs), np.ones((32, 1)))
    >>> bool(abs(rook - shrikhande).max() > 1)
    True
    """
    return _split(_read(channels, embeddings, _options(variant, max_blocks, rp_dim, seed, centre),
                        threads), 0, stack=max_blocks != 0)


def retained_energy(channels: ManyChannels, embeddings: Any, *, max_blocks: int = 8,
                    centre: bool = False, threads: int = 0) -> Union[float, np.ndarray]:
    """The part of \\|M\\|^2 that lies in the blocks ``features`` reads, from 0 to 1.

    >>> from isotypic import decompose, family
    >>> retained_energy(decompose(family("cycle", 40)), np.ones((40, 1)))
    0.0
    """
    return _split(_read(channels, embeddings, _options("full", max_blocks, 0, 0, centre), threads),
                  1, stack=True)


def pooled_features(channels: ManyChannels, embeddings: Any, *, num_features: int = 64,
                    centre: bool = False) -> np.ndarray:
    """One vector of fixed length for all components of a graph, however many there are.

    Every component is described by its statistics and its type (dimension, multiplicity, field,
    mean eigenvalues of adjacency matrix and Laplacian); the features are sums over the components
    of fixed random cosines of these descriptions. They need no seed, order or truncation, so the
    vectors of small and large graphs can be compared.

    channels
        all components, of ``decompose(..., grouping="components")`` or ``decompose_locally``; or a
        list of them, for one row of features per graph.
    embeddings
        as in ``features``; read in double precision.
    num_features
        the length of the vector; a shorter one is the beginning of a longer one.

    >>> from isotypic import decompose, decompose_locally, family
    >>> graph = family("star", 5)
    >>> rows = np.arange(6.0).reshape(6, 1)
    >>> dense = pooled_features(decompose(graph, grouping="components"), rows)
    >>> dense.shape, bool(abs(dense - pooled_features(decompose_locally(graph), rows)).max() < 1e-9)
    ((64,), True)
    """
    count = to_int(num_features, "num_features")
    if not isinstance(channels, (list, tuple)):
        _expect_channels(channels)
        read = (_core.local_pooled_features if isinstance(channels, LocalChannels)
                else _core.pooled_features)
        return read(channels, as_array(embeddings, "embeddings"), count, bool(centre))
    rows = _rows_of_each(channels, embeddings)
    return np.array([pooled_features(item, own, num_features=count, centre=centre)
                     for item, own in zip(channels, rows)]).reshape(len(channels), count)


def explain(channels: AnyChannels, embeddings: Any) -> Explanation:
    """Where the energy of an embedding lies, and what pooling does to it.

    The result has ``total``, ``kept_by_pooling`` (by sum or mean pooling),
    ``visible_to_linear_readouts`` (to any linear invariant one), ``destroyed_by_pooling``,
    ``destroyed_by_linear_readouts`` and ``components`` with the energy of each. The channels must
    not have been truncated.

    >>> from isotypic import decompose, family
    >>> explain(decompose(family("path", 3)), np.eye(3))
    Explanation(total=3, kept_by_pooling=1, visible_to_linear_readouts=2)
    """
    _expect_channels(channels)
    read = _core.local_explain if isinstance(channels, LocalChannels) else _core.explain
    return read(channels, as_array(embeddings, "embeddings"))


def random_projection(features: int, rp_dim: int, seed: int = 0) -> np.ndarray:
    """The matrix R of a seed, (features, rp_dim): the same in C++, here and in ``isotypic.torch``.

    >>> random_projection(3, 2).shape
    (3, 2)
    """
    return _core.random_projection(to_int(features, "features"), to_int(rp_dim, "rp_dim"),
                                   to_int(seed, "seed", high=2**64 - 1))


def _options(variant: str, max_blocks: int, rp_dim: int, seed: int,
             centre: bool) -> _core.IsotypicReadoutOptions:
    return _core.IsotypicReadoutOptions(
        variant=str(variant), max_blocks=to_int(max_blocks, "max_blocks"),
        rp_dim=to_int(rp_dim, "rp_dim"), seed=to_int(seed, "seed", high=2**64 - 1),
        centre=bool(centre))


def _expect_channels(channels: Any) -> None:
    if not isinstance(channels, (Channels, LocalChannels)):
        raise ValueError(f"channels must come from decompose, not {type(channels).__qualname__}")


def _read(channels: Any, embeddings: Any, options: _core.IsotypicReadoutOptions,
          threads: int) -> Any:
    if not isinstance(channels, (list, tuple)):
        _expect_channels(channels)
        read = _core.local_features if isinstance(channels, LocalChannels) else _core.features
        return read(channels, as_array(embeddings, "embeddings"), options)
    rows = _rows_of_each(channels, embeddings)
    if any(isinstance(item, LocalChannels) for item in channels):
        return [_read(item, own, options, threads) for item, own in zip(channels, rows)]
    return _core.features_all(list(channels), rows, options,
                              to_int(threads, "threads", high=1024))


def _rows_of_each(channels: Sequence[AnyChannels], embeddings: Any) -> List[np.ndarray]:
    for item in channels:
        _expect_channels(item)
    if not isinstance(embeddings, (list, tuple)):
        embeddings = _split_rows(channels, as_array(embeddings, "embeddings"))
    if len(embeddings) != len(channels):
        raise ValueError(f"there are {len(embeddings)} embeddings for {len(channels)} graphs")
    return [as_array(item, "embeddings") for item in embeddings]


def _split_rows(channels: Sequence[AnyChannels], rows: np.ndarray) -> List[np.ndarray]:
    ends = np.cumsum([item.num_nodes for item in channels], dtype=np.int64)
    total = int(ends[-1]) if len(channels) else 0
    if rows.ndim != 2 or rows.shape[0] != total:
        raise ValueError(f"embeddings must have {total} rows, one per node of all graphs, not the "
                         f"shape {rows.shape}")
    return np.split(rows, ends[:-1])[:len(channels)]


def _split(readings: Any, part: int, *, stack: bool) -> Any:
    """One part of (features, retained energy) of every graph."""
    if isinstance(readings, tuple):
        return readings[part]
    parts = [reading[part] for reading in readings]
    return np.array(parts) if stack else parts
