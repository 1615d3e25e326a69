"""Trains Café on shards, on a GPU where there is one; stops and resumes at any time.

    python train.py --data DIR --checkpoint FILE --minutes 120
    python train.py --data DIR --checkpoint FILE --minutes 120 --start ../cafe.gguf --tokenizer FILE

The clock drives the learning rate: it rises in the first two hundredths of the minutes, holds, and falls to zero over the last part, so
that the run ends when it should on any machine. What counts is the time of all runs together: a stopped run goes on where it was, also in
the data, whose shards are read in order and, where they do not reach, again in another order.
With `--start` the model begins as a model in a file, which may be smaller and have another vocabulary (see `grow.py`).
"""

from __future__ import annotations

import argparse
import queue
import signal
import threading
import time
from pathlib import Path
from typing import Any, Iterator

import torch
import torch.nn.functional as F

from batches import Micro, micros, stack
from fast import FastStep
from grow import begin
from model import SIZES, Cafe, Config, count
from muon import Muon
from unseen import report

WARMUP = 0.02


def rate(done: float, decay: float) -> float:
    """Share of the peak learning rate at a share of the run: warm up, hold, fall to zero."""
    if done < WARMUP:
        return max(done, 1e-4) / WARMUP
    return max(0.0, min(1.0, (1 - done) / decay))


