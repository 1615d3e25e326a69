#!/usr/bin/env python3
"""The table of speeds for this processor: Tern and its peers on the same files, in turn.

    python3 Benchmarks/table.py --peer llama.cpp=llama.cpp/build/bin/llama-bench \\
        --peer "ik_llama.cpp=ik_llama.cpp/build/bin/llama-bench -rtr 1" > table.md

A peer is a name, the program llama-bench and options for it; a peer that is named twice counts with the better of
its forms, measured in each round. Models with random weights are made in --folder and kept there. Every program has
one run of each file before that is not counted. Prints Markdown: what the machine is, then two rows for each file and
number of threads. Progress goes to standard error.

Needs .build/release/tern-bench (swift build -c release --product tern-bench).
"""
import argparse
import json
import os
import pathlib
import platform
import shlex
import statistics
import subprocess
import sys

SHAPES = ["1b", "0.5b", "135m"]
TYPES = {"1b": ["Q4_K_M", "Q8_0", "Q4_0", "Q6_K"], "0.5b": ["Q4_K_M", "Q8_0", "Q4_0"], "135m": ["Q4_K_M", "Q8_0", "Q4_0"]}


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PROGRAM [OPTIONS]", help="a program to measure beside")
    parser.add_argument("--models", default="", help="shape:type, separated by commas (default: the table of README)")
    parser.add_argument("-m", dest="files", action="append", default=[], help="a GGUF file to measure instead; may be repeated")
    parser.add_argument("--threads", default="", help="numbers of threads (default: all cores, and one)")
    parser.add_argument("-p", dest="prompt", type=int, default=512, help="tokens of the prompt (default: 512)")
    parser.add_argument("-n", dest="generate", type=int, default=64, help="tokens generated (default: 64)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each program is run (default: 5)")
    parser.add_argument("--bench", default=".build/release/tern-bench", help="the command tern-bench")
    parser.add_argument("--folder", default=".build/table", help="where models are kept (default: .build/table)")
    o = parser.parse_args()
    o.threads = [int(t) for t in o.threads.split(",") if t] or sorted({os.cpu_count() or 1, 1}, reverse=True)
    peers = {}
    for peer in o.peer:
        name, separator, command = peer.partition("=")
        if not separator or not shlex.split(command):
            parser.error(f"--peer {peer}: NAME=PROGRAM is wanted")
        peers.setdefault(name, []).append(shlex.split(command))
    o.peer = peers
    return o


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode:
        raise RuntimeError(f"{shlex.join(command)}: {result.stderr.decode(errors='replace').strip()[-300:]}")
    return result.stdout


def models(o):
    """Names and files; those with random weights are made where they are missing."""
    if o.files:
        return [(pathlib.Path(file).stem, file) for file in o.files]
    wanted = o.models.split(",") if o.models else [f"{shape}:{kind}" for shape in SHAPES for kind in TYPES[shape]]
    found = []
    for name in wanted:
        shape, _, kind = name.partition(":")
        file = pathlib.Path(o.folder) / f"{shape}-{kind}.gguf"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            part = file.with_suffix(".part")
            run([o.bench, "make", "--synthetic", name, "-o", str(part)])
            part.rename(file)
        found.append((f"{shape.upper()} {kind}", str(file)))
    return found


def measure_tern(o, file, threads):
    figures = json.loads(run([o.bench, "speed", "-m", file, "-t", str(threads), "-p", str(o.prompt), "-n", str(o.generate),
                              "-r", "1", "--json"]))
    return figures


def measure_peer(o, forms, file, threads):
    """Tokens per second of the best form of a peer; none where it cannot load the file."""
    best = {}
    for form in forms:
        command = [*form, "-m", file, "-t", str(threads), "-p", str(o.prompt), "-n", str(o.generate), "-r", "1", "-o", "json"]
        try:
            runs = json.loads(run(command))
        except (RuntimeError, ValueError) as problem:
            print(f"  {problem}", file=sys.stderr)
            continue
        for one in runs:
            kind = "tg" if one["n_gen"] else "pp"
            best[kind] = max(best.get(kind, 0), one["avg_ts"])
    return best


def rows(o, name, file, threads):
    """The two rows of one file and number of threads."""
    measures = {"Tern": lambda: measure_tern(o, file, threads)}
    for peer, forms in o.peer.items():
        measures[peer] = lambda forms=forms: measure_peer(o, forms, file, threads)
    seen = {engine: [] for engine in measures}
    for turn in range(o.rounds + 1):
        for engine, measure in measures.items():
            print(f"{name}, {threads} threads, round {turn} of {o.rounds}: {engine}", file=sys.stderr)
            figures = measure()
            if turn:
                seen[engine].append(figures)
    for kind, text, share in [("pp", "prompt", "pp_share"), ("tg", "generation", "bandwidth_share")]:
        cells = [name, str(threads), text]
        ours = [first(figures.get(kind)) for figures in seen["Tern"]]
        cells.append(number(ours))
        cells += [number([figures.get(kind) for figures in seen[peer]]) for peer in o.peer]
        for peer in o.peer:
            pairs = [a / b[kind] for a, b in zip(ours, seen[peer]) if a and b.get(kind)]
            cells.append(f"{statistics.median(pairs):.2f} ({min(pairs):.2f})" if pairs else "–")
        shares = [first(figures.get(share)) for figures in seen["Tern"] if figures.get(share)]
        cells.append(f"{100 * statistics.median(shares):.0f}%" if shares else "–")
        print("| " + " | ".join(cells) + " |", flush=True)


def first(value):
    """A figure of tern-bench: a number, or a list with one for each repetition."""
    return value[0] if isinstance(value, list) and value else value


def number(values):
    values = [value for value in values if value]
    return f"{statistics.median(values):.1f}" if values else "–"


def machine():
    text = platform.processor() or platform.machine()
    try:
        for line in open("/proc/cpuinfo"):
            if line.startswith("model name"):
                text = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{text}, {os.cpu_count()} logical processors, {platform.system()} {platform.release()}"


def main():
    o = options()
    files = models(o)
    head = json.loads(run([o.bench, "speed", "-m", files[0][1], "-p", "0", "-n", "1", "-r", "1", "--json"]))
    print(f"{machine()}; kernels for {head.get('instruction_set', '?')}; prompts of {o.prompt} tokens, then {o.generate} generated; "
          f"medians of {o.rounds} rounds in turn, in tokens per second.\n")
    columns = ["model", "threads", "what", "Tern", *o.peer, *(f"Tern / {peer} (lowest)" for peer in o.peer), "share of the limit"]
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns), flush=True)
    for name, file in files:
        for threads in o.threads:
            rows(o, name, file, threads)


if __name__ == "__main__":
    main()
