"""Symmetry features of graphs for scikit-learn: a transformer, and a kernel of its features.

X is a list of graphs, of any kind that ``isotypic.as_graph`` takes.

>>> from isotypic import family
>>> from isotypic.sklearn import IsotypicFeatures
>>> from sklearn.linear_model import LogisticRegression
>>> from sklearn.pipeline import make_pipeline
>>> from sklearn.preprocessing import StandardScaler
>>> graphs = [family("rook", 4, 4), family("shrikhande")] * 5
>>> model = make_pipeline(IsotypicFeatures(), StandardScaler(), LogisticRegression())
>>> model.fit(graphs, [0, 1] * 5).score(graphs, [0, 1] * 5)
1.0
"""

from __future__ import annotations

import math
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict, List, Optional, Sequence, Union

import numpy as np
from sklearn import get_config
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin, clone
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.preprocessing import StandardScaler
from sklearn.utils.validation import check_is_fitted

from ._arguments import PathLike, to_int
from ._channels import ChannelCache, decompose
from ._core import Channels, Graph, Symmetry
from ._graphs import ColourChoice, as_graph
from ._node_features import (NodeFeatures, all_colours, as_items, as_sources, expect_widths, naming,
                             node_rows, pool_rows, propagate)
from ._readout import features
from ._symmetry import symmetry

__all__ = ["GraphKernel", "IsotypicFeatures"]

INVARIANTS = ("num_nodes", "num_edges", "log_aut_order", "num_orbits", "num_components")


