#!/usr/bin/env python3
"""Two ranks train; one of them is killed at a random moment, again and again.

    tests/train/killed_ranks.py ISOTYPIC_LEARN [KILLS] [--record FILE]

After every kill the other rank must end by itself, within seconds, with exit code 1 and a message.
Then the same command goes on. At the end the checkpoint has the bytes of a run that nobody
disturbed. Ranks with other options or data are refused. Everything runs on 127.0.0.1.
"""

import argparse
import json
import os
import random
import shlex
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from shapes import write_shapes  # noqa: E402

TIMEOUT = 20  # seconds that a rank waits for one that never came


class World:
    """Two processes of one training."""

    def __init__(self, program, words, own_words=((), ())):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.processes = []
        for rank in range(2):
            environment = dict(os.environ, RANK=str(rank), WORLD_SIZE="2",
                               MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port),
                               ISOTYPIC_RANK_TIMEOUT=str(TIMEOUT))
            self.processes.append(subprocess.Popen(
                [program, "train", *words, *own_words[rank]], env=environment,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True))

    def wait(self, seconds):
        """[(exit code, what it said)] of both; a rank that is still there has failed the test."""
        results = []
        for process in self.processes:
            try:
                said = process.communicate(timeout=seconds)[1]
            except subprocess.TimeoutExpired:
                self.end()
                sys.exit("killed_ranks.py: a rank hangs")
            results.append((process.returncode, said))
        return results

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()


def check(condition, *what):
    if not condition:
        sys.exit("killed_ranks.py: " + " ".join(map(str, what)))


def check_refusals(program, data, folder):
    """Other options, and other data under the same name, are refused by both ranks."""
    words = ["--dataset", "SHAPES", "--quiet", "--epochs", "2", "--output", str(folder / "refused")]
    other = folder / "other"
    write_shapes(other, graphs=120, sizes=8)
    labels = (other / "SHAPES_graph_labels.txt").read_text()
    (other / "SHAPES_graph_labels.txt").write_text("1\n" + labels[2:])
    here = ("--data", str(data))
    for own, names in ((((*here, "--hidden", "8"), (*here, "--hidden", "16")), "hidden is 8 on"),
                       ((here, ("--data", str(other))), "")):
        for code, said in World(program, words, own).wait(120):
            check(code == 65, "ranks that differ ended with", code, said)
            check("the ranks do not train the same: " in said and names in said, said)


def kill_until_finished(program, words, kills, span, chooser):
    """Kills and resumes; returns per kill the seconds until the other rank ended, and whether the
    two had met before: if not, the other one waits for TIMEOUT."""
    endings = []
    while len(endings) < kills:
        world = World(program, words)
        victim = chooser.randrange(2)
        time.sleep(chooser.random() * span)
        if world.processes[victim].poll() is not None:
            world.wait(60)
            return endings  # finished before
        world.processes[victim].send_signal(signal.SIGKILL)
        start = time.monotonic()
        code, said = world.wait(TIMEOUT + 40)[1 - victim]
        # Finished both, if the victim fell after its last message.
        check(code in (0, 1), "the other rank ended with", code, said)
        check(code == 0 or "the others" in said, "it said only", said)
        endings.append((time.monotonic() - start, "did not find" not in said))
    return endings


def summary(seconds):
    return {"kills": len(seconds), "median": statistics.median(seconds or [0]),
            "largest": max(seconds, default=0)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("kills", type=int, nargs="?", default=3)
    parser.add_argument("--record")
    arguments = parser.parse_args()
    chooser = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = folder / "data"
        write_shapes(data, graphs=120, sizes=8)
        words = ["--data", str(data), "--dataset", "SHAPES", "--quiet", "--epochs", "12",
                 "--patience", "0", "--hidden", "16", "--layers", "2", "--batch-size", "7"]
        start = time.monotonic()
        undisturbed = World(arguments.program, [*words, "--output", str(folder / "whole")])
        for code, said in undisturbed.wait(300):
            check(code == 0, "the undisturbed run failed:", said)
        span = time.monotonic() - start
        whole = (folder / "whole" / "model.checkpoint").read_bytes()
        endings, rounds = [], 0
        while len(endings) < arguments.kills:
            rounds += 1
            output = folder / f"killed{rounds}"
            endings += kill_until_finished(arguments.program, [*words, "--output", str(output)],
                                           min(6, arguments.kills - len(endings)), span, chooser)
            for code, said in World(arguments.program, [*words, "--output", str(output)]).wait(300):
                check(code == 0, "the run did not go on:", said)
            check((output / "model.checkpoint").read_bytes() == whole, "other bytes in", output)
        check_refusals(arguments.program, data, folder)
    # Whatever went wrong has ended the script before.
    result = {"command": shlex.join(sys.argv), "kills": len(endings), "trainings": rounds,
              "seconds_until_the_other_rank_ended": summary([s for s, met in endings if met]),
              "the_same_if_killed_before_they_met": summary([s for s, met in endings if not met]),
              "timeout_of_ranks_that_have_not_met": TIMEOUT, "load": os.getloadavg()[1]}
    print(json.dumps(result))
    if arguments.record:
        Path(arguments.record).write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
