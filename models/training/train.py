"""Trains Café on shards, on a GPU where there is one; stops and resumes at any time.

    python train.py --data DIR --checkpoint FILE --hours 4

The shards `main-*` come first, in order, then `dense-*` with more to decide in each conversation,
then `long-*` at full length and `last-*` in the most natural words; the learning rate falls over the last third.
A step takes whole micro-batches until it has enough tokens. The position in the data is part of the checkpoint, so a resumed run sees what
an unbroken run would have seen.
"""

from __future__ import annotations

import argparse
import signal
import time
from pathlib import Path
from typing import Any, Iterator

import torch
import torch.nn.functional as F

from batches import Micro, micros
from model import SIZES, Cafe, Config, count

WARMUP = 0.02
DECAY = 0.3


def rate(done: float) -> float:
    """Share of the peak learning rate at a share of the run: warm up, hold, fall to nearly nothing."""
    if done < WARMUP:
        return done / WARMUP
    return 1.0 if done < 1 - DECAY else max(0.02, (1 - done) / DECAY)


def weighted_loss(model: Cafe, micro: Micro, device: torch.device) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Sum of weighted losses, and the plain sum and count over the assistant's tokens for the report.

    Only rows that count pass through the output matrix, in slices, so that logits stay small.
    """
    ids, targets, weights = (t.to(device, non_blocking=True) for t in (micro.ids, micro.targets, micro.weights))
    with torch.autocast(device.type, dtype=torch.bfloat16):
        hidden = model.hidden(ids).flatten(0, 1)
        keep = weights.flatten().nonzero().squeeze(1)
        logits = F.linear(hidden[keep], model.embed.weight)
    losses = F.cross_entropy(logits.float(), targets.flatten()[keep], reduction="none")
    weight = weights.flatten()[keep]
    answers = weight == 1
    return (losses * weight).sum(), losses[answers].sum().detach(), answers.sum()


def optimizers(model: Cafe, name: str, peak: float) -> list[torch.optim.Optimizer]:
    """AdamW for all, or Muon for the blocks' matrices beside AdamW for the rest."""
    matrices = [p for n, p in model.named_parameters() if p.ndim == 2 and "embed" not in n]
    rest = [p for n, p in model.named_parameters() if p.ndim != 2 or "embed" in n]
    betas = (0.9, 0.98)
    if name == "muon":
        muon = torch.optim.Muon(matrices, lr=peak, weight_decay=0.05, momentum=0.95, adjust_lr_fn="match_rms_adamw")
        return [muon, torch.optim.AdamW(rest, lr=peak, betas=betas, weight_decay=0.0)]
    groups = [{"params": matrices, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}]
    return [torch.optim.AdamW(groups, lr=peak, betas=betas)]


def stream(shards: list[Path], seed: int, tokens: int, shard: int, skip: int) -> Iterator[tuple[int, int, Micro]]:
    """Micro-batches with their place, from a place on."""
    for index in range(shard, len(shards)):
        for number, micro in enumerate(micros(shards[index], seed, tokens)):
            if index > shard or number >= skip:
                yield index, number, micro


def steps(parts: Iterator[tuple[int, int, Micro]], tokens: int) -> Iterator[tuple[int, int, list[Micro]]]:
    """Micro-batches gathered into steps; an unfinished last step is dropped."""
    group: list[Micro] = []
    for index, number, micro in parts:
        group.append(micro)
        if sum(m.tokens for m in group) >= tokens:
            yield index, number + 1, group
            group = []


