#!/usr/bin/env python3
"""Training steps that two ranks share, against one rank with the same batch, on one machine.

    bench/ranks.py build/bench/bench/ranks_bench --record docs/results/ranks.json

Runs cases b and c of the neural benchmark with one rank and with two, in turns, and compares steps
a second by the wall clock (medians of the rounds), processor time, and the losses of the first 20
steps. Then times the messages of a step alone. Two ranks need two free cores: the load of the
machine is part of the record. Everything runs on 127.0.0.1.

    bench/ranks.py --project docs/results/ranks.json

computes from the record what 2 to 64 machines would reach, for networks of given round trips and
bandwidths: a table of docs/explanation/scale.md.
"""

import argparse
import json
import os
import shlex
import socket
import statistics
import subprocess
import sys


def run_world(program, words, ranks):
    """What the first of `ranks` processes prints, as JSON."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    processes = []
    for rank in range(ranks):
        own = {} if ranks == 1 else {"RANK": str(rank), "WORLD_SIZE": str(ranks),
                                     "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
        processes.append(subprocess.Popen([program, *words], env={**os.environ, **own},
                                          stdout=subprocess.PIPE, text=True))
    outputs = [process.communicate()[0] for process in processes]
    if any(process.returncode for process in processes):
        sys.exit(f"ranks.py: {program} {' '.join(words)} failed")
    return json.loads(outputs[0])


def compare(program, case, rounds, seconds):
    runs = {1: [], 2: []}
    for _ in range(rounds):
        for ranks, own in runs.items():
            own.append(run_world(program, ["steps", case, str(seconds)], ranks))
    speed = {r: statistics.median(run["steps_per_second"] for run in own)
             for r, own in runs.items()}
    cpu = {r: min(run["cpu_ms_per_step_and_rank"] for run in own) for r, own in runs.items()}
    losses = {kind: [own[0][kind] for own in runs.values()] for kind in ("losses", "exact_losses")}
    return {"case": case,
            "steps_per_second": {"1 rank": speed[1], "2 ranks": speed[2]},
            "speed_up": speed[2] / speed[1],
            "speed_up_of_rounds": [b["steps_per_second"] / a["steps_per_second"]
                                   for a, b in zip(runs[1], runs[2])],
            "cpu_ms_per_step_and_rank": {"1 rank": cpu[1], "2 ranks": cpu[2]},
            "cpu_speed_up": cpu[1] / cpu[2],
            # Of 20 steps, over the first loss.
            "largest_difference_of_losses":
                {kind: max(abs(a - b) for a, b in zip(*pair)) / pair[0][0]
                 for kind, pair in losses.items()},
            "losses": losses["losses"],
            "equal_losses_of_equal_worlds": all(run["losses"] == own[0]["losses"]
                                                for own in runs.values() for run in own),
            "weights": runs[1][0]["weights"]}


# One-way latency in microseconds and bandwidth in megabytes a second.
NETWORKS = {"10 Gbit/s Ethernet": (30.0, 1.1e3), "1 Gbit/s Ethernet": (100.0, 110.0),
            "between sites, 1 Gbit/s": (5000.0, 110.0)}
LAYERS = 5


def project(record):
    """Strong scaling (the same batch) and weak scaling (a batch that grows) of case c."""
    case = record["cases"][1]
    alone = case["cpu_ms_per_step_and_rank"]["1 rank"]
    # Two ranks halve what can be shared; the rest everyone does: weights, optimiser, messages.
    everyone = max(0.0, 2 * case["cpu_ms_per_step_and_rank"]["2 ranks"] - alone)
    software = record["messages"][0]["gather_us"] / 1e3
    print(f"case c: {alone:.1f} ms a step alone, {everyone:.1f} ms of it on every rank; "
          f"{2 * LAYERS + 2} messages of {software:.2f} ms in software")
    print("| network | ranks | same batch: ms a step | speed-up | grown batch: efficiency |")
    print("|---|---|---|---|---|")
    for name, (latency, bandwidth) in NETWORKS.items():
        for ranks in (2, 8, 16, 32, 64):
            gradient = 2 * 4 * case["weights"] * (ranks - 1) / ranks / bandwidth / 1e3
            messages = (2 * LAYERS + 2) * (latency / 1e3 + software) + gradient
            shared = (alone - everyone) / ranks + everyone + messages
            print(f"| {name} | {ranks} | {shared:.1f} | {alone / shared:.1f} | "
                  f"{100 * alone / (alone + messages):.0f} % |")


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--project":
        with open(sys.argv[2], encoding="utf-8") as file:
            project(json.load(file))
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--record")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    cases = [compare(arguments.program, case, arguments.rounds, arguments.seconds)
             for case in ("b", "c")]
    messages = [run_world(arguments.program, ["messages", "257", str(cases[0]["weights"]), "300"],
                          ranks) for ranks in (2, 4)]
    print("| case | 1 rank, steps/s | 2 ranks, steps/s | speed-up | by CPU time | "
          "losses differ by, float | double |")
    print("|---|---|---|---|---|---|---|")
    for case in cases:
        steps = case["steps_per_second"]
        print(f"| {case['case']} | {steps['1 rank']:.2f} | {steps['2 ranks']:.2f} | "
              f"{case['speed_up']:.2f} | {case['cpu_speed_up']:.2f} | "
              f"{case['largest_difference_of_losses']['losses']:.1e} | "
              f"{case['largest_difference_of_losses']['exact_losses']:.1e} |")
    for line in messages:
        print(f"{line['ranks']} ranks: gather of {line['numbers']} doubles "
              f"{line['gather_us']:.0f} us, sum of {line['weights']} floats {line['sum_us']:.0f} us")
    if arguments.record:
        record = {"command": shlex.join(sys.argv),
                  "cores": os.cpu_count(), "load_at_start": load, "rounds": arguments.rounds,
                  "seconds": arguments.seconds, "cases": cases, "messages": messages}
        with open(arguments.record, "w", encoding="utf-8") as file:
            json.dump(record, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
