"""Everything survives pickling; damaged states are refused."""

import copy
import pickle

import numpy as np
import pytest

import isotypic
from isotypic import _core


def again(value):
    return pickle.loads(pickle.dumps(value))


def test_symmetries(zoo):
    for graph in [*zoo, isotypic.family("cycle", 40), isotypic.family("star", 300)]:
        own = isotypic.symmetry(graph)
        other = again(own)
        for name in ("num_nodes", "num_orbits", "order", "canonical", "hash", "engine"):
            assert getattr(other, name) == getattr(own, name)
        assert np.array_equal(other.orbits, own.orbits)
        assert np.array_equal(other.position, own.position)
        assert [g.tolist() for g in other.generators] == [g.tolist() for g in own.generators]
        assert other.orbitals() == own.orbitals() == again(own.orbitals())
        assert np.array_equal(isotypic.decompose(other).basis, isotypic.decompose(own).basis)
        assert [g.tolist() for g in again(own.generators)] == [g.tolist() for g in own.generators]


def test_explanations_and_components():
    channels = isotypic.decompose(isotypic.family("path", 7))
    account = isotypic.explain(channels, np.random.default_rng(0).standard_normal((7, 2)))
    other = again(account)
    assert repr(other) == repr(account) and other.total == account.total
    assert [repr(part) for part in other.components] == [repr(part) for part in account.components]
    assert again(channels.components) == channels.components
    assert set(again(channels.components)) == set(channels.components)


def test_caches_keep_their_file(tmp_path):
    cache = isotypic.ChannelCache(tmp_path / "cache", max_bytes=1 << 20)
    isotypic.decompose("Bw", cache=cache)
    cache.save()
    other = again(cache)
    assert repr(other) == repr(cache)
    isotypic.decompose("Bw", cache=other)
    assert other.statistics["file_hits"] == 1


def test_names_of_nodes_are_kept():
    networkx = pytest.importorskip("networkx")
    graph = isotypic.as_graph(networkx.Graph([("a", "b"), ("b", (1, 2))]))
    for value in (graph, isotypic.symmetry(graph), isotypic.decompose(graph)):
        assert again(value).node_names == ("a", "b", (1, 2))
        assert copy.deepcopy(value).node_names == ("a", "b", (1, 2))


def test_readers_say_that_they_cannot_be_pickled():
    with pytest.raises(TypeError, match="pickle the path"):
        pickle.dumps(isotypic.GraphReader.from_bytes(b"Bw\n"))


def test_damaged_states_are_refused():
    petersen = isotypic.symmetry(isotypic.family("petersen"))
    whole = petersen.__getstate__()
    sizes, points, images = whole[1]
    for damaged in [whole[:5], ("engine", *whole[1:]), (*whole[:2], "many", *whole[3:]),
                    (*whole[:3], whole[3] * 0, *whole[4:]), (*whole[:3], whole[3][:4], *whole[4:]),
                    (whole[0], (sizes * 5, points, images), *whole[2:]),
                    (whole[0], (sizes, points + 90, images + 90), *whole[2:]),
                    (whole[0], (sizes, points, points[::-1] * 0), *whole[2:])]:
        with pytest.raises(ValueError):
            _core.Symmetry.__new__(_core.Symmetry).__setstate__(damaged)
    orbitals = petersen.orbitals()
    whole = orbitals.__getstate__()
    for damaged in [whole[:3], (99, *whole[1:]), (whole[0], whole[1] + 50, *whole[2:]),
                    (*whole[:2], whole[2] - 9, whole[3]), (-10, *whole[1:])]:
        with pytest.raises(ValueError):
            _core.Orbitals.__new__(_core.Orbitals).__setstate__(damaged)
    with pytest.raises(ValueError):
        _core.Component.__new__(_core.Component).__setstate__((1, 1, 7, True))
