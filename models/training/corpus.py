"""Writes the corpus: conversations drawn by number from a seed, as token shards for training.

python corpus.py --samples 5            conversations to read
python corpus.py --check 20000          rules that every conversation must keep
python corpus.py --stats 5000           shares of the abilities, lengths
python corpus.py --out DIR --shards 40  shards of 4,096 conversations; with --noise some of the user's words are replaced
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cafe.chance import Gen
from cafe.choosing import choosing_chat
from cafe.counts import count_chat
from cafe.daydrill import date_chat
from cafe.personas import persona_chat
from cafe.echo import echo_chat
from cafe.outcomes import outcome_chat
from cafe.reckoning import reckoning_chat
from cafe.recall import recall_chat
from cafe.structured import bank_structured, structured_chat
from cafe.together import outside_chat, persona_talk, quiet_chat, recall_talk, talk_chat
from cafe.traits import plain_chat, traits_chat
from cafe.toolchat import bank_chat, dense_chat, tool_chat
from cafe.trades import trade_chat
from cafe.weighing import weighing_chat
from noise import Noise
from rendering import SPECIAL, render, shares, weights

# Shares of conversations; those of tokens differ: see --stats. `broad` is for most of the training; `last`, for its end, holds more talk, whose
# lines would be memorised if they were read as often as the rest.
MIXES = {
    "broad": {
        "trades": 0.9, "bank tools": 0.4, "tools": 0.8, "dense": 0.1, "outcomes": 0.2,
        "bank tasks": 0.9, "structured": 0.4, "dates": 0.25, "reckoning": 0.35, "choosing": 0.3, "counts": 0.2, "weighing": 0.15, "echo": 0.25,
        "talk": 0.3, "plain": 0.35, "traits": 0.25, "quiet": 0.25, "outside": 0.2, "bank persona": 0.25, "persona": 0.01,
        "bank recall": 0.35, "recall": 0.02,
    },
    "last": {
        "trades": 1.1, "bank tools": 0.4, "tools": 0.8, "dense": 0.1, "outcomes": 0.35,
        "bank tasks": 0.8, "structured": 0.6, "dates": 0.15, "reckoning": 0.1, "choosing": 0.5, "counts": 0.3, "weighing": 0.1, "echo": 0.25,
        "talk": 0.4, "plain": 0.35, "traits": 0.3, "quiet": 0.35, "outside": 0.45, "bank persona": 0.35, "persona": 0.01,
        "bank recall": 0.5, "recall": 0.02,
    },
}  # fmt: skip
# The longest distance over which a fact must be remembered, in tokens, roughly.
LONGEST = 1800
STAGES = ("two", "held")
PER_SHARD = 4096
CONTEXT = 2048
OTHERS = 10


def flat(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "")


# Names of the tools that evaluation and development call unseen: the generator must never make one.
RESERVED = {
    flat(name)
    for items in ("eval", "dev")
    for line in (Path(__file__).parent / items / "unseen.jsonl").read_text(encoding="utf-8").splitlines()
    for name in json.loads(line)["tools"]
}


MAKERS = {
    "tools": tool_chat,
    "dense": dense_chat,
    "trades": trade_chat,
    "structured": structured_chat,
    "echo": echo_chat,
    "persona": persona_chat,
    "recall": lambda g: recall_chat(g, LONGEST),
    "counts": count_chat,
    "weighing": weighing_chat,
    "dates": date_chat,
    "reckoning": reckoning_chat,
    "choosing": choosing_chat,
    "bank tools": bank_chat,
    "bank tasks": bank_structured,
    "bank persona": persona_talk,
    "bank recall": lambda g: recall_talk(g, LONGEST),
    "talk": talk_chat,
    "plain": plain_chat,
    "traits": traits_chat,
    "quiet": quiet_chat,
    "outside": outside_chat,
    "outcomes": outcome_chat,
}


def conversation(seed: int, stage: str, number: int, mix: str = "last") -> tuple[str, dict[str, Any]]:
    """Ability and conversation. The same numbers give the same conversation, whatever was drawn before."""
    for attempt in range(100):
        gen = Gen(f"{seed}/{stage}/{number}" + (f"/{attempt}" if attempt else ""))
        ability = gen.weighted(MIXES[mix])
        gen.foreign = gen.weighted({0.1: 5, 0.6: 5})
        chat = MAKERS[ability](gen)
        if not any(flat(tool["name"]) in RESERVED for tool in chat["tools"]):
            return ability, chat
    raise RuntimeError("only tools that are kept for evaluation")


def flaws(chat: dict[str, Any]) -> list[str]:
    """Rules that hold for every conversation; an empty list is a good one."""
    found: list[str] = [f"{t['name']} is kept for evaluation" for t in chat["tools"] if flat(t["name"]) in RESERVED]
    tools = {t["name"]: t["parameters"] for t in chat["tools"]}
    if len(tools) != len(chat["tools"]):
        found.append("two tools of one name")
    heard = ""
    for message in chat["messages"]:
        text = message["content"]
        if message["role"] == "assistant":
            for call in message.get("tool_calls", []):
                schema = tools.get(call["name"])
                if schema is None:
                    found.append(f"unknown tool {call['name']}")
                    continue
                arguments = call["arguments"]
                if any(name not in arguments for name in schema["required"]) or any(name not in schema["properties"] for name in arguments):
                    found.append(f"arguments of {call['name']} do not fit: {arguments}")
                for name, value in arguments.items():
                    shown = schema["properties"].get(name, {})
                    if isinstance(value, str) and "enum" in shown and value not in shown["enum"]:
                        found.append(f"{value} is no choice")
                    derivable = "enum" in shown or value is True or "YYYY" in str(shown) or _date_or_time(value)
                    if isinstance(value, str) and not derivable and value.lower() not in heard.lower():
                        found.append(f"argument {value!r} is not in the text")
        else:
            heard += "\n" + text
        if not text and not message.get("tool_calls"):
            found.append("empty turn")
        if (
            any(mark in text for mark in SPECIAL)
            or "{v}" in text
            or "[" in text
            and message["role"] == "assistant"
            and not text.startswith(("{", "["))
        ):
            found.append(f"markup in {text!r}")
    return found


def _date_or_time(value: str) -> bool:
    digits = str(value).replace("-", "").replace(":", "")
    return digits.isdigit() and ("-" in str(value) or ":" in str(value))


def save(path: Path, chats: list[dict[str, Any]], tokens: Any, others: int, noise: Noise | None = None) -> int:
    """Writes the token ids of conversations, their weights (`others` where the assistant does not speak) and lengths; returns the number of tokens."""
    start, end, head = tokens.token_to_id("<|im_start|>"), tokens.token_to_id("<|im_end|>"), tokens.encode("assistant\n").ids
    ids: list[np.ndarray] = []
    marks: list[np.ndarray] = []
    for chat, encoding in zip(chats, tokens.encode_batch([render(chat) for chat in chats])):
        if len(encoding.ids) <= CONTEXT:
            ids.append(np.array(encoding.ids, np.uint16))
            marks.append(np.array(weights(encoding.ids, start, end, head, others, shares(chat)), np.uint8))
            if noise:
                noise.add(ids[-1], marks[-1])
    np.savez(path, ids=np.concatenate(ids), marks=np.concatenate(marks), lengths=np.array([len(i) for i in ids], np.int32))
    return sum(len(i) for i in ids)


@dataclass(frozen=True)
class Writing:
    """Which shards are written, and how."""

    out: Path
    seed: int
    stage: str
    tokenizer: Path
    mix: str
    last_from: int
    """From this shard on the mix is `last`, without noise."""
    noise: bool


def write_shard(job: tuple[Writing, int]) -> int:
    """One shard; returns its tokens."""
    from tokenizer import load

    how, index = job
    target = how.out / f"{how.stage}-{index:05d}.npz"
    if target.exists():
        return 0
    last = index >= how.last_from
    numbers = range(index * PER_SHARD, (index + 1) * PER_SHARD)
    chats = [conversation(how.seed, how.stage, number, "last" if last else how.mix)[1] for number in numbers]
    tokens = load(how.tokenizer)
    partial = target.with_suffix(".part.npz")
    size = save(partial, chats, tokens, OTHERS, Noise(tokens, f"{how.seed}/{index}") if how.noise and not last else None)
    partial.rename(target)
    return size


def write(how: Writing, count: int, workers: int) -> None:
    how.out.mkdir(parents=True, exist_ok=True)
    begun, total = time.time(), 0
    with multiprocessing.Pool(workers) as pool:
        for done, size in enumerate(pool.imap_unordered(write_shard, [(how, index) for index in range(count)]), 1):
            total += size
            left = (time.time() - begun) / done * (count - done)
            print(f"\r{how.stage}: {done}/{count} shards, {total / 1e6:.1f} M new tokens, {left:.0f} s left ", end="", flush=True)
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stage", choices=STAGES, default=STAGES[0])
    parser.add_argument("--mix", choices=list(MIXES), default="last")
    parser.add_argument("--last-from", type=int, default=sys.maxsize, help="from this shard on the mix is `last`, without noise")
    parser.add_argument("--noise", action="store_true", help="replaces some words of the user: see noise.py")
    parser.add_argument("--samples", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first sample")
    parser.add_argument("--check", type=int, default=0)
    parser.add_argument("--stats", type=int, default=0)
    parser.add_argument("--jsonl", action="store_true", help="samples as JSON lines")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--tokenizer", type=Path)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    for number in range(options.first, options.first + options.samples):
        ability, chat = conversation(options.seed, options.stage, number, options.mix)
        print(json.dumps({"kind": ability} | chat, ensure_ascii=False) if options.jsonl else f"=== {number} {ability}\n{render(chat)}")
    if options.check:
        bad: Counter[str] = Counter()
        for number in range(options.check):
            for flaw in flaws(conversation(options.seed, options.stage, number, options.mix)[1]):
                bad[flaw[:24]] += 1
                if sum(bad.values()) <= 20:
                    print(number, flaw)
        print(f"{sum(bad.values())} flaws in {options.check} conversations", dict(bad))
    if options.stats:
        from tokenizer import load

        tokens = load(options.tokenizer)
        counts: Counter[str] = Counter()
        sizes: Counter[str] = Counter()
        for number in range(options.stats):
            ability, chat = conversation(options.seed, options.stage, number, options.mix)
            counts[ability] += 1
            sizes[ability] += len(tokens.encode(render(chat)).ids)
        for ability in counts:
            print(
                f"{ability:12} {counts[ability] / options.stats:6.1%} of conversations {sizes[ability] / sizes.total():6.1%} of tokens, {sizes[ability] / counts[ability]:6.0f} tokens each"
            )
        print(f"{sizes.total() / options.stats:.0f} tokens a conversation")
    if options.out:
        how = Writing(options.out, options.seed, options.stage, options.tokenizer, options.mix, options.last_from, options.noise)
        write(how, options.shards, options.workers)


if __name__ == "__main__":
    main()