class _OnGraphs(TransformerMixin, BaseEstimator):
    """A transformer whose X is a list of graphs instead of a matrix."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        # The mixin's own wrapper takes the method ``index`` of a list for an index of rows.
        super().__init_subclass__(auto_wrap_output_keys=None, **arguments)

    def set_output(self, *, transform: Optional[str] = None) -> "_OnGraphs":
        """Whether ``transform`` gives arrays (``"default"``) or DataFrames (``"pandas"``)."""
        if transform not in (None, "default", "pandas"):
            raise ValueError(f"transform must be 'default' or 'pandas', not {transform!r}")
        if transform is not None:
            self._sklearn_output_config = {"transform": transform}
        return self

    def _output(self, values: np.ndarray, X: Any) -> Any:
        config = getattr(self, "_sklearn_output_config", {})
        if config.get("transform", get_config().get("transform_output")) != "pandas":
            return values
        import pandas
        return pandas.DataFrame(values, columns=self.get_feature_names_out(),
                                index=X.index if hasattr(X, "iloc") else None)

    def _more_tags(self) -> Dict[str, Any]:
        return {"X_types": ["graphs"], "no_validation": True, "preserves_dtype": []}

    def __sklearn_tags__(self) -> Any:  # scikit-learn 1.6 and newer
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.no_validation = True
        return tags


class IsotypicFeatures(_OnGraphs):
    """One row of features per graph: symmetry channels read from simple node features, without any
    training.

    node_features
        what is read: ``"degree"``, ``"constant"``, ``"colours"`` (one column per node colour that
        ``fit`` saw; others read zero), the name of an attribute of the items such as ``"x"`` of a
        PyG ``Data``, or a function from an item to an array with one row per node. A list puts
        several side by side.
    rounds
        how often M is replaced by M + A M before it is read, as ``isotypic embed --rounds`` does.
    pool
        ``"sum"`` or ``"mean"``: this pooling of M comes first. ``None``: it is left out.
    invariants
        whether n, m, log10 of the number of automorphisms and the numbers of orbits and isotypic
        components are features.
    variant, max_blocks, rp_dim, centre
        of the readout, as in ``isotypic.features``; ``max_blocks`` must not be 0.
    grouping, order, seed
        of the blocks, as in ``isotypic.decompose``; ``seed`` is that of R too.
    node_colours, edge_colours
        whether symmetries keep colours, as in ``isotypic.symmetry``.
    simplify
        leave out loops and repeated edges instead of raising.
    time_limit
        seconds for the symmetry of one graph; ``TimeoutError`` after that.
    cache
        a file that keeps decompositions between runs.
    n_jobs
        how many graphs are worked on at a time; ``None`` means 1 and -1 all cores.

    After ``fit`` it has ``n_node_features_``, ``n_features_out_`` and ``colours_``.

    >>> from isotypic import family
    >>> transformer = IsotypicFeatures(max_blocks=1, rp_dim=1, invariants=False)
    >>> transformer.fit_transform([family("petersen"), family("path", 3)]).shape
    (2, 5)
    >>> transformer.get_feature_names_out()
    array(['sum_0', 'block0_s1', 'block0_s2', 'block0_s3', 'block0_mu0'],
          dtype=object)
    """

    def __init__(self, node_features: Union[NodeFeatures, Sequence[NodeFeatures]] = "degree", *,
                 rounds: int = 1, pool: Optional[str] = "sum", invariants: bool = True,
                 variant: str = "full", max_blocks: int = 8, rp_dim: int = 8,
                 centre: bool = False, grouping: str = "components", order: str = "descending",
                 seed: int = 0, node_colours: ColourChoice = None,
                 edge_colours: ColourChoice = None, simplify: bool = False,
                 time_limit: Optional[float] = None, cache: Optional[PathLike] = None,
                 n_jobs: Optional[int] = None) -> None:
        self.node_features = node_features
        self.rounds = rounds
        self.pool = pool
        self.invariants = invariants
        self.variant = variant
        self.max_blocks = max_blocks
        self.rp_dim = rp_dim
        self.centre = centre
        self.grouping = grouping
        self.order = order
        self.seed = seed
        self.node_colours = node_colours
        self.edge_colours = edge_colours
        self.simplify = simplify
        self.time_limit = time_limit
        self.cache = cache
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> "IsotypicFeatures":
        """Checks the parameters and the graphs, and learns the width of the node features."""
        self._check_parameters()
        items = as_items(X)
        if not items:
            raise ValueError("X holds no graphs; fit needs at least one")
        graphs = self._graphs(items)
        self.colours_ = all_colours(graphs) if "colours" in as_sources(self.node_features) else None
        widths = [own.shape[1] for own in self._rows(items, graphs)]
        expect_widths(widths, widths[0])
        self.n_node_features_ = widths[0]
        self.n_features_out_ = len(self._names())
        return self

    def transform(self, X: Any) -> Any:
        """The features: one row per graph, float64; an array, or a DataFrame after
        ``set_output(transform="pandas")``."""
        check_is_fitted(self, "n_features_out_")
        items = as_items(X)
        if not items:
            return self._output(np.empty((0, self.n_features_out_)), X)
        graphs = self._graphs(items)
        rows = self._rows(items, graphs)
        expect_widths([own.shape[1] for own in rows], self.n_node_features_)
        embeddings = [propagate(graph, own, self.rounds) for graph, own in zip(graphs, rows)]
        threads = _threads(self.n_jobs)
        symmetries = symmetry(graphs, node_colours=bool(self.node_colours),
                              edge_colours=bool(self.edge_colours), time_limit=self.time_limit,
                              threads=threads)
        channels = self._channels(symmetries, threads)
        read = features(channels, embeddings, variant=self.variant, max_blocks=self.max_blocks,
                        rp_dim=self.rp_dim, seed=self.seed, centre=self.centre, threads=threads)
        parts = [pool_rows(embeddings, self.pool), read]
        if self.invariants:
            parts.insert(1, _invariants(graphs, symmetries, channels))
        return self._output(np.concatenate(parts, axis=1), X)

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """The names of the columns; ``input_features`` is ignored, for graphs have none."""
        check_is_fitted(self, "n_features_out_")
        return np.array(self._names(), dtype=object)

    def _names(self) -> List[str]:
        pooled = [f"{self.pool}_{i}" for i in range(self.n_node_features_)] if self.pool else []
        projected = [f"mu{i}" for i in range(self.rp_dim)]
        if self.variant == "linear":
            read = projected
        else:
            statistics = ["s1", "s2", "s3"] if self.variant == "full" else []
            read = [f"block{block}_{name}" for block in range(self.max_blocks)
                    for name in statistics + projected]
        return pooled + (list(INVARIANTS) if self.invariants else []) + read

    def _check_parameters(self) -> None:
        to_int(self.rounds, "rounds", high=64)
        to_int(self.max_blocks, "max_blocks", low=1, high=2**20)
        if self.pool not in (None, "sum", "mean"):
            raise ValueError(f"pool must be 'sum', 'mean' or None, not {self.pool!r}")
        one = decompose("@", seed=self.seed, order=self.order, grouping=self.grouping)
        features(one, np.ones((1, 1)), variant=self.variant, max_blocks=self.max_blocks,
                 rp_dim=self.rp_dim, seed=self.seed, centre=self.centre)
        symmetry("@", time_limit=self.time_limit, threads=_threads(self.n_jobs))
        as_sources(self.node_features)

    def _graphs(self, items: List[Any]) -> List[Graph]:
        graphs = []
        for i, item in enumerate(items):
            with naming(i):
                graphs.append(as_graph(item, node_colours=self.node_colours,
                                       edge_colours=self.edge_colours, simplify=self.simplify))
        return graphs

    def _rows(self, items: List[Any], graphs: List[Graph]) -> List[np.ndarray]:
        sources = as_sources(self.node_features)
        rows = []
        for i, (item, graph) in enumerate(zip(items, graphs)):
            with naming(i):
                rows.append(node_rows(sources, item, graph, self.colours_))
        return rows

    def _channels(self, symmetries: List[Symmetry], threads: int) -> List[Channels]:
        cache = ChannelCache(self.cache)

        def split(own: Symmetry) -> Channels:
            return decompose(own, seed=self.seed, order=self.order, grouping=self.grouping,
                             cache=cache)

        with ThreadPoolExecutor(threads) as pool:
            channels = list(pool.map(split, symmetries))
        cache.save()
        return channels


class GraphKernel(ClassNamePrefixFeaturesOutMixin, _OnGraphs):
    """A positive semidefinite kernel between graphs, from the features of ``IsotypicFeatures``.

    ``transform`` gives K(X, graphs of fit), which ``SVC(kernel="precomputed")`` takes in a
    pipeline.

    features
        the transformer; ``None`` means ``IsotypicFeatures()``.
    kernel
        ``"rbf"``, ``"linear"``, ``"cosine"``, ``"polynomial"`` or another kernel that
        ``sklearn.metrics.pairwise.pairwise_kernels`` knows.
    gamma
        of the kernel, where it has one; ``None``: one divided by the number of features.
    standardise
        whether features are brought to mean 0 and deviation 1 on the graphs of fit.

    >>> from isotypic import family
    >>> kernel = GraphKernel().fit_transform([family("rook", 4, 4), family("shrikhande")])
    >>> bool(kernel[0, 0] == 1 and kernel[0, 1] < 0.5)
    True
    """

    def __init__(self, features: Optional[IsotypicFeatures] = None, *, kernel: str = "rbf",
                 gamma: Optional[float] = None, standardise: bool = True) -> None:
        self.features = features
        self.kernel = kernel
        self.gamma = gamma
        self.standardise = standardise

    def fit(self, X: Any, y: Any = None) -> "GraphKernel":
        """Computes the features of the graphs that all others are compared with."""
        own = IsotypicFeatures() if self.features is None else clone(self.features)
        rows = np.asarray(own.set_output(transform="default").fit_transform(X))
        self.features_ = own
        self.scaler_ = StandardScaler(with_mean=self.standardise, with_std=self.standardise)
        self.rows_ = self.scaler_.fit_transform(rows)
        self._n_features_out = len(self.rows_)
        self._kernel(self.rows_[:1])
        return self

    def transform(self, X: Any) -> Any:
        """The kernel matrix: one row per graph of X, one column per graph of fit."""
        check_is_fitted(self, "rows_")
        return self._output(self._kernel(self.scaler_.transform(self.features_.transform(X))), X)

    def _kernel(self, rows: np.ndarray) -> np.ndarray:
        return pairwise_kernels(rows, self.rows_, metric=self.kernel, filter_params=True,
                                gamma=self.gamma)


def _threads(n_jobs: Optional[int]) -> int:
    if n_jobs is None:
        return 1
    jobs = to_int(n_jobs, "n_jobs", low=-1, high=1024)
    return (os.cpu_count() or 1) if jobs == -1 else max(1, jobs)


def _invariants(graphs: List[Graph], symmetries: List[Symmetry],
                channels: List[Channels]) -> np.ndarray:
    return np.array([[graph.num_nodes, graph.num_edges, math.log10(own.order), own.num_orbits,
                      len(parts.components)]
                     for graph, own, parts in zip(graphs, symmetries, channels)], dtype=np.float64)
