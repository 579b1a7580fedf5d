"""isotypic.sklearn: the contract of scikit-learn, and the numbers of the rest of the package."""

import pickle
import types
import warnings

import numpy as np
import pytest

import isotypic

sklearn = pytest.importorskip("sklearn", reason="scikit-learn is not installed")
from sklearn.base import clone  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.model_selection import GridSearchCV, cross_val_score  # noqa: E402
from sklearn.pipeline import Pipeline, make_pipeline, make_union  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402
from sklearn.svm import SVC  # noqa: E402
from sklearn.utils import estimator_checks  # noqa: E402

from isotypic.sklearn import GraphKernel, IsotypicFeatures  # noqa: E402


def degree_rows(item):
    """A function that can be pickled."""
    graph = isotypic.as_graph(item)
    return [[graph.degree(v)] for v in range(graph.num_nodes)]


@pytest.fixture(scope="module")
def pairs():
    """Relabelled copies of two graphs that message passing cannot tell apart."""
    random = np.random.default_rng(0)
    graphs = [isotypic.family("rook", 4, 4), isotypic.family("shrikhande")] * 10
    return [graph.relabel(random.permutation(16).astype(np.int32)) for graph in graphs], [0, 1] * 10


def test_features_are_those_of_the_core(zoo):
    transformer = IsotypicFeatures(rounds=2, pool=None, invariants=False, grouping="channels",
                                   max_blocks=5, rp_dim=3, seed=4)
    rows = []
    for graph in zoo:
        own = np.array(degree_rows(graph), dtype=float).reshape(graph.num_nodes, 1)
        adjacency = np.zeros((graph.num_nodes,) * 2)
        adjacency[tuple(graph.edge_index)] = 1
        step = np.eye(graph.num_nodes) + adjacency
        rows.append(step @ step @ own)
    core = isotypic.features(isotypic.decompose(zoo, seed=4), rows, max_blocks=5, rp_dim=3, seed=4)
    assert np.array_equal(transformer.fit_transform(zoo), core)


def test_the_command_line_gives_the_same(program, tmp_path, zoo):
    graphs = [graph for graph in zoo if graph.num_nodes > 0]
    isotypic.write_graphs(tmp_path / "graphs.g6", graphs)
    program("embed", tmp_path / "graphs.g6", "--input", "degree", "--rounds", 2, "--grouping",
            "components", "--npy", tmp_path / "features.npy")
    ours = IsotypicFeatures(rounds=2, pool=None, invariants=False).fit_transform(graphs)
    printed = np.load(tmp_path / "features.npy")
    assert np.abs(ours - printed).max() <= 1e-12 * np.abs(printed).max()


def test_relabelled_copies_have_the_same_features(pairs):
    rows = IsotypicFeatures(rounds=0).fit_transform(pairs[0])
    assert np.abs(rows[2:] - rows[:-2]).max() <= 1e-10 * np.abs(rows).max()
    assert np.abs(rows[1] - rows[0]).max() > 1


def test_pooling_and_invariants_have_their_names(zoo):
    transformer = IsotypicFeatures(rounds=0, pool="mean", max_blocks=2, rp_dim=1)
    values = transformer.fit_transform(zoo)
    column = dict(zip(transformer.get_feature_names_out(), values.T))
    assert list(column)[:6] == ["mean_0", "num_nodes", "num_edges", "log_aut_order", "num_orbits",
                                "num_components"]
    for i, graph in enumerate(zoo):
        assert column["num_edges"][i] == graph.num_edges
        assert abs(column["mean_0"][i] - 2 * graph.num_edges / max(1, graph.num_nodes)) < 1e-12
        assert abs(10**column["log_aut_order"][i] / isotypic.symmetry(graph).order - 1) < 1e-9
    sums = IsotypicFeatures(rounds=0, pool="sum").fit_transform(zoo)[:, 0]
    assert sums.tolist() == [2 * graph.num_edges for graph in zoo]


@pytest.mark.parametrize("variant, width", [("full", 4 * 5), ("linear", 2), ("linear_blocks", 4 * 2)])
def test_names_fit_the_columns(zoo, variant, width):
    transformer = IsotypicFeatures(["degree", "constant"], variant=variant, max_blocks=4, rp_dim=2)
    values = transformer.fit_transform(zoo)
    names = transformer.get_feature_names_out()
    assert values.shape == (len(zoo), 2 + 5 + width) == (len(zoo), len(set(names)))


