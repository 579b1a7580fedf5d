"""Graphs of any size: components by motifs."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import isotypic


def embeddings(graph, width=3, seed=0):
    return np.random.default_rng(seed).standard_normal((graph.num_nodes, width))


def test_components_and_readouts_are_those_of_the_dense_decomposition(zoo):
    for graph in zoo:
        rows = embeddings(graph)
        dense = isotypic.decompose(graph, grouping="components")
        local = isotypic.decompose_locally(graph)
        assert local.components == [dense.components[i] for i in dense.component_of]
        assert np.array_equal(local.dims, dense.dims) and len(local) == len(dense)
        for options in ({}, {"max_blocks": 0}, {"variant": "linear"}, {"centre": True}):
            np.testing.assert_allclose(isotypic.features(local, rows, **options),
                                       isotypic.features(dense, rows, **options), atol=1e-9)
        np.testing.assert_allclose(isotypic.pooled_features(local, rows),
                                   isotypic.pooled_features(dense, rows), atol=1e-9)
        assert isotypic.retained_energy(local, rows) == pytest.approx(
            isotypic.retained_energy(dense, rows), abs=1e-12)
        own, other = isotypic.explain(local, rows), isotypic.explain(dense, rows)
        assert own.total == pytest.approx(other.total, rel=1e-12)
        np.testing.assert_allclose([part.energy for part in own.components],
                                   [other.components[i].energy for i in dense.component_of],
                                   atol=1e-12 * max(1.0, other.total))


def test_projections_add_up(zoo):
    for graph in zoo:
        rows = embeddings(graph)
        local = isotypic.decompose_locally(graph)
        parts = [local.project(i, rows) for i in range(len(local))]
        np.testing.assert_allclose(sum(parts, np.zeros_like(rows)), rows, atol=1e-12)


def test_large_graphs_are_decomposed_by_motifs():
    star = isotypic.family("star", 50_000)
    channels = isotypic.decompose(star, grouping="components")
    assert isinstance(channels, isotypic.LocalChannels)
    assert channels.motifs == {"basic": 1, "nested": 0, "with_core": 0, "nodes": 50_000,
                               "largest_core": 0}
    assert channels.certificate["num_orbitals"] == 5
    again = isotypic.decompose(isotypic.symmetry(star), grouping="components")
    assert again.components == channels.components
    small, large = isotypic.decompose([isotypic.family("star", 3), star], grouping="components")
    assert isinstance(small, isotypic.Channels) and isinstance(large, isotypic.LocalChannels)
    rows = [np.ones((4, 2)), np.ones((50_001, 2))]
    assert isotypic.pooled_features([small, large], rows).shape == (2, 64)
    assert isotypic.features([small, large], rows).shape == (2, 88)
    assert isotypic.explain(large, rows[1]).kept_by_pooling == pytest.approx(100_002)


def test_relabelled_copies_read_the_same(zoo):
    random = np.random.default_rng(3)
    for graph in zoo:
        position = random.permutation(graph.num_nodes).astype(np.int32)
        rows = embeddings(graph)
        moved = np.empty_like(rows)
        moved[position] = rows
        a = isotypic.pooled_features(isotypic.decompose_locally(graph), rows)
        b = isotypic.pooled_features(isotypic.decompose_locally(graph.relabel(position)), moved)
        np.testing.assert_allclose(a, b, atol=1e-9)


def test_precision_is_kept():
    channels = isotypic.decompose_locally(isotypic.family("path", 7))
    rows = embeddings(isotypic.family("path", 7))
    single = isotypic.features(channels, rows.astype(np.float32))
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, isotypic.features(channels, rows), atol=1e-5)


def test_wrong_input_is_refused():
    channels = isotypic.decompose_locally(isotypic.family("star", 4))
    for call in (lambda: isotypic.pooled_features(channels, np.ones((4, 1))),
                 lambda: isotypic.pooled_features(channels, np.ones((5, 1)), num_features=0),
                 lambda: isotypic.pooled_features("channels", np.ones((5, 1))),
                 lambda: isotypic.pooled_features([channels], [np.ones((5, 1))] * 2),
                 lambda: isotypic.pooled_features(isotypic.decompose("Bw", max_blocks=1),
                                                  np.ones((3, 1))),
                 lambda: channels.project(2, np.ones((5, 1))),
                 lambda: isotypic.decompose(isotypic.family("cycle", 9000)),
                 lambda: isotypic.decompose_locally(isotypic.symmetry("Bw"), time_limit=1.0)):
        with pytest.raises(ValueError) as caught:
            call()
        assert len(str(caught.value)) > 10
    with pytest.raises(ValueError, match="a core of 9000 nodes"):
        isotypic.decompose(isotypic.family("cycle", 9000), grouping="components")
    for copier in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match="decompose again"):
            copier(channels)


def test_the_time_limit_holds_for_cores():
    begin = time.monotonic()
    with pytest.raises(TimeoutError, match="core of 6000 nodes|time limit"):
        isotypic.decompose_locally(isotypic.family("cycle", 6000), time_limit=0.3)
    assert time.monotonic() - begin < 5.0


def test_names_of_nodes_are_kept():
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph([("a", "b"), ("b", "c")])
    assert isotypic.decompose_locally(graph).node_names == ("a", "b", "c")


def test_ctrl_c_ends_the_decomposition_of_a_core():
    code = ("import isotypic\n"
            "symmetry = isotypic.symmetry(isotypic.family('cycle', 7000))\n"
            "print('ready', flush=True)\n"
            "isotypic.decompose_locally(symmetry)\n")
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, env=os.environ)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors
