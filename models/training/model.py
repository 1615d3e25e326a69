"""The network: a Qwen3-shaped decoder in plain PyTorch, small enough to read in one go."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn


@dataclass(frozen=True)
class Config:
    """Sizes; all widths are multiples of 32, the block of Q8_0."""

    vocab: int = 6144
    context: int = 2048
    dim: int = 256
    layers: int = 8
    heads: int = 4
    kv_heads: int = 2
    head_dim: int = 64
    ffn: int = 704
    rope_base: float = 10000.0
    eps: float = 1e-6

    def as_dict(self) -> dict[str, int | float]:
        return asdict(self)


# tiny: 1.4 M, to try the pipeline; first: 7.5 M, the first Café; cafe: 13.8 M, the most that fits 16 MB as Q8_0;
# deep: 21.2 M, the most that fits 16 MB as Q5_0, where a GPU is at hand.
SIZES = {
    "tiny": Config(dim=128, layers=3, heads=2, kv_heads=1, ffn=320),
    "first": Config(),
    "cafe": Config(dim=384, heads=6, ffn=896),
    "deep": Config(dim=384, heads=6, ffn=1024, layers=12),
}


class Norm(nn.Module):
    """RMS norm with a gain."""

    def __init__(self, size: int, eps: float):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, (x.shape[-1],), self.weight.to(x.dtype), self.eps)


def rotation(config: Config, length: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """Cosines and sines of the rotary positions, (length, head_dim / 2)."""
    half = config.head_dim // 2
    frequency = config.rope_base ** (-torch.arange(half, device=device, dtype=torch.float32) / half)
    angle = torch.arange(length, device=device, dtype=torch.float32)[:, None] * frequency
    return angle.cos(), angle.sin()


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Turns the first half of each head against the second (the layout that Qwen3 and NeoX use)."""
    first, second = x.float().chunk(2, dim=-1)
    return torch.cat((first * cos - second * sin, second * cos + first * sin), dim=-1).to(x.dtype)


class Block(nn.Module):
    """Attention with normed queries and keys, then a gated feed-forward layer."""

    def __init__(self, c: Config):
        super().__init__()
        self.c = c
        self.attn_norm = Norm(c.dim, c.eps)
        self.q = nn.Linear(c.dim, c.heads * c.head_dim, bias=False)
        self.k = nn.Linear(c.dim, c.kv_heads * c.head_dim, bias=False)
        self.v = nn.Linear(c.dim, c.kv_heads * c.head_dim, bias=False)
        self.o = nn.Linear(c.heads * c.head_dim, c.dim, bias=False)
        self.q_norm = Norm(c.head_dim, c.eps)
        self.k_norm = Norm(c.head_dim, c.eps)
        self.ffn_norm = Norm(c.dim, c.eps)
        self.gate = nn.Linear(c.dim, c.ffn, bias=False)
        self.up = nn.Linear(c.dim, c.ffn, bias=False)
        self.down = nn.Linear(c.ffn, c.dim, bias=False)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, past: list[Tensor] | None = None) -> Tensor:
        c, (batch, length, _) = self.c, x.shape
        h = self.attn_norm(x)
        q = self.q(h).view(batch, length, c.heads, c.head_dim).transpose(1, 2)
        k = self.k(h).view(batch, length, c.kv_heads, c.head_dim).transpose(1, 2)
        v = self.v(h).view(batch, length, c.kv_heads, c.head_dim).transpose(1, 2)
        q, k = rotate(self.q_norm(q), cos, sin), rotate(self.k_norm(k), cos, sin)
        if past is not None:
            if past:
                k, v = torch.cat((past[0], k), dim=2), torch.cat((past[1], v), dim=2)
            past[:] = [k, v]
        groups = c.heads // c.kv_heads
        k, v = k.repeat_interleave(groups, dim=1), v.repeat_interleave(groups, dim=1)
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=length > 1)
        x = x + self.o(mixed.transpose(1, 2).reshape(batch, length, -1))
        h = self.ffn_norm(x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h))


class Cafe(nn.Module):
    """Tokens to logits; the embedding is the output matrix too."""

    def __init__(self, c: Config):
        super().__init__()
        self.c = c
        self.embed = nn.Embedding(c.vocab, c.dim)
        self.blocks = nn.ModuleList(Block(c) for _ in range(c.layers))
        self.norm = Norm(c.dim, c.eps)
        for name, weight in self.named_parameters():
            if weight.ndim == 2:
                # What is added to the stream begins at zero: measured, that learns faster under Muon.
                nn.init.normal_(weight, std=0.0 if name.endswith((".o.weight", "down.weight")) else 0.02)

    def hidden(self, ids: Tensor, pasts: list[list[Tensor]] | None = None) -> Tensor:
        """The last layer's normed states. `pasts` (one list a layer) caches keys and values."""
        begun = pasts[0][0].shape[2] if pasts and pasts[0] else 0
        cos, sin = (t[begun:] for t in rotation(self.c, begun + ids.shape[1], ids.device))
        x = self.embed(ids)
        for index, block in enumerate(self.blocks):
            x = block(x, cos, sin, pasts[index] if pasts else None)
        return self.norm(x)

    def forward(self, ids: Tensor, pasts: list[list[Tensor]] | None = None) -> Tensor:
        return F.linear(self.hidden(ids, pasts), self.embed.weight)

    @torch.no_grad()
    def greedy(self, ids: list[int], stops: set[int], most: int = 256) -> list[int]:
        """The most likely continuation, up to a stop token (left out)."""
        device = self.embed.weight.device
        pasts: list[list[Tensor]] = [[] for _ in self.blocks]
        feed, made = torch.tensor([ids], device=device), []
        while len(made) < most and len(ids) + len(made) < self.c.context:
            token = int(self(feed, pasts)[0, -1].argmax())
            if token in stops:
                break
            made.append(token)
            feed = torch.tensor([[token]], device=device)
        return made


def count(model: nn.Module) -> int:
    return sum(p.numel() for p in model.parameters())
