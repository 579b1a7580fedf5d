"""Predictors of trained networks: the answers of the command line, without torch."""

import csv
import io
import os
import pickle
import subprocess
import sys
import threading
import types

import numpy as np
import pytest

import isotypic

LOW = 5  # labels need not begin at 0


def build_has_learn():
    """Whether this build has the extension module: then it must load."""
    folder = os.path.dirname(isotypic.__file__)
    return any(name.startswith("_learn.") and name.endswith(".so") for name in os.listdir(folder))


def shapes():
    """Cycles and paths whose nodes have the labels LOW and LOW + 1 in turn."""
    graphs = [isotypic.family("path" if g % 2 else "cycle", 4 + g % 5) for g in range(40)]
    return [isotypic.as_graph(graph.edge_index, node_colours=LOW + np.arange(graph.num_nodes) % 2)
            for graph in graphs]


@pytest.fixture(scope="module")
def model(program, tmp_path_factory):
    """A folder with data and a network for them."""
    if not build_has_learn():
        pytest.skip("this build has no isotypic._learn: it was made without LibTorch")
    folder = tmp_path_factory.mktemp("predictor")
    items = [types.SimpleNamespace(edge_index=graph.edge_index, num_nodes=graph.num_nodes,
                                   x=graph.node_colours.reshape(-1, 1), y=[g % 2])
             for g, graph in enumerate(shapes())]
    isotypic.write_tu(items, str(folder), "shapes")
    program("train", "--data", folder, "--dataset", "shapes", "--hidden", 8, "--layers", 2,
            "--epochs", 2, "--output", folder / "model", "--quiet")
    return folder


@pytest.fixture(scope="module")
def expected(program, model):
    """What the command line answers."""
    table = program("predict", model / "model", "--data", model)
    rows = list(csv.reader(io.StringIO(table)))
    return rows[0][1:], np.array([[float(cell) for cell in row[1:]] for row in rows[1:]])


def test_one_graph_and_a_list_get_the_answers_of_the_command_line(model, expected):
    columns, rows = expected
    predictor = isotypic.Predictor(model / "model")
    assert list(predictor.columns) == columns
    assert predictor.is_compiled
    many = predictor.predict(shapes())
    np.testing.assert_allclose(many, rows, atol=1e-6)
    for graph, row in zip(shapes(), many):
        np.testing.assert_array_equal(predictor.predict(graph), row)
    np.testing.assert_array_equal(predictor.predict(shapes(), threads=1), many)
    assert predictor.predict([]).shape == (0, len(columns))


def test_a_checkpoint_and_a_pickle_are_the_same_network(model):
    predictor = isotypic.Predictor(model / "model")
    answers = predictor.predict(shapes())
    for other in (isotypic.Predictor(model / "model" / "model.checkpoint"),
                  pickle.loads(pickle.dumps(predictor))):
        np.testing.assert_array_equal(other.predict(shapes()), answers)


def test_labels_can_be_given_beside_the_graph(model):
    predictor = isotypic.Predictor(model / "model")
    graph = isotypic.family("cycle", 4)
    labels = [LOW, LOW + 1, LOW, LOW + 1]
    coloured = isotypic.as_graph(graph.edge_index, node_colours=labels)
    row = predictor.predict(coloured)
    np.testing.assert_array_equal(predictor.predict(graph, node_labels=labels), row)
    np.testing.assert_array_equal(predictor.predict(graph, node_labels=np.c_[labels]), row)
    np.testing.assert_array_equal(
        predictor.predict([graph, coloured], node_labels=[labels, None]), [row, row])


def test_bad_input_raises_with_the_reason(model, tmp_path):
    predictor = isotypic.Predictor(model / "model")
    graph = isotypic.family("cycle", 4)
    with pytest.raises(ValueError, match="0 columns of node labels, the model takes 1"):
        predictor.predict(graph)
    with pytest.raises(ValueError, match="node label 9, the model knows 0 to 6"):
        predictor.predict(graph, node_labels=[5, 6, 5, 9])
    with pytest.raises(ValueError, match="graph 1 has the node label 9"):
        predictor.predict([graph, graph], node_labels=[[5, 6, 5, 6], [5, 6, 5, 9]])
    with pytest.raises(ValueError, match="3 rows of labels for 4"):
        predictor.predict(graph, node_labels=[5, 6, 5])
    with pytest.raises(ValueError, match="whole numbers"):
        predictor.predict(graph, node_labels=[0.5, 6, 5, 6])
    with pytest.raises(ValueError, match="one array for each of the 2 graphs"):
        predictor.predict([graph, graph], node_labels=[[5, 6, 5, 6]])
    with pytest.raises(ValueError, match="no_such_model"):
        isotypic.Predictor("no_such_model")
    (tmp_path / "model.checkpoint").write_bytes(b"not a checkpoint")
    with pytest.raises(ValueError):
        isotypic.Predictor(tmp_path)


def test_threads_share_a_predictor(model):
    predictor = isotypic.Predictor(model / "model")
    answers = predictor.predict(shapes())
    found = [None] * 4

    def ask(place):
        found[place] = np.array([predictor.predict(graph) for graph in shapes()])

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for rows in found:
        np.testing.assert_array_equal(rows, answers)


def test_a_predictor_does_not_import_torch(model):
    code = ("import sys, isotypic; "
            f"isotypic.Predictor({str(model / 'model')!r}).predict('Cl', node_labels=[5, 6, 5, 6]); "
            "print('torch' in sys.modules)")
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"


def test_without_the_extension_module_the_reason_is_named():
    code = ("import sys; sys.modules['isotypic._learn'] = None; import isotypic\n"
            "try: isotypic.Predictor('model')\n"
            "except ImportError as error: print(error)")
    text = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert "isotypic._learn" in text and "LibTorch" in text


def test_a_predictor_without_content_is_refused(model):
    from isotypic import _learn
    empty = _learn.Predictor.__new__(_learn.Predictor)
    with pytest.raises(TypeError, match="made by __new__ alone"):
        empty.columns
    with pytest.raises(TypeError, match="made by __new__ alone"):
        empty.predict(isotypic.family("cycle", 6), None, None, None, None)
