"""One training step, faster than PyTorch's own way; `model.py` is its slow twin.

What it does otherwise: the weights are cast to bfloat16 once a step and matrices that read the same input are joined; on a processor
attention goes over blocks of queries with products of batches, each block reading only the keys before its end, and the heads that share
keys side by side as rows of one product; what lies between the products is compiled.

    python fast.py          compares loss and gradients with the twin, and times both
"""

from __future__ import annotations

import time
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from batches import Micro
from model import SIZES, Block, Cafe, count, rotation

BLOCK = 128


class Attention(torch.autograd.Function):
    """Causal attention. Queries (batch × key heads, group, length, head), keys and values (batch × key heads, length, head)."""

    @staticmethod
    def forward(ctx: Any, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        many, group, length, size = q.shape
        out = torch.empty_like(q)
        kept = []
        for begin in range(0, length, BLOCK):
            end = min(begin + BLOCK, length)
            rows = q[:, :, begin:end].reshape(many, -1, size)
            scores = torch.bmm(rows, k[:, :end].transpose(1, 2)).mul_(size**-0.5).view(many, group, end - begin, end)
            future = torch.ones(end - begin, end - begin, dtype=torch.bool).triu_(1)
            scores[..., begin:end].masked_fill_(future, float("-inf"))
            shares = torch.softmax(scores.view(many, -1, end), -1)
            kept.append(shares)
            out[:, :, begin:end] = torch.bmm(shares, v[:, :end]).view(many, group, end - begin, size)
        ctx.save_for_backward(q, k, v, *kept)
        return out

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, Tensor, Tensor]:  # type: ignore[override]
        q, k, v, *kept = ctx.saved_tensors
        many, group, length, size = q.shape
        dq, dk, dv = torch.empty_like(q), torch.zeros_like(k), torch.zeros_like(v)
        for shares, begin in zip(kept, range(0, length, BLOCK)):
            end = min(begin + BLOCK, length)
            rows = q[:, :, begin:end].reshape(many, -1, size)
            given = grad[:, :, begin:end].reshape(many, -1, size)
            dv[:, :end] += torch.bmm(shares.transpose(1, 2), given)
            d = torch._softmax_backward_data(torch.bmm(given, v[:, :end].transpose(1, 2)), shares, -1, shares.dtype).mul_(size**-0.5)
            dq[:, :, begin:end] = torch.bmm(d, k[:, :end]).view(many, group, end - begin, size)
            dk[:, :end] += torch.bmm(d.transpose(1, 2), rows)
        return dq, dk, dv


def attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Causal attention of a kind that suits the device; shapes as `before` gives them."""
    if q.device.type == "cpu":
        return Attention.apply(q, k, v)  # type: ignore[no-any-return]
    return F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)


def normed(x: Tensor, gain: Tensor, eps: float) -> Tensor:
    return F.rms_norm(x.float(), (x.shape[-1],), gain, eps)


def before(
    x: Tensor, gain: Tensor, w: Tensor, q_gain: Tensor, k_gain: Tensor, cos: Tensor, sin: Tensor, heads: int, shared: int, eps: float, grouped: bool
) -> tuple[Tensor, ...]:
    """From the stream to queries, keys and values: `grouped` as `Attention` takes them, else (batch, heads, length, head), not moved in memory, for a GPU's kernels."""
    batch, length, _ = x.shape
    z = F.linear(normed(x, gain, eps).to(torch.bfloat16), w).view(batch, length, heads + 2 * shared, -1)

    def turned(t: Tensor, gain: Tensor) -> Tensor:
        first, second = normed(t, gain, eps).chunk(2, -1)
        return torch.cat((first * cos - second * sin, second * cos + first * sin), -1).to(torch.bfloat16).transpose(1, 2)

    q, k, v = turned(z[:, :, :heads], q_gain), turned(z[:, :, heads : heads + shared], k_gain), z[:, :, heads + shared :].transpose(1, 2)
    if not grouped:
        return q, k, v
    size = z.shape[-1]
    q = q.reshape(batch * shared, heads // shared, length, size)
    return q.contiguous(), k.reshape(batch * shared, length, size).contiguous(), v.reshape(batch * shared, length, size).contiguous()


def after(x: Tensor, mixed: Tensor, out: Tensor, gain: Tensor, wide: Tensor, down: Tensor, eps: float, dropout: float) -> Tensor:
    """The attention's result and the feed-forward layer, added to the stream, of each a share left out."""
    batch, length, _ = x.shape
    x = x + F.dropout(F.linear(mixed.reshape(batch, -1, length, mixed.shape[-1]).transpose(1, 2).reshape(batch, length, -1), out), dropout)
    gate, up = F.linear(normed(x, gain, eps).to(torch.bfloat16), wide).chunk(2, -1)
    return x + F.dropout(F.linear(F.silu(gate.float()).to(torch.bfloat16) * up, down), dropout)


def losses(hidden: Tensor, table: Tensor, targets: Tensor) -> Tensor:
    logits = F.linear(hidden, table).float()
    return torch.logsumexp(logits, -1) - logits.gather(1, targets[:, None])[:, 0]


class FastStep:
    """Losses and gradients of a model in bfloat16: `begin`, `loss` and `backward` for each micro-batch, `finish`."""

    def __init__(self, model: Cafe, compiled: bool = True, thin: float = 0.3, dropout: float = 0.0):
        """Of targets with a small weight only the share `thin` is computed, and weighs more for that. `dropout`: of what is added to the stream."""
        self.model, self.thin, self.dropout = model, thin, dropout
        ways = [torch.compile(f, dynamic=True) for f in (before, after, losses)] if compiled else [before, after, losses]
        self.before, self.after, self.losses = ways
        self.joined: list[list[tuple[Tensor, list[nn.Parameter]]]] = []

    def parts(self, block: Block) -> list[list[nn.Parameter]]:
        return [[block.q.weight, block.k.weight, block.v.weight], [block.o.weight], [block.gate.weight, block.up.weight], [block.down.weight]]

    def begin(self) -> None:
        """Casts the weights."""

        def cast(parts: list[nn.Parameter]) -> tuple[Tensor, list[nn.Parameter]]:
            return torch.cat([p.detach() for p in parts]).to(torch.bfloat16).requires_grad_(), parts

        self.joined = [[cast(parts) for parts in self.parts(block)] for block in self.model.blocks]  # type: ignore[arg-type]
        self.table = cast([self.model.embed.weight])

    def finish(self) -> None:
        """Moves the gradients of the cast weights to the parameters."""
        for made, parts in [pair for block in self.joined for pair in block] + [self.table]:
            assert made.grad is not None
            for part, grad in zip(parts, made.grad.float().split([p.shape[0] for p in parts])):
                part.grad = grad

    def hidden(self, ids: Tensor) -> Tensor:
        c = self.model.c
        cos, sin = (t[None, :, None] for t in rotation(c, ids.shape[1], ids.device))
        x = F.dropout(F.embedding(ids, self.table[0]), self.dropout)
        for block, weights in zip(self.model.blocks, self.joined):
            qkv, out, wide, down = (w for w, _ in weights)
            gains = block.q_norm.weight, block.k_norm.weight
            q, k, v = self.before(x, block.attn_norm.weight, qkv, *gains, cos, sin, c.heads, c.kv_heads, c.eps, ids.device.type == "cpu")
            x = self.after(x, attention(q, k, v), out, block.ffn_norm.weight, wide, down, c.eps, self.dropout)
        return normed(x, self.model.norm.weight, c.eps).to(torch.bfloat16)

    def loss(self, micro: Micro) -> tuple[Tensor, Tensor, Tensor]:
        """Sum of weighted losses, and the plain sum and count over the assistant's tokens."""
        weights, targets = micro.weights.flatten(), micro.targets.flatten()
        answers = weights > 0.5
        if weights.device.type != "cpu":
            # Choosing targets would make the host wait for the device.
            each = self.losses(self.hidden(micro.ids).flatten(0, 1), self.table[0], targets)
            return (each * weights).sum(), (each * answers).sum().detach(), answers.sum()
        if self.thin < 1:
            small = (weights > 0) & ~answers
            lucky = torch.rand(weights.shape) < self.thin
            weights = torch.where(small, torch.where(lucky, weights / self.thin, torch.zeros(())), weights)
        keep = weights.nonzero().squeeze(1)
        hidden = self.hidden(micro.ids).flatten(0, 1)[keep]
        each = torch.cat([self.losses(h, self.table[0], t) for h, t in zip(hidden.split(1024), targets[keep].split(1024))])
        return (each * weights[keep]).sum(), each[answers[keep]].sum().detach(), answers.sum()


def main() -> None:
    from train import plain_loss

    torch.manual_seed(1)
    torch.set_num_threads(2)
    model = Cafe(SIZES["cafe"])
    ids = torch.randint(0, model.c.vocab, (9, 321))
    mask = torch.full((9, 320), 0.1)
    mask[:, 100:180] = 1
    micro = Micro(ids[:, :-1], ids[:, 1:], mask)
    fast = FastStep(model, thin=1)
    for way in ("fast", "plain", "fast", "plain", "fast"):
        begun = time.time()
        model.zero_grad(set_to_none=True)
        if way == "fast":
            fast.begin()
        loss, plain, answers = fast.loss(micro) if way == "fast" else plain_loss(model, micro.ids, micro.targets, micro.weights)
        loss.backward()
        if way == "fast":
            fast.finish()
        grads = {n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}
        print(f"{way}: loss {loss.item():.3f} {float(plain / answers):.4f}, {micro.tokens / (time.time() - begun):.0f} tokens/s")
        if way == "plain":
            want = grads
        elif "want" in locals():
            worst = max((float((grads[n] - want[n]).norm() / want[n].norm()), n) for n in want)
            print(f"gradients differ by at most {worst[0]:.4f} of their norm ({worst[1]}), {count(model) / 1e6:.1f} M parameters")


if __name__ == "__main__":
    main()
