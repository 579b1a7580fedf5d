"""Laws of symmetry, channels and features, seen from Python."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import isotypic


def test_generators_are_automorphisms_and_generate_the_orbits(zoo):
    for graph in zoo:
        symmetry = isotypic.symmetry(graph)
        smallest = np.arange(graph.num_nodes)  # node that is known to be in the same orbit
        for _ in range(graph.num_nodes):
            for generator in symmetry.generators:
                assert graph.relabel(generator) == graph
                smallest = np.minimum(smallest, smallest[generator])
        for orbit in symmetry.orbit_lists():
            assert set(smallest[orbit]) == {min(orbit)}
            assert len(set(symmetry.orbits[orbit])) == 1
        assert len(symmetry.orbit_lists()) == symmetry.num_orbits == len(set(smallest))
        assert graph.relabel(symmetry.position) == symmetry.canonical


def test_group_orders_have_any_size():
    big = isotypic.symmetry(isotypic.family("star", 3000))
    order = 1
    for i in range(2, 3001):
        order *= i
    assert big.order == order  # 9131 digits: more than Python reads at once


def test_relabelled_copies_share_hash_orbitals_and_features(zoo):
    random = np.random.default_rng(0)
    for graph in zoo:
        position = random.permutation(graph.num_nodes).astype(np.int32)
        copy = graph.relabel(position)
        own, other = isotypic.symmetry([graph, copy])
        assert own.hash == other.hash and isotypic.is_isomorphic(graph, copy)
        labels = own.orbitals().labels
        assert np.array_equal(other.orbitals().labels[np.ix_(position, position)], labels)
        rows = random.standard_normal((graph.num_nodes, 3))
        moved = np.empty_like(rows)
        moved[position] = rows
        a, b = isotypic.features(isotypic.decompose([graph, copy]), [rows, moved])
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-12 * max(1, np.abs(a).max()))


def test_lists_give_what_single_graphs_give(zoo):
    random = np.random.default_rng(1)
    rows = [random.standard_normal((graph.num_nodes, 4)) for graph in zoo]
    channels = isotypic.decompose(zoo, threads=2)
    together = isotypic.features(channels, rows, max_blocks=5)
    stacked = isotypic.features(channels, np.concatenate(rows), max_blocks=5)
    energies = isotypic.retained_energy(channels, rows, max_blocks=5)
    for i, graph in enumerate(zoo):
        alone = isotypic.decompose(graph)
        assert np.array_equal(alone.basis, channels[i].basis)
        assert np.array_equal(isotypic.features(alone, rows[i], max_blocks=5), together[i])
        assert energies[i] == isotypic.retained_energy(alone, rows[i], max_blocks=5)
    assert np.array_equal(together, stacked)
    assert together.shape == (len(zoo), 5 * 11)
    assert isotypic.features([], []).shape[0] == 0


def test_channels_split_the_space(zoo):
    for graph in zoo:
        for grouping in ("channels", "components"):
            channels = isotypic.decompose(graph, grouping=grouping)
            basis = channels.basis
            np.testing.assert_allclose(basis.T @ basis, np.eye(graph.num_nodes), atol=1e-12)
            assert channels.dims.sum() == graph.num_nodes
            assert np.array_equal(channels.canonical_basis[channels.position], basis)
        projectors = [channels.component_projector(i) for i in range(len(channels.components))]
        np.testing.assert_allclose(sum(projectors, np.zeros((graph.num_nodes,) * 2)),
                                   np.eye(graph.num_nodes), atol=1e-12)


def test_pickled_channels_read_the_same():
    graph = isotypic.family("rook", 4, 4)
    channels = isotypic.decompose(graph)
    copy = pickle.loads(pickle.dumps(channels))
    rows = np.random.default_rng(0).standard_normal((16, 2))
    assert np.array_equal(isotypic.features(copy, rows), isotypic.features(channels, rows))


def test_views_do_not_copy_and_cannot_be_written():
    channels = isotypic.decompose(isotypic.family("petersen"))
    view = channels.canonical_basis
    assert np.shares_memory(view, channels.canonical_basis)
    with pytest.raises(ValueError):
        view[0, 0] = 1.0
    before = view.copy()
    del channels  # the view keeps the memory alive
    assert np.array_equal(view, before)


def test_precision_and_memory_order_of_embeddings_do_not_matter():
    channels = isotypic.decompose(isotypic.family("path", 7))
    rows = np.random.default_rng(0).standard_normal((7, 3))
    wide = isotypic.features(channels, rows)
    assert np.array_equal(isotypic.features(channels, np.asfortranarray(rows)), wide)
    assert np.array_equal(isotypic.features(channels, np.repeat(rows, 2, axis=1)[:, ::2]), wide)
    single = isotypic.features(channels, rows.astype(np.float32))
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, wide, atol=1e-5)
    assert isotypic.features(channels, np.ones((7, 1), dtype=int)).dtype == np.float64


def test_energies_of_an_explanation_add_up(zoo):
    random = np.random.default_rng(2)
    for graph in zoo:
        rows = random.standard_normal((graph.num_nodes, 3))
        account = isotypic.explain(isotypic.decompose(graph), rows)
        parts = sum(part.energy for part in account.components)
        assert account.kept_by_pooling <= account.visible_to_linear_readouts <= account.total
        assert abs(parts - account.total) <= 1e-12 * max(1.0, account.total)


def test_the_cache_keeps_decompositions_in_a_file(tmp_path, zoo):
    graphs = [graph for graph in zoo if graph.num_nodes > 1]
    with isotypic.ChannelCache(tmp_path / "cache") as cache:
        isotypic.decompose(graphs, cache=cache)
    again = isotypic.ChannelCache(tmp_path / "cache")
    found = isotypic.decompose(graphs, cache=again)
    assert again.statistics["misses"] == 0
    fresh = isotypic.decompose(graphs)
    assert all(np.array_equal(a.basis, b.basis) for a, b in zip(found, fresh))


@pytest.mark.parametrize("call, reason", [
    (lambda c: isotypic.features(c, np.ones((9, 2))), "9 rows for 10 nodes"),
    (lambda c: isotypic.features(c, np.ones(10)), "two dimensions"),
    (lambda c: isotypic.features(c, np.full((10, 1), np.nan)), "row 0 holds a NaN"),
    (lambda c: isotypic.features(c, np.ones((10, 1), complex)), "real numbers"),
    (lambda c: isotypic.features(c, [["a"]] * 10), "real numbers"),
    (lambda c: isotypic.features(c, [[1], [2, 3]]), "array"),
    (lambda c: isotypic.features(c, np.ones((10, 1)), variant="best"), "variant"),
    (lambda c: isotypic.features(c, np.ones((10, 1)), max_blocks=-1), "max_blocks"),
    (lambda c: isotypic.features(c, np.ones((10, 1)), rp_dim=2**40), "rp_dim"),
    (lambda c: isotypic.features(c, np.ones((10, 1)), seed=-1), "seed"),
    (lambda c: isotypic.features([c], [np.ones((10, 1))] * 2), "2 embeddings for 1 graphs"),
    (lambda c: isotypic.features([c, c], [np.ones((10, 1)), np.ones((3, 1))]), "item 1: .*3 rows"),
    (lambda c: isotypic.features([c], np.ones((9, 1))), "10 rows"),
    (lambda c: isotypic.features("channels", np.ones((9, 1))), "must come from decompose"),
    (lambda c: isotypic.explain(c, np.ones((3, 1))), "3 rows"),
    (lambda c: isotypic.decompose("Bw", order="up"), "order"),
    (lambda c: isotypic.decompose("Bw", grouping="all"), "grouping"),
    (lambda c: isotypic.decompose("Bw", tolerance=float("nan")), "tolerance"),
    (lambda c: isotypic.decompose("Bw", seed=2**64), "seed"),
    (lambda c: isotypic.decompose("Bw", time_limit=-1), "time_limit"),
    (lambda c: isotypic.decompose(isotypic.symmetry("Bw"), node_colours=True), "node_colours"),
    (lambda c: isotypic.decompose(isotypic.symmetry("Bw"), edge_colours=True), "edge_colours"),
    (lambda c: isotypic.decompose(isotypic.symmetry("Bw"), time_limit=1), "time_limit"),
    (lambda c: isotypic.decompose(isotypic.symmetry("Bw"), threads=1), "threads"),
    (lambda c: isotypic.decompose(["Bw", "B"]), "."),
    (lambda c: isotypic.decompose(isotypic.family("cycle", 9000)), "9000 nodes"),
    (lambda c: isotypic.explain(isotypic.decompose("IsP@OkWHG", max_blocks=1), np.ones((10, 1))),
     "truncated"),
    (lambda c: isotypic.family("klein-bottle"), "klein-bottle"),
    (lambda c: isotypic.family("cycle", "many"), "many"),
    (lambda c: isotypic.random_projection(-1, 2), "features"),
])
def test_wrong_calls_are_refused_with_the_reason(call, reason):
    with pytest.raises(ValueError, match=reason):
        call(isotypic.decompose(isotypic.family("petersen")))


def complement_of_union(copies):
    """Rook and Shrikhande graphs side by side, edges and non-edges exchanged: hard for Traces."""
    n = 16 * copies
    joined = np.zeros((n, n), dtype=bool)
    for i in range(copies):
        part = isotypic.family("shrikhande") if i % 2 else isotypic.family("rook", 4, 4)
        u, v = 16 * i + part.edges.T
        joined[u, v] = True
    return isotypic.Graph(n, np.argwhere(np.triu(~joined, 1)))


def test_a_time_limit_raises_timeout_error():
    hard = complement_of_union(16)
    for graph in (hard, [hard]):
        with pytest.raises(TimeoutError):
            isotypic.symmetry(graph, time_limit=0.2)


def test_a_time_limit_of_zero_is_none():
    graph = isotypic.family("hypercube", 7)
    assert isotypic.symmetry(graph, time_limit=0).order == isotypic.symmetry(graph).order


def test_other_threads_run_during_a_search():
    graphs = [isotypic.family("torus", 40, 40)] * 4
    counted = [0]
    finished = threading.Event()

    def count():
        while not finished.is_set():
            counted[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    isotypic.symmetry(graphs, threads=1)
    during = counted[0] - before
    finished.set()
    thread.join()
    assert during > 10


def test_ctrl_c_stops_a_long_search():
    code = """
import sys, isotypic
hard = isotypic.as_graph(sys.argv[1])
print("begin", flush=True)
try:
    isotypic.symmetry(hard)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", code, complement_of_union(16).to_graph6()],
                             stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    assert child.stdout.readline() == "begin\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=30)[0] == "interrupted\n"
