"""Symmetry features and scikit-learn on TU data sets, beside baselines of NetworkX.

    python3 examples/sklearn_tu/classify.py FOLDER RECORD.json [--datasets PROTEINS ENZYMES]

Every method sees the same ten folds. Nothing is tuned. Prints a table, and writes a record.
"""

import argparse
import json
import platform
import sys
import time
from collections import Counter

import networkx
import numpy as np
import scipy
import sklearn
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline, make_union
from sklearn.preprocessing import Normalizer, StandardScaler
from sklearn.svm import SVC

import isotypic
from isotypic.sklearn import IsotypicFeatures


class WeisfeilerLeman(TransformerMixin, BaseEstimator):
    """How often every 1-WL colour of 0 to ``iterations`` rounds occurs: the subtree kernel."""

    def __init__(self, iterations=3):
        self.iterations = iterations

    def counts(self, graphs):
        for graph in graphs:
            own = networkx.Graph()
            own.add_nodes_from((v, {"label": str(c)}) for v, c in enumerate(graph.node_colours))
            own.add_edges_from(graph.edges.tolist())
            hashes = networkx.weisfeiler_lehman_subgraph_hashes(
                own, node_attr="label", iterations=self.iterations)
            yield Counter([f"label {c}" for c in graph.node_colours] +
                          [colour for colours in hashes.values() for colour in colours])

    def fit(self, graphs, y=None):
        self.columns_ = DictVectorizer().fit(self.counts(graphs))
        return self

    def transform(self, graphs):
        return self.columns_.transform(self.counts(graphs))


class Computed(TransformerMixin, BaseEstimator):
    """Features of numbered graphs that are computed once for all folds. None of them depends on a
    label or, but for the list of node labels that occur, on another graph."""

    def __init__(self, table):
        self.table = table

    def fit(self, X, y=None):
        return self

    def transform(self, X):
        return self.table[np.asarray(X)]


def forest():
    return RandomForestClassifier(n_estimators=100, random_state=0)


def logistic():
    return make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))


def support_vectors():
    return make_pipeline(Normalizer(), SVC(kernel="linear", C=10))


def timed(compute):
    begin = time.process_time()
    value = compute()
    return value, time.process_time() - begin


def methods(graphs):
    """Name, model on the numbers of the graphs, processor seconds of its features."""
    own = IsotypicFeatures(["degree", "colours"], rounds=2)
    table, seconds = timed(lambda: own.fit_transform(graphs))
    names = own.get_feature_names_out()
    pooled = table[:, [name.startswith("sum_") for name in names]]
    wl, wl_seconds = timed(lambda: WeisfeilerLeman().fit_transform(graphs))
    yield "most frequent class", DummyClassifier(), 0.0
    yield "sum pooling, logistic regression", make_pipeline(Computed(pooled), logistic()), None
    yield "sum pooling, random forest", make_pipeline(Computed(pooled), forest()), None
    yield "WL subtree kernel, SVM", make_pipeline(Computed(wl), support_vectors()), wl_seconds
    yield ("IsotypicFeatures, logistic regression", make_pipeline(Computed(table), logistic()),
           seconds)
    yield "IsotypicFeatures, random forest", make_pipeline(Computed(table), forest()), seconds
    # What GraphKernel computes, on features that are computed once.
    kernel = make_pipeline(Computed(table), StandardScaler(), SVC(C=10, gamma=1 / table.shape[1]))
    yield "GraphKernel (rbf), SVM", kernel, seconds
    both = make_union(make_pipeline(Computed(wl), Normalizer()),
                      make_pipeline(Computed(table), StandardScaler(), Normalizer()))
    yield ("WL and IsotypicFeatures, SVM", make_pipeline(both, SVC(kernel="linear", C=10)),
           seconds + wl_seconds)


def run(folder, name, folds):
    data = isotypic.read_dataset(folder, name)
    if data.y is None:
        sys.exit(f"{name} has no classes")
    numbers = np.arange(len(data.graphs))
    rows = []
    for method, model, seconds in methods(data.graphs):
        scores = cross_val_score(model, numbers, data.y, cv=folds)
        rows.append({"method": method, "accuracy": float(scores.mean()),
                     "deviation": float(scores.std(ddof=1)), "folds": scores.tolist(),
                     "feature_cpu_seconds": seconds})
        print(f"{name:10} {method:40} {scores.mean():.3f} +- {scores.std(ddof=1):.3f}", flush=True)
    return {"dataset": name, "graphs": len(data.graphs), "classes": len(set(data.y.tolist())),
            "methods": rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="holds the data sets in TU layout")
    parser.add_argument("record", help="JSON file to write")
    parser.add_argument("--datasets", nargs="+", default=["PROTEINS", "ENZYMES"])
    parser.add_argument("--folds", type=int, default=10)
    options = parser.parse_args()
    folds = StratifiedKFold(options.folds, shuffle=True, random_state=0)
    results = [run(options.folder, name, folds) for name in options.datasets]
    versions = {"isotypic": isotypic.__version__, "python": platform.python_version(),
                "numpy": np.__version__, "scipy": scipy.__version__,
                "scikit-learn": sklearn.__version__, "networkx": networkx.__version__}
    with open(options.record, "w", encoding="utf-8") as record:
        json.dump({"command": "examples/sklearn_tu/classify.py TU docs/results/sklearn_tu.json "
                              f"--datasets {' '.join(options.datasets)} --folds {options.folds}",
                   "versions": versions, "results": results}, record, indent=1)
        record.write("\n")


if __name__ == "__main__":
    main()