def test_data_frames(zoo):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    transformer = IsotypicFeatures(max_blocks=2).set_output(transform="pandas")
    frame = transformer.fit_transform(zoo)
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == list(transformer.get_feature_names_out())
    assert np.array_equal(frame.to_numpy(), IsotypicFeatures(max_blocks=2).fit_transform(zoo))
    kernel = GraphKernel(transformer).set_output(transform="pandas").fit_transform(zoo)
    assert kernel.shape == (len(zoo), len(zoo))
    series = pandas.Series(zoo, index=range(5, 5 + len(zoo)))
    again = transformer.transform(series)
    assert np.array_equal(frame.to_numpy(), again.to_numpy())
    assert list(again.index) == list(series.index)
    with sklearn.config_context(transform_output="pandas"):
        assert list(IsotypicFeatures(max_blocks=2).fit_transform(zoo).columns) == list(frame.columns)
    model = make_pipeline(IsotypicFeatures(), StandardScaler()).set_output(transform="pandas")
    assert "log_aut_order" in model.fit_transform(zoo).columns
    with pytest.raises(ValueError, match="'default' or 'pandas'"):
        transformer.set_output(transform="table")


def test_node_features_of_every_kind(zoo):
    degrees = IsotypicFeatures("degree").fit_transform(zoo)
    assert np.array_equal(IsotypicFeatures(degree_rows).fit_transform(zoo[:10]), degrees[:10])
    items = [types.SimpleNamespace(edge_index=graph.edge_index, num_nodes=graph.num_nodes,
                                   x=np.array(degree_rows(graph))) for graph in zoo[:10]]
    assert np.array_equal(IsotypicFeatures("x").fit_transform(items), degrees[:10])
    coloured = [isotypic.Graph(3, [(0, 1), (1, 2)], node_colours=colours)
                for colours in ([4, 4, 7], [7, 9, 9])]
    transformer = IsotypicFeatures("colours", rounds=0, node_colours=True).fit(coloured)
    assert transformer.colours_.tolist() == [4, 7, 9]
    unseen = isotypic.Graph(3, [(0, 1), (1, 2)], node_colours=[4, 5, 6])
    assert transformer.transform([unseen])[0, :3].tolist() == [1, 0, 0]


def test_pipelines_and_cross_validation(pairs):
    graphs, labels = pairs
    model = make_pipeline(IsotypicFeatures(), StandardScaler(), LogisticRegression())
    assert cross_val_score(model, graphs, labels, cv=5).tolist() == [1.0] * 5
    search = GridSearchCV(Pipeline([("features", IsotypicFeatures(rounds=0)),
                                    ("scale", StandardScaler()), ("model", LogisticRegression())]),
                          {"features__max_blocks": [1, 4], "features__invariants": [False],
                           "features__pool": ["sum"]}, cv=3)
    search.fit(graphs, labels)
    assert search.best_params_["features__max_blocks"] == 4 and search.best_score_ == 1.0
    union = make_union(IsotypicFeatures(max_blocks=1), IsotypicFeatures("constant", max_blocks=1))
    assert union.fit_transform(graphs).shape[0] == len(graphs)
    assert len(union.get_feature_names_out()) == union.transform(graphs).shape[1]


def test_the_kernel_is_positive_and_fits_support_vectors(pairs, zoo):
    for kernel in ("rbf", "linear", "cosine", "polynomial"):
        matrix = GraphKernel(kernel=kernel).fit_transform(zoo)
        np.testing.assert_allclose(matrix, matrix.T, atol=1e-12)
        assert np.linalg.eigvalsh(matrix).min() > -1e-9 * np.abs(matrix).max()
    own = GraphKernel().fit(zoo)
    assert own.transform(zoo[:3]).shape == (3, len(zoo))
    graphs, labels = pairs
    model = make_pipeline(GraphKernel(), SVC(kernel="precomputed"))
    assert cross_val_score(model, graphs, labels, cv=5).tolist() == [1.0] * 5


@pytest.mark.parametrize("estimator", [
    IsotypicFeatures(["degree", degree_rows], max_blocks=3), GraphKernel(IsotypicFeatures(seed=2))])
def test_estimators_are_cloned_and_pickled(estimator, zoo):
    graphs = zoo[:10]
    values = estimator.fit_transform(graphs)
    assert np.array_equal(clone(estimator).fit_transform(graphs), values)
    assert np.array_equal(pickle.loads(pickle.dumps(estimator)).transform(graphs), values)
    assert "max_blocks" in repr(estimator) or "seed" in repr(estimator)


def test_jobs_and_caches_change_nothing(zoo, tmp_path):
    values = IsotypicFeatures().fit_transform(zoo)
    for options in (dict(n_jobs=2), dict(n_jobs=-1), dict(cache=tmp_path / "cache"),
                    dict(cache=tmp_path / "cache")):
        assert np.array_equal(IsotypicFeatures(**options).fit_transform(zoo), values)
    assert (tmp_path / "cache").exists()