def save(path: Path, state: dict[str, Any]) -> None:
    partial = path.with_suffix(".part")
    torch.save(state, partial)
    partial.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    home = Path.home() / ".cache" / "tern-cafe"
    parser.add_argument("--data", type=Path, default=home / "shards")
    parser.add_argument("--checkpoint", type=Path, default=home / "cafe.pt")
    parser.add_argument("--size", choices=list(SIZES), default="cafe")
    parser.add_argument("--optimizer", choices=["adamw", "muon"], default="muon")
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--step-tokens", type=int, default=8192)
    parser.add_argument("--micro-tokens", type=int, default=0, help="0: 4096 on a CPU, 32768 on a GPU")
    parser.add_argument("--tokens", type=float, default=0, help="tokens of the whole run; 0: all shards once")
    parser.add_argument("--hours", type=float, default=1e9, help="stop after this time, to be resumed")
    parser.add_argument("--save-minutes", type=float, default=10)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--compile", action="store_true", help="compile the blocks (needs a C++ compiler): a sixth faster on a CPU")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    micro_tokens = options.micro_tokens or (32768 if device.type == "cuda" else 4096)
    shards = [path for stage in ("main", "dense", "long", "last") for path in sorted(options.data.glob(f"{stage}-*[0-9].npz"))]
    if not shards:
        raise SystemExit(f"no shards in {options.data}; corpus.py writes them")

    state: dict[str, Any] = {"step": 0, "tokens": 0, "shard": 0, "skip": 0, "seconds": 0.0}
    held = torch.load(options.checkpoint, map_location="cpu") if options.checkpoint.exists() else None
    config = Config(**held["config"]) if held else SIZES[options.size]
    model = Cafe(config).to(device)
    adjusters = optimizers(model, options.optimizer, options.lr)
    total = options.tokens
    if held:
        model.load_state_dict(held["model"])
        for adjuster, kept in zip(adjusters, held["optimizers"], strict=True):
            adjuster.load_state_dict(kept)
        state, total = held["state"], held["total"]
        print(f"resumed at step {state['step']}, {state['tokens'] / 1e6:.1f} M tokens")
    if options.compile:
        for block in model.blocks:
            block.compile(dynamic=True)
    if not total:
        # Rows are padded, so a shard counts a little more than its tokens.
        import numpy as np

        total = sum(float((-(-(np.load(s)["lengths"] - 1) // 32) * 32).sum()) for s in shards)
    options.checkpoint.parent.mkdir(parents=True, exist_ok=True)
    print(f"{count(model) / 1e6:.1f} M parameters, {total / 1e6:.1f} M tokens, {device}, {options.threads} threads, {options.optimizer}")

    def checkpoint() -> None:
        kept = {
            "config": config.as_dict(),
            "model": model.state_dict(),
            "optimizers": [a.state_dict() for a in adjusters],
            "state": state,
            "total": total,
        }
        save(options.checkpoint, kept)

    stopped = False

    def stop(*_: Any) -> None:
        nonlocal stopped
        stopped = True

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    begun = last_save = time.time()
    seconds, tokens_then = state["seconds"], state["tokens"]
    shown, shown_count = 0.0, 0.0
    parts = stream(shards, options.seed, micro_tokens, state["shard"], state["skip"])
    for index, skip, group in steps(parts, options.step_tokens):
        done = state["tokens"] / total
        for adjuster in adjusters:
            for part in adjuster.param_groups:
                part["lr"] = options.lr * rate(done)
        scale = float(sum(m.weights.sum() for m in group))
        for micro in group:
            loss, plain, answers = weighted_loss(model, micro, device)
            (loss / scale).backward()
            shown += float(plain)
            shown_count += float(answers)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for adjuster in adjusters:
            adjuster.step()
            adjuster.zero_grad(set_to_none=True)
        now = time.time()
        state = {
            "step": state["step"] + 1,
            "tokens": state["tokens"] + sum(m.tokens for m in group),
            "shard": index,
            "skip": skip,
            "seconds": seconds + now - begun,
        }
        finished = state["tokens"] >= total
        if state["step"] % 20 == 0 or finished:
            speed = (state["tokens"] - tokens_then) / (now - begun)
            left = (total - state["tokens"]) / speed
            print(
                f"step {state['step']} {state['tokens'] / 1e6:.2f} M tokens, {state['tokens'] / total:.1%}, loss {shown / max(shown_count, 1):.4f}, rate {rate(done):.2f}, {speed:.0f} tokens/s, {left / 60:.0f} min left",
                flush=True,
            )
            shown = shown_count = 0.0
        if stopped or finished or now - begun > options.hours * 3600 or now - last_save > options.save_minutes * 60:
            checkpoint()
            last_save = now
            if stopped or finished or now - begun > options.hours * 3600:
                break
    else:
        checkpoint()
    print(f"saved {options.checkpoint} after {state['seconds'] / 3600:.2f} hours")


if __name__ == "__main__":
    main()
