"""Batches from shards: whole conversations of like length side by side, so that nothing is cut or mixed.

Rows hold one conversation each, padded at the end to a multiple of 32; a causal model never
sees the padding and the padding counts nothing. Lengths are sorted inside a window of some
thousand conversations only, and micro-batches are shuffled, so a step mixes lengths.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

import numpy as np
import torch
from torch import Tensor

PAD = 32


@dataclass(frozen=True)
class Micro:
    """Inputs, targets and the targets' weights, all (rows, length)."""

    ids: Tensor
    targets: Tensor
    weights: Tensor

    @property
    def tokens(self) -> int:
        return self.ids.numel()


def read(path: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """The conversations of a shard as ids and weights."""
    held = np.load(path)
    ends = np.cumsum(held["lengths"])[:-1]
    return list(zip(np.split(held["ids"], ends), np.split(held["marks"], ends)))


def micros(shard: Path, seed: int, tokens: int, least: int = 1) -> Iterator[Micro]:
    """A shard's micro-batches of about `tokens` tokens and at least `least` rows in a seeded order."""
    chats = read(shard)
    chance = np.random.default_rng([seed, *shard.stem.encode()])
    chance.shuffle(chats)
    groups: list[list[tuple[np.ndarray, np.ndarray]]] = []
    for first in range(0, len(chats), 2048):
        window = sorted(chats[first : first + 2048], key=lambda c: len(c[0]))
        group: list[tuple[np.ndarray, np.ndarray]] = []
        for chat in window:
            if group and (len(group) + 1) * padded(len(chat[0]) - 1) > tokens:
                groups.append(group)
                group = []
            group.append(chat)
        groups.append(group)
    chance.shuffle(groups)
    for group in groups:
        yield stack(group, padded(max(len(ids) for ids, _ in group) - 1), max(len(group), least))


def padded(length: int) -> int:
    return -(-length // PAD) * PAD


def stack(group: list[tuple[np.ndarray, np.ndarray]], width: int, rows: int) -> Micro:
    """Rows of `width`; those that no conversation fills count nothing."""
    ids = np.zeros((rows, width), np.int64)
    targets = np.zeros((rows, width), np.int64)
    weights = np.zeros((rows, width), np.float32)
    for row, (tokens, marks) in enumerate(group):
        size = len(tokens) - 1
        ids[row, :size], targets[row, :size] = tokens[:-1], tokens[1:]
        weights[row, :size] = marks[1:] / 100
    return Micro(torch.from_numpy(ids), torch.from_numpy(targets), torch.from_numpy(weights))
