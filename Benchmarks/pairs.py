#!/usr/bin/env python3
"""Tern and llama.cpp on one file, in turn, and the ratio of every pair.

    python3 -m venv peer && peer/bin/pip install llama-cpp-python
    peer/bin/python Benchmarks/pairs.py -m model.gguf -p 512 -n 128 -t 2 --pairs 5

Needs .build/release/tern-bench (swift build -c release --product tern-bench).
"""
import argparse
import ctypes
import json
import statistics
import subprocess
import sys
import time


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-m", dest="model", required=True, help="the GGUF file")
    for flag, name, value in [("-p", "prompt", 512), ("-n", "generate", 128), ("-d", "depth", 0), ("-t", "threads", 2)]:
        parser.add_argument(flag, dest=name, type=int, default=value, help=f"as for tern-bench (default: {value})")
    parser.add_argument("--pairs", type=int, default=5, help="how often both are run (default: 5)")
    parser.add_argument("--bench", default=".build/release/tern-bench", help="the command tern-bench")
    parser.add_argument("--peer", action="store_true", help="run llama.cpp once and print its rates")
    return parser.parse_args()


class Peer:
    """One llama.cpp context."""

    def __init__(self, o):
        import llama_cpp

        self.api = llama_cpp
        self.quiet = llama_cpp.llama_log_callback(lambda level, text, data: None)
        llama_cpp.llama_log_set(self.quiet, ctypes.c_void_p(0))
        llama_cpp.llama_backend_init()
        self.model = llama_cpp.llama_model_load_from_file(
            o.model.encode(), llama_cpp.llama_model_default_params())
        if not self.model:
            sys.exit(f"llama.cpp cannot load {o.model}")
        settings = llama_cpp.llama_context_default_params()
        settings.n_ctx = o.depth + max(o.prompt, o.generate + 1) + 1
        settings.n_threads = settings.n_threads_batch = o.threads
        self.context = llama_cpp.llama_init_from_model(self.model, settings)
        self.size = llama_cpp.llama_vocab_n_tokens(llama_cpp.llama_model_get_vocab(self.model))

    def feed(self, count, start=0, piece=512):
        """Runs `count` tokens, `piece` at a time; returns the seconds."""
        began = time.perf_counter()
        for first in range(0, count, piece):
            ids = [((start + i) * 7919 + 13) % self.size for i in range(first, min(count, first + piece))]
            # The batch only points at the array: a name keeps it alive.
            array = (self.api.llama_token * len(ids))(*ids)
            if self.api.llama_decode(self.context, self.api.llama_batch_get_one(array, len(ids))):
                sys.exit("llama.cpp failed to decode")
        self.api.llama_synchronize(self.context)
        return time.perf_counter() - began

    def refill(self, depth):
        self.api.llama_memory_clear(self.api.llama_get_memory(self.context), True)
        self.feed(depth)


def measure_peer(o):
    peer = Peer(o)
    peer.feed(2)
    rates = {"pp": [], "tg": []}
    if o.prompt:
        peer.refill(o.depth)
        rates["pp"] = [o.prompt / peer.feed(o.prompt, o.depth)]
    if o.generate:
        peer.refill(o.depth)
        peer.feed(1)
        rates["tg"] = [o.generate / peer.feed(o.generate, piece=1)]
    return rates


def main():
    o = options()
    if o.peer:
        print(json.dumps(measure_peer(o)))
        return
    same = ["-m", o.model, "-p", str(o.prompt), "-n", str(o.generate), "-d", str(o.depth), "-t", str(o.threads)]
    commands = {"tern": [o.bench, *same, "-r", "1", "--json"], "llama.cpp": [sys.executable, __file__, *same, "--peer"]}
    seen = {name: {"pp": [], "tg": []} for name in commands}
    for _ in range(o.pairs):
        for name, command in commands.items():
            run = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
            for kind in seen[name]:
                seen[name][kind] += run[kind]
    for kind, text in [("pp", f"prompt ({o.prompt})"), ("tg", f"generation ({o.generate})")]:
        ours, theirs = seen["tern"][kind], seen["llama.cpp"][kind]
        if ours:
            ratios = [a / b for a, b in zip(ours, theirs)]
            print(f"{text}: tern {statistics.median(ours):.1f}, llama.cpp {statistics.median(theirs):.1f} tokens/s, "
                  f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
