"""Measures a model on banks that its training has not read: how much of it is understood, and how much only memorised.

    python unseen.py --tokenizer FILE --out DIR                     writes the banks of unseen/ as shards, one of each kind
    python unseen.py --tokenizer FILE --out DIR BANK ...            the same of other banks: of cafe/banks, to see what is memorised
    python unseen.py --tokenizer FILE --out DIR --model cafe.pt     and then loss, and shares of tokens and of whole turns predicted

A token of an answer is predicted where the model's likeliest token after the right ones before it is the right one. `train.py --unseen DIR` prints the same while
it trains. A bank's kind is its name without what follows `-`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import torch
import torch.nn.functional as F

from batches import micros
from cafe.bank import Block, read
from cafe.banked import bank_task, bank_tool, drawn, persona_scene, spoken_turns
from cafe.chance import Gen, turn
from cafe.concepts import Context
from cafe.dates import some_date
from cafe.structured import answered
from cafe.together import exchange
from cafe.toolbox import finish, instructions
from corpus import save
from grow import begin
from model import Cafe
from tokenizer import load


def conversation(gen: Gen, block: Block, others: list[Block]) -> dict[str, Any]:
    """A short conversation about a block; a tool stands beside some of `others`."""
    gen.context = context = Context(some_date(gen))
    if block.head == "persona":
        told, chats = persona_scene(gen, 2, block)
        return {"messages": [turn("system", told)] + chats, "tools": []}
    if block.head == "fact":
        made = drawn(gen, block, context)
        return {"messages": spoken_turns(gen, gen.pick(block.tells), made) + spoken_turns(gen, gen.pick(block.says), made), "tools": []}
    if block.head == "task":
        return answered(gen, bank_task(gen, block))
    if block.head != "tool":
        return {"messages": exchange(gen, block), "tools": []}
    tool = bank_tool(gen, block)
    beside = {t.name.lower(): t for t in (bank_tool(gen, b) for b in gen.some([b for b in others if b is not block], 3))}
    beside.pop(tool.name.lower(), None)
    use = tool.use(gen, context)
    chats = [turn("user", use.ask)]
    finish(gen, tool, use, chats, 0)
    return {"messages": instructions(gen, context, [tool]) + chats, "tools": [t.schema(gen) for t in gen.shuffled([tool, *beside.values()])]}


def chats(paths: list[Path], count: int) -> Iterator[dict[str, Any]]:
    blocks = [block for path in paths for block in read(path) if not isinstance(block, str)]
    for number in range(count):
        gen = Gen(f"unseen/{number}")
        block = gen.pick(blocks)
        yield conversation(gen, block, [b for b in blocks if b.head == "tool" and b.trade == block.trade])


@torch.no_grad()
def score(model: Cafe, shard: Path) -> tuple[float, float, float]:
    """Mean loss of a token, shares of tokens and of whole turns predicted."""
    loss, tokens, right, answers, whole = 0.0, 0, 0, 0, 0
    device = model.embed.weight.device
    for micro in micros(shard, 0, 8192):
        with torch.autocast(device.type, dtype=torch.bfloat16):
            logits = F.linear(model.hidden(micro.ids.to(device)), model.embed.weight)
        targets, counted = micro.targets.to(device), (micro.weights > 0.5).numpy()
        losses = F.cross_entropy(logits.float().flatten(0, 1), targets.flatten(), reduction="none").view(targets.shape).cpu().numpy()
        hits = (logits.argmax(-1) == targets).cpu().numpy()
        loss, tokens, right = loss + float(losses[counted].sum()), tokens + int(counted.sum()), right + int(hits[counted].sum())
        for row in range(len(hits)):
            edges = np.flatnonzero(np.diff(np.concatenate(([0], counted[row].astype(np.int8), [0]))))
            for first, after in zip(edges[::2], edges[1::2]):
                answers, whole = answers + 1, whole + int(hits[row, first:after].all())
    return loss / tokens, right / tokens, whole / answers


def report(model: Cafe, shards: list[Path]) -> str:
    return ", ".join("{} {:.3f} {:.1%} {:.1%}".format(shard.stem, *score(model, shard)) for shard in shards)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("banks", type=Path, nargs="*")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--model", type=Path, help="a GGUF file or a checkpoint")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=400, help="of conversations in a shard")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    banks = options.banks or sorted((Path(__file__).parent / "unseen").glob("*.txt"))
    kinds = sorted({path.stem.split("-")[0] for path in banks})
    for kind in kinds:
        paths = [path for path in banks if path.stem.split("-")[0] == kind]
        save(options.out / f"{kind}.npz", list(chats(paths, options.count)), load(options.tokenizer), others=0)
    if options.model:
        print(report(begin(options.model, None, options.tokenizer), [options.out / f"{kind}.npz" for kind in kinds]))


if __name__ == "__main__":
    main()
