#!/usr/bin/env python3
"""Training steps that two ranks share, against one rank with the same batch, on one machine.

    bench/ranks.py build/bench/bench/ranks_bench --record docs/results/ranks.json

Runs cases b and c of the neural benchmark with one rank and with two, in turns, and compares steps
a second by the wall clock (medians of the rounds), processor time, and the losses of the first 20
steps. Then times the messages of a step alone. Two ranks need two free cores: the load of the
machine is part of the record. Everything runs on 127.0.0.1.

    bench/ranks.py --project docs/results/ranks.json

computes from the record what 2 to 64 machines would reach, for networks of given latencies and
bandwidths: a table of docs/explanation/scale.md.

    bench/ranks.py build/bench/bench/ranks_bench --delays 0.1,0.5,5 --record slow-network.json

holds this against two ranks on a network that is slowed down on purpose (slow_network.py, needs
root): milliseconds that every packet takes to the other rank.
"""

import argparse
import json
import os
import shlex
import socket
import statistics
import subprocess
import sys

from slow_network import SlowNetwork


def answer_of(processes):
    """What the first of them prints, as JSON, when all have ended."""
    outputs = [process.communicate()[0] for process in processes]
    if any(process.returncode for process in processes):
        sys.exit(f"ranks.py: {shlex.join(processes[0].args)} failed")
    return json.loads(outputs[0])


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
    return answer_of(processes)


def run_slow_world(program, words, delay):
    """The same of two processes, whose packets take `delay` seconds."""
    with SlowNetwork(delay) as network:
        processes = []
        for rank in range(2):
            own = {"RANK": str(rank), "WORLD_SIZE": "2", "MASTER_ADDR": "10.77.0.1",
                   "MASTER_PORT": "29500"}
            processes.append(network.start([program, *words], env={**os.environ, **own},
                                           stdout=subprocess.PIPE, text=True))
        return answer_of(processes)


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


def hold_against_delays(program, delays, rounds, seconds):
    """Case c: measured steps, and what the formula of scale.md makes of the measured messages."""
    lines = []
    alone = statistics.median(run_world(program, ["steps", "c", str(seconds)], 1)
                              ["steps_per_second"] for _ in range(rounds))
    for delay in delays:
        runs = [run_slow_world(program, ["steps", "c", str(seconds)], delay / 1e3)
                for _ in range(rounds)]
        messages = run_slow_world(program, ["messages", "257", str(runs[0]["weights"]), "50"],
                                  delay / 1e3)
        formula = (500 / alone + (2 * LAYERS * messages["gather_us"] + messages["sum_us"]) / 1e3)
        lines.append({"delay_ms": delay,
                      "ms_per_step": 1e3 / statistics.median(r["steps_per_second"] for r in runs),
                      "gather_us": messages["gather_us"], "sum_us": messages["sum_us"],
                      "formula_ms_per_step": formula})
    return {"case": "c", "ms_per_step_of_one_rank": 1e3 / alone, "delays": lines}


def print_delays(result):
    print(f"case c, one rank: {result['ms_per_step_of_one_rank']:.1f} ms a step")
    print("| one way, ms | gather, ms | sum of gradients, ms | a step, ms | by the formula, ms |")
    print("|---|---|---|---|---|")
    for line in result["delays"]:
        print(f"| {line['delay_ms']} | {line['gather_us'] / 1e3:.2f} | {line['sum_us'] / 1e3:.2f} "
              f"| {line['ms_per_step']:.1f} | {line['formula_ms_per_step']:.1f} |")


def write_record(path, arguments, load, result):
    record = {"command": shlex.join(sys.argv), "cores": os.cpu_count(), "load_at_start": load,
              "rounds": arguments.rounds, "seconds": arguments.seconds, **result}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(record, file, indent=1)
        file.write("\n")


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--project":
        with open(sys.argv[2], encoding="utf-8") as file:
            project(json.load(file))
        return
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--delays", type=lambda text: [float(word) for word in text.split(",")])
    parser.add_argument("--record")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    if arguments.delays:
        result = hold_against_delays(arguments.program, arguments.delays, arguments.rounds,
                                     arguments.seconds)
        print_delays(result)
        if arguments.record:
            write_record(arguments.record, arguments, load, result)
        return
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
        write_record(arguments.record, arguments, load, {"cases": cases, "messages": messages})


if __name__ == "__main__":
    main()
