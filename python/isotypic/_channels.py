"""Channels: the node space split by symmetry."""

from __future__ import annotations

import functools
import os
from typing import Any, List, Literal, Optional, Sequence, Union, overload

from . import _core
from ._arguments import PathLike, to_int
from ._core import Channels, LocalChannels, Symmetry
from ._graphs import ColourChoice, coloured_graph, keep_names
from ._symmetry import symmetry_options

__all__ = ["AnyChannels", "ChannelCache", "decompose", "decompose_locally"]

AnyChannels = Union[Channels, LocalChannels]


class ChannelCache(_core.ChannelCache):
    """Decompositions by canonical form, in memory and, if a file is named, on disk.

    All relabelled copies of a graph share one decomposition. Leaving a ``with`` block saves the
    file; so does ``save()``. Damaged or outdated entries of the file are computed anew.

    >>> from isotypic import family
    >>> with ChannelCache() as cache:
    ...     _ = decompose([family("petersen"), family("kneser", 5, 2)], cache=cache, threads=1)
    >>> cache.statistics["misses"], cache.statistics["memory_hits"]
    (1, 1)
    """

    def __init__(self, file: Optional[PathLike] = None, *, max_bytes: int = 256 << 20) -> None:
        super().__init__("" if file is None else os.fspath(file), to_int(max_bytes, "max_bytes"))
        self._arguments = {"file": file, "max_bytes": max_bytes}

    def __reduce__(self) -> Any:
        """A pickle holds the name of the file and the limit; the copy begins with the file."""
        return functools.partial(ChannelCache, **self._arguments), ()

    def __repr__(self) -> str:
        return (f"ChannelCache(file={self._arguments['file']!r}, "
                f"max_bytes={self._arguments['max_bytes']})")

    def __enter__(self) -> "ChannelCache":
        return self

    def __exit__(self, *exception: object) -> None:
        self.save()


@overload
def decompose(  # type: ignore[misc]  # a list is Any too
        graph: Sequence[Any], *, seed: int = ..., order: str = ...,
        grouping: Literal["channels"] = ...,
        max_blocks: int = ..., tolerance: float = ..., node_colours: ColourChoice = ...,
        edge_colours: ColourChoice = ..., time_limit: Optional[float] = ...,
        cache: Optional[ChannelCache] = ..., threads: int = ...) -> List[Channels]: ...
@overload
def decompose(graph: Any, *, seed: int = ..., order: str = ...,
              grouping: Literal["channels"] = ..., max_blocks: int = ..., tolerance: float = ...,
              node_colours: ColourChoice = ..., edge_colours: ColourChoice = ...,
              time_limit: Optional[float] = ..., cache: Optional[ChannelCache] = ...,
              threads: int = ...) -> Channels: ...
@overload
def decompose(graph: Any, *, seed: int = ..., order: str = ..., grouping: str,
              max_blocks: int = ..., tolerance: float = ..., node_colours: ColourChoice = ...,
              edge_colours: ColourChoice = ..., time_limit: Optional[float] = ...,
              cache: Optional[ChannelCache] = ..., threads: int = ...) -> Any: ...


