"""Muon with matrices of one shape stacked, so that they are made orthogonal by products of batches.

The method: Keller Jordan, "Muon: an optimizer for hidden layers in neural networks" (2024); the size of its steps as in
"Muon is scalable for LLM training" (arXiv 2502.16982), so that one learning rate serves AdamW beside it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Iterable

import torch
from torch import Tensor, nn


def orthogonal(g: Tensor, rounds: int = 5) -> Tensor:
    """The nearest matrices with orthogonal rows, roughly: Newton and Schulz's iteration of degree five, in bfloat16."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g.to(torch.bfloat16)
    tall = x.shape[-2] > x.shape[-1]
    x = x.transpose(-2, -1) if tall else x
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(rounds):
        square = x @ x.transpose(-2, -1)
        x = torch.baddbmm(x, torch.baddbmm(square, square, square, beta=b, alpha=c), x, beta=a)
    return x.transpose(-2, -1) if tall else x


class Muon(torch.optim.Optimizer):
    """Nesterov momentum, made orthogonal; matrices only."""

    def __init__(self, matrices: Iterable[nn.Parameter], lr: float, weight_decay: float, momentum: float = 0.95):
        super().__init__(matrices, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:
        for group in self.param_groups:
            shapes: dict[torch.Size, list[nn.Parameter]] = defaultdict(list)
            for p in group["params"]:
                if p.grad is not None:
                    shapes[p.shape].append(p)
            for (rows, columns), same in shapes.items():
                grads = [p.grad for p in same if p.grad is not None]
                held = [self.state[p].setdefault("momentum", torch.zeros_like(p)) for p in same]
                torch._foreach_mul_(held, group["momentum"])
                torch._foreach_add_(held, grads)
                turns = orthogonal(torch.stack(torch._foreach_add(grads, held, alpha=group["momentum"])))
                size = 0.2 * max(rows, columns) ** 0.5
                torch._foreach_mul_(same, 1 - group["lr"] * group["weight_decay"])
                torch._foreach_add_(same, list(turns.float().unbind()), alpha=-group["lr"] * size)