def plain_loss(model: Cafe, ids: torch.Tensor, targets: torch.Tensor, weights: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Sum of weighted losses, and the plain sum and count over the assistant's tokens for the report. The twin of `FastStep.loss`."""
    with torch.autocast(ids.device.type, dtype=torch.bfloat16):
        logits = F.linear(model.hidden(ids), model.embed.weight)
    losses = F.cross_entropy(logits.float().flatten(0, 1), targets.flatten(), reduction="none")
    weight = weights.flatten()
    answers = weight > 0.5
    return (losses * weight).sum(), (losses * answers).sum().detach(), answers.sum()


def optimizers(model: Cafe, peak: float, weight_decay: float) -> list[torch.optim.Optimizer]:
    """Muon for the blocks' matrices, AdamW for the rest."""
    matrices = [p for n, p in model.named_parameters() if p.ndim == 2 and "embed" not in n]
    rest = [p for n, p in model.named_parameters() if p.ndim != 2 or "embed" in n]
    return [Muon(matrices, lr=peak, weight_decay=weight_decay), torch.optim.AdamW(rest, lr=peak, betas=(0.9, 0.98), weight_decay=0.0)]


Placed = tuple[tuple[int, int, int], Micro]


def stream(data: Path, seed: int, tokens: int, place: tuple[int, int, int], least: int) -> Iterator[Placed]:
    """Micro-batches without end, each with the place behind it: round, shard, number. Shards may be added meanwhile."""
    turn, shard, skip = place
    while True:
        shards = sorted(data.glob("two-*[0-9].npz"))
        if not shards:
            raise SystemExit(f"no shards in {data}; corpus.py writes them")
        if shard >= len(shards):
            turn, shard = turn + 1, 0
        for number, micro in enumerate(micros(shards[shard], seed + turn, tokens, least)):
            if number >= skip:
                yield (turn, shard, number + 1), micro
        shard, skip = shard + 1, 0


def ahead(parts: Iterator[Placed], device: torch.device) -> Iterator[Placed]:
    """The same, made by a thread and brought to a GPU before they are needed."""
    ready: queue.Queue[Placed] = queue.Queue(8)

    def make() -> None:
        for place, micro in parts:
            moved = [t.pin_memory().to(device, non_blocking=True) for t in (micro.ids, micro.targets, micro.weights)]
            ready.put((place, Micro(*moved)))

    threading.Thread(target=make, daemon=True).start()
    while True:
        yield ready.get()


def steps(parts: Iterator[tuple[tuple[int, int, int], Micro]], tokens: int) -> Iterator[tuple[tuple[int, int, int], list[Micro]]]:
    """Micro-batches gathered into steps."""
    group: list[Micro] = []
    for place, micro in parts:
        group.append(micro)
        if sum(m.tokens for m in group) >= tokens:
            yield place, group
            group = []


def save(path: Path, state: dict[str, Any]) -> None:
    partial = path.with_suffix(".part")
    torch.save(state, partial)
    partial.replace(path)


def micro_size(options: argparse.Namespace, device: torch.device) -> int:
    return options.micro_tokens or (40960 if device.type == "cuda" else 3072)


class Run:
    """One training run: model, optimizers and where it is."""

    def __init__(self, options: argparse.Namespace, device: torch.device):
        self.options, self.device = options, device
        self.state: dict[str, Any] = {"step": 0, "tokens": 0, "place": (0, 0, 0), "seconds": 0.0}
        held = torch.load(options.checkpoint, map_location="cpu") if options.checkpoint.exists() else None
        wanted = SIZES[options.size] if options.size else None
        if held or not options.start:
            self.model = Cafe(Config(**held["config"]) if held else wanted or SIZES["cafe"])
        else:
            self.model = begin(options.start, wanted, options.tokenizer)
        self.model.to(device)
        self.adjusters = optimizers(self.model, options.lr, options.weight_decay)
        if held:
            self.model.load_state_dict(held["model"])
            for adjuster, kept in zip(self.adjusters, held["optimizers"], strict=True):
                adjuster.load_state_dict(kept)
            self.state = held["state"]
            print(f"resumed at step {self.state['step']}, {self.state['tokens'] / 1e6:.1f} M tokens, {self.state['seconds'] / 60:.0f} minutes")
        self.fast = FastStep(self.model, compiled=options.compile, dropout=options.dropout)
        self.shown: Any = 0.0
        self.shown_count: Any = 0.0

    def save(self, path: Path) -> None:
        optimizers = [a.state_dict() for a in self.adjusters]
        save(path, {"config": self.model.c.as_dict(), "model": self.model.state_dict(), "optimizers": optimizers, "state": self.state})

    def step(self, group: list[Micro], share: float) -> None:
        """One step of all optimizers at a share of the peak rate."""
        for adjuster in self.adjusters:
            for part in adjuster.param_groups:
                part["lr"] = self.options.lr * share
        scale = sum(m.weights.sum() for m in group)
        self.fast.begin()
        for micro in group:
            loss, plain, answers = self.fast.loss(micro)
            (loss / scale).backward()
            self.shown = self.shown + plain
            self.shown_count = self.shown_count + answers
        self.fast.finish()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for adjuster in self.adjusters:
            adjuster.step()
            adjuster.zero_grad(set_to_none=True)

    def warm(self) -> None:
        """Compiles what a GPU will run. Where that fails the run goes on without, slower."""
        tokens = micro_size(self.options, self.device)
        try:
            for width, rows in ((352, tokens // 352), (1184, tokens // 1184), (64, 4)):
                empty = stack([], width, rows)
                self.fast.begin()
                self.fast.loss(Micro(*(t.to(self.device) for t in (empty.ids, empty.targets, empty.weights))))[0].backward()
        except Exception as flaw:
            print(f"not compiled: {flaw}", flush=True)
            self.fast = FastStep(self.model, compiled=False, dropout=self.options.dropout)
        for adjuster in self.adjusters:
            adjuster.zero_grad(set_to_none=True)

    def report(self, done: float, speed: float) -> None:
        state = self.state
        loss = float(self.shown) / max(float(self.shown_count), 1)
        print(
            f"step {state['step']} {state['tokens'] / 1e6:.2f} M tokens, {done:.1%}, loss {loss:.4f}, rate {rate(done, self.options.decay):.2f}, "
            f"{speed:.0f} tokens/s, {self.options.minutes * (1 - done):.0f} min left",
            flush=True,
        )
        self.shown = self.shown_count = 0.0

    def train(self) -> None:
        options, stopped = self.options, False

        def stop(*_: Any) -> None:
            nonlocal stopped
            stopped = True

        signal.signal(signal.SIGINT, stop)
        signal.signal(signal.SIGTERM, stop)
        micro_tokens = micro_size(options, self.device)
        begun = last_save = time.time()
        seconds, tokens_then, whole = self.state["seconds"], self.state["tokens"], options.minutes * 60
        held = seconds > whole * (1 - options.decay)
        gpu = self.device.type == "cuda"
        # Compiled code that takes any number of rows takes no single one.
        parts = stream(options.data, options.seed, micro_tokens, self.state["place"], 2 if gpu else 1)
        for place, group in steps(ahead(parts, self.device) if gpu else parts, options.step_tokens):
            done = self.state["seconds"] / whole
            if not held and done > 1 - options.decay:
                # From here a longer run can branch off.
                self.save(options.checkpoint.with_suffix(".held"))
                held = True
            self.step(group, rate(done, options.decay))
            now = time.time()
            self.state = {
                "step": self.state["step"] + 1,
                "tokens": self.state["tokens"] + sum(m.tokens for m in group),
                "place": place,
                "seconds": seconds + now - begun,
            }
            finished = self.state["seconds"] >= whole
            if self.state["step"] % (200 if gpu else 20) == 0 or finished:
                self.report(done, (self.state["tokens"] - tokens_then) / (now - begun))
            if options.unseen and (self.state["step"] % 2500 == 0 or finished):
                print(report(self.model, sorted(options.unseen.glob("*.npz"))), flush=True)
            stopped = stopped or now - begun > options.stop_minutes * 60
            if stopped or finished or now - last_save > options.save_minutes * 60:
                self.save(options.checkpoint)
                last_save = now
            if stopped or finished:
                break
        print(f"saved {options.checkpoint} after {self.state['seconds'] / 3600:.2f} hours")


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    home = Path.home() / ".cache" / "tern-cafe"
    parser.add_argument("--data", type=Path, default=home / "shards")
    parser.add_argument("--checkpoint", type=Path, default=home / "cafe.pt")
    parser.add_argument("--start", type=Path, help="a GGUF file or a checkpoint to begin from")
    parser.add_argument("--tokenizer", type=Path, default=home / "tokenizer.json", help="the vocabulary of the shards")
    parser.add_argument("--size", choices=list(SIZES), help="default: that of the model to begin from, else cafe")
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--minutes", type=float, default=120, help="of the whole run, over all of its parts")
    parser.add_argument("--stop-minutes", type=float, default=1e9, help="of this part; the same command goes on")
    parser.add_argument("--dropout", type=float, default=0.0, help="where the same lines are read many times")
    parser.add_argument("--weight-decay", type=float, default=0.05, help="of the blocks' matrices")
    parser.add_argument("--unseen", type=Path, help="a folder of shards of unseen.py to measure every 2500 steps")
    parser.add_argument("--decay", type=float, default=0.5, help="the share of the run in which the rate falls")
    parser.add_argument("--step-tokens", type=int, default=5700)
    parser.add_argument("--micro-tokens", type=int, default=0, help="0: 3072 on a processor, 40960 on a GPU")
    parser.add_argument("--save-minutes", type=float, default=10)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--compile", action=argparse.BooleanOptionalAction, default=True, help="needs a C++ compiler; a third faster on a processor")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def main() -> None:
    options = arguments().parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    options.checkpoint.parent.mkdir(parents=True, exist_ok=True)
    run = Run(options, device)
    print(f"{count(run.model) / 1e6:.1f} M parameters, {options.minutes:.0f} minutes, {device}, {options.threads} threads", flush=True)
    run.train()


if __name__ == "__main__":
    main()
