#!/usr/bin/env python3
"""Tern and llama.cpp on one file, in turn, and the ratio of every pair.

    python3 -m venv peer && peer/bin/pip install llama-cpp-python
    peer/bin/python Benchmarks/pairs.py -m model.gguf -p 512 -n 128 -t 2 --pairs 5
    peer/bin/python Benchmarks/pairs.py -m encoder.gguf --texts 16 --tokens 128 -t 2 --pairs 5
    python3 Benchmarks/pairs.py -m model.gguf --llama-bench ik_llama.cpp/build/bin/llama-bench --peer-options "-rtr 1"

With --texts, texts per second to vectors are compared. With --llama-bench, that program is the peer and
llama-cpp-python is not needed.

Needs .build/release/tern-bench (swift build -c release --product tern-bench).
"""
import argparse
import ctypes
import json
import shlex
import statistics
import subprocess
import sys
import time


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-m", dest="model", required=True, help="the GGUF file")
    for flag, name, value in [("-p", "prompt", 512), ("-n", "generate", 128), ("-d", "depth", 0), ("-t", "threads", 2)]:
        parser.add_argument(flag, dest=name, type=int, default=value, help=f"as for tern-bench (default: {value})")
    parser.add_argument("--texts", type=int, default=0, help="compare vectors of so many texts at once instead")
    parser.add_argument("--tokens", type=int, default=128, help="tokens of each text (default: 128)")
    parser.add_argument("--llama-bench", metavar="PROGRAM", help="the peer: llama-bench of llama.cpp or a fork")
    parser.add_argument("--peer-options", default="", help="further options of llama-bench, in one word")
    parser.add_argument("--pairs", type=int, default=5, help="how often both are run (default: 5)")
    parser.add_argument("--bench", default=".build/release/tern-bench", help="the command tern-bench")
    parser.add_argument("--peer", action="store_true", help="run llama.cpp once and print its rates")
    o = parser.parse_args()
    if o.texts and o.llama_bench:
        parser.error("llama-bench runs one text at a time: leave out --llama-bench with --texts")
    return o


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
        if o.texts:
            settings.embeddings = True
            settings.n_seq_max = o.texts
            settings.n_ctx = settings.n_batch = settings.n_ubatch = o.texts * o.tokens
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


    def embed(self, texts, tokens):
        """Runs all texts in one pass, each its own sequence; returns the seconds."""
        batch = self.api.llama_batch_init(texts * tokens, 0, 1)
        batch.n_tokens = texts * tokens
        for i in range(texts * tokens):
            batch.token[i] = (i * 7919 + 13) % self.size
            batch.pos[i] = i % tokens
            batch.n_seq_id[i] = 1
            batch.seq_id[i][0] = i // tokens
            batch.logits[i] = True
        began = time.perf_counter()
        memory = self.api.llama_get_memory(self.context)
        if memory:
            self.api.llama_memory_clear(memory, True)
        if self.api.llama_decode(self.context, batch):
            sys.exit("llama.cpp failed to decode")
        self.api.llama_synchronize(self.context)
        seconds = time.perf_counter() - began
        if not all(self.api.llama_get_embeddings_seq(self.context, text) for text in range(texts)):
            sys.exit("llama.cpp gave no vector for a text")
        self.api.llama_batch_free(batch)
        return seconds


def measure_peer(o):
    peer = Peer(o)
    if o.texts:
        peer.embed(o.texts, o.tokens)
        return {"texts_per_s": [o.texts / peer.embed(o.texts, o.tokens)]}
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


def measure_llama_bench(o):
    """One run of llama-bench, in the form of measure_peer."""
    command = [o.llama_bench, "-m", o.model, "-p", str(o.prompt), "-n", str(o.generate), "-t", str(o.threads), "-r", "1",
               "-o", "json", *(["-d", str(o.depth)] if o.depth else []), *shlex.split(o.peer_options)]
    rates = {"pp": [], "tg": []}
    for run in json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout):
        rates["tg" if run["n_gen"] else "pp"].append(run["avg_ts"])
    return rates


def main():
    o = options()
    if o.peer:
        print(json.dumps(measure_peer(o)))
        return
    same = ["-m", o.model, "-t", str(o.threads)]
    if o.texts:
        same += ["--texts", str(o.texts), "--tokens", str(o.tokens)]
        kinds = [("texts_per_s", f"vectors of {o.texts} texts of {o.tokens} tokens", "texts/s")]
    else:
        same += ["-p", str(o.prompt), "-n", str(o.generate), "-d", str(o.depth)]
        kinds = [("pp", f"prompt ({o.prompt})", "tokens/s"), ("tg", f"generation ({o.generate})", "tokens/s")]

    def run(command):
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)

    suite = ["embed"] if o.texts else []
    engines = {
        "tern": lambda: run([o.bench, *suite, *same, "-r", "1", "--json"]),
        "peer": (lambda: measure_llama_bench(o)) if o.llama_bench else
                (lambda: run([sys.executable, __file__, *same, "--peer"])),
    }
    name = o.llama_bench or "llama.cpp"
    seen = {engine: {kind: [] for kind, _, _ in kinds} for engine in engines}
    for _ in range(o.pairs):
        for engine, measure in engines.items():
            rates = measure()
            for kind in seen[engine]:
                seen[engine][kind] += rates[kind]
    for kind, text, unit in kinds:
        ours, theirs = seen["tern"][kind], seen["peer"][kind]
        if ours:
            ratios = [a / b for a, b in zip(ours, theirs)]
            print(f"{text}: tern {statistics.median(ours):.1f}, {name} {statistics.median(theirs):.1f} {unit}, "
                  f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