@pytest.mark.parametrize("options, X, reason", [
    ({}, np.ones((3, 4)), "list of graphs"),
    ({}, "Bw", "put a single graph into a list"),
    ({}, isotypic.family("petersen"), "put a single graph into a list"),
    ({}, [], "no graphs"),
    ({}, 7, "list of graphs"),
    ({}, ["Bw", 7], "graph 1: a graph cannot be made"),
    ({}, ["Bw", np.array([[0], [0]])], "graph 1: .*simplify=True"),
    ({"node_features": "x"}, ["Bw"], "graph 0: there are no node features 'x'"),
    ({"node_features": "colours"}, ["Bw"], "graph 0: its nodes have no colours"),
    ({"node_features": 3}, ["Bw"], "names or functions"),
    ({"node_features": []}, ["Bw"], "names nothing"),
    ({"node_features": lambda graph: np.ones((1, 2))}, ["Bw"], "one row for each of 3 nodes"),
    ({"node_features": lambda graph: np.full((3, 1), np.nan)}, ["Bw"], "NaN"),
    ({"node_features": lambda graph: np.ones((len(graph) + 1, len(graph)))}, ["A_", "Bw"], "graph"),
    ({"rounds": -1}, ["Bw"], "rounds"),
    ({"pool": "max"}, ["Bw"], "pool must be"),
    ({"variant": "best"}, ["Bw"], "variant"),
    ({"max_blocks": 0}, ["Bw"], "max_blocks"),
    ({"grouping": "all"}, ["Bw"], "grouping"),
    ({"order": "up"}, ["Bw"], "order"),
    ({"seed": -1}, ["Bw"], "seed"),
    ({"n_jobs": 0.5}, ["Bw"], "n_jobs"),
    ({"time_limit": -1}, ["Bw"], "time_limit"),
])
def test_wrong_use_is_refused_with_the_reason(options, X, reason):
    with pytest.raises(ValueError, match=reason):
        IsotypicFeatures(**options).fit_transform(X)


def test_transform_needs_fit(zoo):
    for estimator in (IsotypicFeatures(), GraphKernel()):
        with pytest.raises(sklearn.exceptions.NotFittedError):
            estimator.transform(zoo)


def rows_as_graphs(X):
    """Each row of a matrix as a path whose nodes carry the entries."""
    ends = np.arange(X.shape[1])
    index = np.concatenate([np.stack([ends[:-1], ends[1:]]), np.stack([ends[1:], ends[:-1]])], 1)
    return [types.SimpleNamespace(edge_index=index, num_nodes=X.shape[1], x=row) for row in X]


class OnRows(IsotypicFeatures):
    """The transformer on matrices, so that the checks of scikit-learn can feed it."""

    def __init__(self, node_features="x", *, rounds=1, max_blocks=8, pool="sum", seed=0):
        super().__init__(node_features, rounds=rounds, max_blocks=max_blocks, pool=pool, seed=seed)

    def fit(self, X, y=None):
        return super().fit(rows_as_graphs(self._validate_data(X, dtype=float)), y)

    def transform(self, X):
        sklearn.utils.validation.check_is_fitted(self, "n_features_out_")
        graphs = rows_as_graphs(self._validate_data(X, dtype=float, reset=False))
        if hasattr(X, "iloc"):
            graphs = pytest.importorskip("pandas").Series(graphs, index=X.index)
        return super().transform(graphs)

    def _more_tags(self):
        return {"X_types": ["2darray"], "no_validation": False}


def checks():
    """All of scikit-learn's. Those that feed no numbers, such as sparse matrices and NaN, test how the
    adapter above reads a matrix rather than how the transformer reads graphs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for estimator, check in estimator_checks.check_estimator(OnRows(), generate_only=True):
            yield pytest.param(estimator, check, id=getattr(check, "func", check).__name__)


@pytest.mark.parametrize("estimator, check", list(checks()))
def test_checks_of_scikit_learn(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check(estimator)


@pytest.mark.parametrize("estimator", [IsotypicFeatures(), GraphKernel()])
@pytest.mark.parametrize("check", [
    estimator_checks.check_no_attributes_set_in_init, estimator_checks.check_get_params_invariance,
    estimator_checks.check_set_params, estimator_checks.check_parameters_default_constructible,
    estimator_checks.check_estimator_get_tags_default_keys])
def test_checks_that_need_no_matrix(estimator, check):
    check(type(estimator).__name__, estimator)


def test_data_sets_are_read(tmp_path, zoo):
    items = [types.SimpleNamespace(edge_index=graph.edge_index, num_nodes=graph.num_nodes,
                                   x=np.arange(graph.num_nodes) % 3, y=np.array([i % 2]))
             for i, graph in enumerate(zoo) if graph.num_nodes > 0]
    isotypic.write_tu(items, tmp_path, "ZOO")
    data = isotypic.read_dataset(tmp_path, "ZOO")
    assert data.y.tolist() == [i % 2 for i, graph in enumerate(zoo) if graph.num_nodes > 0]
    assert [graph.node_colours.tolist() for graph in data.graphs] == [
        item.x.tolist() for item in items]
    assert [graph.edges.tolist() for graph in data.graphs] == [
        graph.edges.tolist() for graph in zoo if graph.num_nodes > 0]
    assert data.targets is None and data.node_features is None and data.split is None
    with pytest.raises(ValueError, match="MISSING"):
        isotypic.read_dataset(tmp_path, "MISSING")
