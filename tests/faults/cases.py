"""What the sweep of faults runs: the commands, their inputs, and the files that they write."""

import dataclasses
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from shapes import write_shapes  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Case:
    """One command line, in an empty folder beside the one that `write_inputs` has filled."""
    name: str
    arguments: tuple
    outputs: tuple = ()  # files that hold their old content or the whole new one
    resumes: tuple = ()  # files that the command goes on from when it is run again
    learn: bool = False  # a command of isotypic-learn: LibTorch's allocations are not ours


def case(name, words, **more):
    """IN stands for the folder of the inputs, as a run sees it from its own."""
    return Case(name, tuple(word.replace("IN", "../inputs") for word in words.split()), **more)


CASES = (
    case("generate", "generate rook 4 4"),
    case("generate-list", "generate --list"),
    case("inspect", "inspect IN/two.g6 --channels --threads 1"),
    case("inspect-json", "inspect IN/two.g6 IN/large.g6 --json --threads 1 -o out",
         outputs=("out",)),
    case("inspect-threads", "inspect IN/many.g6 --table --threads 2"),
    case("inspect-limit", "inspect IN/large.g6 --time-limit 60 --threads 1"),
    case("inspect-formats", "inspect IN/path.dot IN/path.gml IN/path.graphml IN/path.txt"
                            " IN/path.col IN/path.g6.gz --csv --threads 1"),
    case("inspect-part", "inspect IN/many.g6 --json --threads 1 --shard 0/2 -o part",
         resumes=("part",)),
    case("embed", "embed IN/two.g6 --input degree --threads 1 -o out", outputs=("out",)),
    case("embed-npy", "embed IN/many.g6 --grouping components --npy out --threads 1",
         outputs=("out",)),
    case("embed-features", "embed IN/two.g6 --input IN/features.npy --threads 1"),
    case("embed-part", "embed IN/many.g6 --json --threads 1 --shard 1/2 -o part", resumes=("part",)),
    case("explain", "explain IN/two.g6 --features degree --threads 1"),
    case("compare", "compare IN/rook.g6 IN/shrikhande.g6"),
    case("dedupe", "dedupe IN/many.g6 --threads 1 -o out", outputs=("out",)),
    case("dedupe-part", "dedupe IN/many.g6 --threads 1 --shard 0/2 -o part", resumes=("part",)),
    case("select", "select IN/many.g6 --threads 1 -o out --where orbits==1", outputs=("out",)),
    case("group", "group IN/rook.g6 --classes --threads 1"),
    case("group-gap", "group IN/rook.g6 --random 3 --threads 1 --json"),
    case("ladder", "ladder IN/two.g6"),
    case("draw", "draw IN/two.g6 -o out.svg --threads 1", outputs=("out.svg",)),
    case("draw-png", "draw IN/rook.g6 -o out.png --threads 1", outputs=("out.png",)),
    case("explore", "explore IN/two.g6 -o out.html", outputs=("out.html",)),
    case("report", "report IN/record.json --markdown"),
    case("report-html", "report IN/record.json --html out.html", outputs=("out.html",)),
    case("report-plots", "report IN/record.json --plots plots"),
    case("merge-parts", "merge IN/part-0 IN/part-1 -o out", outputs=("out",)),
    case("merge-stores", "merge IN/0.channels IN/1.channels -o out.channels",
         outputs=("out.channels",)),
    case("data-list", "data list --data IN"),
    case("data-checksums", "data checksums"),
    case("data-show", "data show SHAPES --data IN"),
    case("data-channels", "data channels SHAPES --data IN --threads 1 --json"),
    case("data-store", "data channels SHAPES --data IN --threads 1 --json --cache store",
         resumes=("store",)),
    case("help", "embed --help"),
    case("version", "--version"),
    case("unknown", "inspect no-such-file.g6"),
)


def write_inputs(folder, program):
    """Everything that the cases read."""

    def run(*words):
        return subprocess.run([program, *words], cwd=folder, check=True, capture_output=True).stdout

    rook, shrikhande = run("generate", "rook", "4", "4"), run("generate", "shrikhande")
    (folder / "rook.g6").write_bytes(rook)
    (folder / "shrikhande.g6").write_bytes(shrikhande)
    (folder / "two.g6").write_bytes(rook + shrikhande)
    # Above 24 nodes Traces searches, and above 64 a search with a limit has its own process.
    (folder / "large.g6").write_bytes(run("generate", "cycle", "80") + run("generate", "path", "30") + run("generate", "star", "30"))
    (folder / "many.g6").write_bytes(b"".join(
        run("generate", family, str(n)) for n in range(4, 8) for family in ("cycle", "path", "star")))
    (folder / "path.dot").write_text("graph { 0 -- 1; 1 -- 2; }\n")
    (folder / "path.gml").write_text(
        "graph [ node [ id 0 ] node [ id 1 ] node [ id 2 ]\n"
        "edge [ source 0 target 1 ] edge [ source 1 target 2 ] ]\n")
    (folder / "path.graphml").write_text(
        '<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>'
        '<edge source="a" target="b"/><edge source="b" target="c"/></graph></graphml>\n')
    (folder / "path.txt").write_text("0 1\n1 2\n")
    (folder / "path.col").write_text("p edge 3 2\ne 1 2\ne 2 3\n")
    write_gzip_and_array(folder)
    write_shapes(folder / "SHAPES", graphs=24, sizes=6)
    (folder / "record.json").write_bytes((ROOT / "docs/results/srg16.json").read_bytes())
    for shard in ("0", "1"):
        run("dedupe", "many.g6", "--threads", "1", "--shard", f"{shard}/2", "-o", f"part-{shard}")
        run("data", "channels", "SHAPES", "--data", ".", "--threads", "1", "--shard", f"{shard}/2",
            "--cache", f"{shard}.channels")


def write_gzip_and_array(folder):
    import gzip
    (folder / "path.g6.gz").write_bytes(gzip.compress(b"BW\n", mtime=0))
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (32, 1), }"
    header += b" " * (117 - len(header)) + b"\n"
    import struct
    (folder / "features.npy").write_bytes(
        b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header
        + struct.pack("<32d", *(float(v % 5) for v in range(32))))