def decompose(graph: Any, *, seed: int = 0, order: str = "descending", grouping: str = "channels",
              max_blocks: int = 0, tolerance: float = 1e-9, node_colours: ColourChoice = None,
              edge_colours: ColourChoice = None, time_limit: Optional[float] = None,
              cache: Optional[ChannelCache] = None,
              threads: int = 0) -> Any:
    """Splits the node space R^n of a graph into its symmetry channels.

    graph
        anything ``as_graph`` takes, or the ``Symmetry`` of one; or a list of graphs, for a list of
        results.
    seed
        of the random equivariant operator whose eigenspaces are the channels.
    order
        ``"descending"``: large channels first, as in the paper; or ``"ascending"``.
    grouping
        ``"channels"``, or ``"components"``: the isotypic components, which no seed changes. The
        components of a graph with more than 8,192 nodes come from its motifs; the result is then
        what ``decompose_locally`` gives.
    max_blocks
        how many blocks to keep; 0 keeps all.
    tolerance
        eigenvalues closer than this, relative to the largest, are one.
    node_colours, edge_colours, time_limit, threads
        as in ``symmetry``; not with a ``Symmetry``, which is already computed.
    cache
        where decompositions are looked up and kept.

    The result has ``dims`` (of every block), ``basis`` (n x sum of dims, orthonormal columns, block
    after block), ``canonical_basis`` and ``position`` (the same without a copy: row ``position[v]``
    belongs to node v), ``components``, ``component_of``, ``eigenvalues`` and a ``certificate``.

    >>> from isotypic import family
    >>> channels = decompose(family("cycle", 6))
    >>> channels.dims
    array([2, 2, 1, 1])
    >>> channels.components[0]
    Component(dim=2, multiplicity=1, type='real', trivial=False)
    """
    options = _core.ChannelOptions(
        seed=to_int(seed, "seed", high=2**64 - 1), tolerance=_to_float(tolerance, "tolerance"),
        order=str(order), grouping=str(grouping), max_blocks=to_int(max_blocks, "max_blocks"))
    symmetries = symmetry_options(node_colours, edge_colours, time_limit)
    if isinstance(graph, Symmetry):
        _refuse_for_symmetry(node_colours=node_colours, edge_colours=edge_colours,
                             time_limit=time_limit, threads=threads)
        split_symmetry = (_core.decompose_symmetry_locally if _is_large(graph, grouping)
                          else _core.decompose_symmetry)
        return keep_names(split_symmetry(graph, options, cache), graph)

    def split(own: Any) -> AnyChannels:
        split_graph = (_core.decompose_graph_locally if _is_large(own, grouping)
                       else _core.decompose_graph)
        return keep_names(split_graph(own, symmetries, options, cache), own)

    if not isinstance(graph, (list, tuple)):
        return split(coloured_graph(graph, node_colours, edge_colours))
    graphs = [coloured_graph(item, node_colours, edge_colours) for item in graph]
    count = to_int(threads, "threads", high=1024)
    small = [own for own in graphs if not _is_large(own, grouping)]
    dense = iter(_core.decompose_all(small, symmetries, options, cache, count))
    return [split(own) if _is_large(own, grouping) else keep_names(next(dense), own)
            for own in graphs]


def decompose_locally(graph: Any, *, order: str = "descending", max_blocks: int = 0,
                      node_colours: ColourChoice = None, edge_colours: ColourChoice = None,
                      time_limit: Optional[float] = None,
                      cache: Optional[ChannelCache] = None) -> LocalChannels:
    """The isotypic components of a graph of any size, by its motifs, without n x n matrices.

    Equal parts of the graph (twins, equal branches, equal connected components) give components
    in closed form. Only cores, parts that consist of no equal parts, need an eigensolver; they may
    have up to 8,192 nodes.

    graph
        anything ``as_graph`` takes, or the ``Symmetry`` of one.
    order, max_blocks, cache
        as in ``decompose``; the cache keeps cores.
    node_colours, edge_colours, time_limit
        as in ``symmetry``; the time limit holds for the symmetry and the motifs together.

    The result has ``dims``, ``components``, ``motifs`` (how many of each kind), ``project`` and a
    ``certificate``. ``features``, ``pooled_features``, ``retained_energy`` and ``explain`` read
    from it what they read from the components of ``decompose``.

    >>> from isotypic import family
    >>> channels = decompose_locally(family("star", 100000))
    >>> channels.components[0]
    Component(dim=99999, multiplicity=1, type='real', trivial=False)
    >>> channels.motifs["basic"], channels.motifs["nodes"]
    (1, 100000)
    """
    options = _core.ChannelOptions(seed=0, tolerance=1e-9, order=str(order), grouping="components",
                                   max_blocks=to_int(max_blocks, "max_blocks"))
    symmetries = symmetry_options(node_colours, edge_colours, time_limit)
    if isinstance(graph, Symmetry):
        _refuse_for_symmetry(node_colours=node_colours, edge_colours=edge_colours,
                             time_limit=time_limit)
        return keep_names(_core.decompose_symmetry_locally(graph, options, cache), graph)
    own = coloured_graph(graph, node_colours, edge_colours)
    return keep_names(_core.decompose_graph_locally(own, symmetries, options, cache), own)


def _is_large(graph: Any, grouping: str) -> bool:
    return str(grouping) == "components" and graph.num_nodes > _core.max_decompose_nodes


def _refuse_for_symmetry(**given: Any) -> None:
    for name, value in given.items():
        if value is not None and value != 0:
            raise ValueError(f"{name} has no effect on a Symmetry, which is already computed: "
                             "give it to symmetry()")


def _to_float(value: Any, what: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be a number, not {value!r}") from None
