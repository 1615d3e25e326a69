"""Checks the banks: every mistake with its line, blocks that are thin; with a file, examples drawn from it.

python bank.py                    all banks
python bank.py FILE [--seed S]    one bank, and some of what is drawn from it
"""

from __future__ import annotations

import argparse
from pathlib import Path

from cafe.bank import Block, read
from cafe.chance import Gen
from cafe.examples import example

LEAST = {"tool": ("asks", 6), "task": ("asks", 6), "form": ("asks", 15), "persona": ("says", 6), "trait": ("says", 1), "fact": ("says", 2), "talk": ("says", 1), "outside": ("says", 1)}


def thin(block: Block) -> str:
    """Why a block has too little, or nothing."""
    kind, least = LEAST[block.head]
    if len(getattr(block, kind)) < least:
        return f"only {len(getattr(block, kind))} {kind}"
    if block.head == "tool" and (not block.about or len(block.results) < 2):
        return "no description, or fewer than two results"
    if block.head in ("task", "form", "persona", "trait") and not block.told or block.head == "fact" and not block.tells:
        return "nothing told"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    paths = [options.file] if options.file else sorted((Path(__file__).parent / "cafe" / "banks").glob("*.txt"))
    mistakes, lines = 0, 0
    blocks: list[Block] = []
    for path in paths:
        for item in read(path):
            if isinstance(item, str):
                print(item)
                mistakes += 1
                continue
            if reason := thin(item):
                print(f"{item.place}: {reason}")
                mistakes += 1
                continue
            blocks.append(item)
            lines += sum(len(kind) for kind in (item.asks, item.many, item.results, item.fails, item.near, item.tells, item.says))
    gen = Gen(options.seed)
    for block in gen.some(blocks, 25) if options.file else []:
        print(example(gen, block))
    print(f"{len(blocks)} blocks, {lines} lines, {mistakes} mistakes")
    raise SystemExit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
