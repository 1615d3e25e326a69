"""Measures a model on hand-written items and on a held-out seed of the generator, and prints the table of targets.

    python evaluate.py --model models/cafe.gguf --engine llama
    python evaluate.py --engine torch --checkpoint FILE --tokenizer FILE
    python evaluate.py --model models/cafe.gguf --engine tern --tern .build/release/tern
    python evaluate.py --items dev …        the set by which data are chosen; `eval` is for measuring only

An item is a line of JSON: `id`, `kind`, `messages`, `tools` (names in tools.json), `fill` (tokens of other talk put before the last turn) and `checks`:
  calls     the calls expected, in any order; an argument {"any": [...]} takes one of several values
  nocall    no call may be made
  contains  each entry must occur in the answer; an entry that is a list needs one of its texts
  lacks     texts that must not occur
  rules     for structures: "path op value", see `holds`
Of the kind `copy` a text or an argument must be repeated letter by letter; of the kind `outside` the answer must say that it does not know.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from cafe.chance import Gen
from cafe.recall import Filler
from corpus import conversation
from engines import Engine, Item, LlamaEngine, TernEngine, TorchEngine
from wanted import wanted_schema

HERE = Path(__file__).parent
CALL = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.S)
# row of the table: target
TARGETS = {
    "right tool": 95,
    "arguments": 90,
    "unseen tools": 85,
    "states result": 95,
    "no call": 95,
    "recall": 90,
    "structure": 90,
    "chat": 90,
    "only the café": 95,
    "rare names": 95,
}
# The rows of which the mean is told.
MEAN = ["arguments", "unseen tools", "states result", "no call", "recall", "structure", "chat"]
# How an answer says that it does not know.
UNKNOWING = re.compile(
    r"n't|\b(?:cannot|only|not|no idea|no clue|nothing|never|nobody|beyond|outside|little|unknown|sorry|afraid|blank|mystery|over my head"
    r"|too (?:big|far|hard|much|large|wide|deep|high)|neither|no|none|pass|stops?|ends?|out of my|without|ask (?:a|an|your|the|somebody|someone))\b",
    re.IGNORECASE,
)


def calls_of(text: str) -> list[Item] | None:
    """The calls in an answer, or nil where one cannot be read."""
    found = []
    for body in CALL.findall(text):
        try:
            call = json.loads(body)
            found.append({"name": call["name"], "arguments": call["arguments"]})
        except (ValueError, KeyError, TypeError):
            return None
    return found


def fits(wanted: Any, value: Any) -> bool:
    options = wanted["any"] if isinstance(wanted, dict) and "any" in wanted else [wanted]
    return any(value == option and isinstance(value, bool) == isinstance(option, bool) for option in options)


def same_call(wanted: Item, call: Item) -> bool:
    given, expected = call["arguments"], wanted["arguments"]
    optional = {name for name, value in expected.items() if isinstance(value, dict) and None in value.get("any", [])}
    names = set(expected)
    return (
        wanted["name"] == call["name"]
        and isinstance(given, dict)
        and names - optional <= set(given) <= names
        and all(fits(expected[n], given[n]) for n in given)
    )


def value_at(value: Any, path: str) -> Any:
    for step in path.split(".") if path != "$" else []:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def holds(rule: str, value: Any) -> bool:
    """One rule on a structure: `path op argument`. Ops: is, in, has, count, range, matches, words, filled, one."""
    path, op, *rest = rule.split(" ", 2)
    argument = rest[0] if rest else ""
    try:
        found = value_at(value, path)
    except (KeyError, IndexError, TypeError, ValueError):
        return False
    if op == "is":
        return found == json.loads(argument)
    if op == "in":
        return found in json.loads(argument)
    if op == "has":
        return argument.lower() in json.dumps(found, ensure_ascii=False).lower()
    if op == "count":
        return isinstance(found, list) and len(found) == int(argument)
    if op == "range":
        low, high = map(float, argument.split())
        return isinstance(found, (int, float)) and not isinstance(found, bool) and low <= found <= high
    if op == "matches":
        return isinstance(found, str) and re.search(argument, found) is not None
    if op == "words":
        return isinstance(found, str) and int(argument) <= len(found.split())
    if op == "filled":
        return isinstance(found, str) and bool(found.strip())
    if op == "one":
        return isinstance(found, list) and sum(1 for item in found if isinstance(item, dict) and item.get(argument) is True) == 1
    raise ValueError(f"unknown rule {rule}")


def mentions(wanted: Any, text: str) -> bool:
    options = wanted if isinstance(wanted, list) else [wanted]
    return any(str(option).lower() in text.lower() for option in options)


def copied(checks: Item, calls: list[Item] | None, text: str, said: str) -> bool:
    """Whether a rare name came out letter by letter: in a call, in a structure or in the answer."""
    if "calls" in checks:
        return calls is not None and len(calls) == len(checks["calls"]) and all(any(same_call(w, c) for c in calls) for w in checks["calls"])
    if "rules" in checks:
        try:
            value = json.loads(text)
        except ValueError:
            return False
        return all(holds(rule, value) for rule in checks["rules"])
    return all(wanted in said for wanted in checks["contains"])


def judge(item: Item, text: str) -> dict[str, bool]:
    """Rows of the table that the item counts in, with its verdict in each."""
    checks, kind = item["checks"], item["kind"]
    calls = calls_of(text)
    said = CALL.sub("", text).strip()
    plain = all(mentions(w, said) for w in checks.get("contains", [])) and not any(mentions(w, said) for w in checks.get("lacks", []))
    if kind == "copy":
        return {"rare names": copied(checks, calls, text, said)}
    if "calls" in checks:
        wanted = checks["calls"]
        named = calls is not None and sorted(c["name"] for c in calls) == sorted(c["name"] for c in wanted)
        exact = named and all(any(same_call(w, c) for c in calls or []) for w in wanted)
        return {"unseen tools": exact} if kind == "unseen" else {"right tool": named, "arguments": exact}
    if kind == "outside":
        return {"only the café": calls == [] and "<tool_call>" not in text and UNKNOWING.search(said) is not None}
    if kind == "nocall":
        return {"no call": calls == [] and "<tool_call>" not in text and bool(said) and plain}
    if kind == "structure":
        try:
            value = json.loads(text)
        except ValueError:
            return {"structure": False}
        return {"structure": all(holds(rule, value) for rule in checks["rules"])}
    row = {"answer": "states result", "recall": "recall", "chat": "chat"}[kind]
    return {row: bool(said) and calls == [] and plain}


def load_items(folder: Path) -> list[Item]:
    """The hand-written items, their tools put in and their filler talk made."""
    tools = json.loads((folder / "tools.json").read_text(encoding="utf-8"))
    items = []
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            item["tools"] = [{"name": name} | tools[name] for name in item.get("tools", [])]
            if item.get("fill"):
                fill(item)
            items.append(item)
    return items


def fill(item: Item) -> None:
    """Puts talk of about `fill` tokens before the last turn."""
    filler, talk, length = Filler(Gen(f"eval/{item['id']}"), None), [], 0
    while length < item["fill"]:
        more = filler.turns()
        talk += more
        length += sum(len(m["content"]) // 4 + 6 for m in more)
    item["messages"] = item["messages"][:-1] + talk + item["messages"][-1:]


def held_out(count: int) -> list[Item]:
    """Items from a seed that training never sees: the last call, structure or recall of generated conversations."""
    items: list[Item] = []
    number = 0
    while len(items) < count:
        kind, chat = conversation(990_001, "held", number)
        number += 1
        messages = [{key: value for key, value in message.items() if key != "share"} for message in chat["messages"]]
        turns = [i for i, m in enumerate(messages) if m["role"] == "assistant"]
        at = next((i for i in turns if messages[i].get("tool_calls")), turns[-1])
        last = messages[at]
        item = {"id": f"held-{number}", "messages": messages[:at], "tools": chat["tools"]}
        if last.get("tool_calls"):
            items.append(item | {"kind": "seen", "checks": {"calls": last["tool_calls"]}})
        elif kind == "tools" and chat["tools"]:
            items.append(item | {"kind": "nocall", "checks": {}})
        elif kind == "structured":
            value = json.loads(last["content"])
            fixed = (
                [
                    f"{k} is {json.dumps(v, ensure_ascii=False)}"
                    for k, v in value.items()
                    if json.dumps(v, ensure_ascii=False).strip('"').lower() in str(messages[:at]).lower()
                ]
                if isinstance(value, dict)
                else [f"$ count {len(value)}"]
            )
            items.append(item | {"kind": "structure", "checks": {"rules": fixed}})
    return items


def table(items: list[Item], engine: Engine, verbose: bool, answers: Path | None = None) -> dict[str, list[bool]]:
    rows: dict[str, list[bool]] = defaultdict(list)
    read = []
    for index, item in enumerate(items, 1):
        # Only Tern holds its answers to it.
        schema = wanted_schema(item["messages"]) if item["kind"] == "structure" or "rules" in item["checks"] else None
        text = engine.answer({"messages": item["messages"], "tools": item["tools"]}, schema)
        verdicts = judge(item, text)
        read.append(f"{item['id']} {verdicts}\n  {item['messages'][-1]['content']!r}\n  {text!r}")
        for row, good in verdicts.items():
            rows[row].append(good)
            if verbose and not good:
                print(
                    f"\n{item['id']} ({row}): {item['messages'][-1]['content'][-160:]!r}\n  -> {text!r}\n  wanted {json.dumps(item['checks'], ensure_ascii=False)}"
                )
        if sys.stdout.isatty():
            print(f"\r{index}/{len(items)} ", end="", flush=True)
    print()
    if answers:
        answers.write_text("\n".join(read) + "\n", encoding="utf-8")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    home = Path.home() / ".cache" / "tern-cafe"
    parser.add_argument("--engine", choices=["torch", "llama", "tern"], default="llama")
    parser.add_argument("--model", type=Path, default=HERE.parent / "cafe.gguf")
    parser.add_argument("--checkpoint", type=Path, default=home / "cafe.pt")
    parser.add_argument("--tokenizer", type=Path, default=home / "tokenizer.json")
    parser.add_argument("--tern", type=Path, default=Path("tern"))
    parser.add_argument("--items", type=Path, default=HERE / "eval")
    parser.add_argument("--held-out", type=int, default=200)
    parser.add_argument("--answers", type=Path, help="write all answers of the hand-written items there, to be read")
    parser.add_argument("--verbose", action="store_true", help="print every miss")
    options = parser.parse_args()
    engine: Engine
    if options.engine == "torch":
        engine = TorchEngine(options.checkpoint, options.tokenizer)
    elif options.engine == "llama":
        engine = LlamaEngine(options.model)
    else:
        engine = TernEngine(options.tern, options.model)
    hand = table(load_items(options.items), engine, options.verbose, options.answers)
    held = table(held_out(options.held_out), engine, options.verbose) if options.held_out else {}
    print(f"{'':16}{'target':>8}{'hand-written':>16}{'held-out seed':>16}")
    for row, target in TARGETS.items():
        cells = [f"{sum(r[row]) / len(r[row]):.1%} of {len(r[row])}" if r.get(row) else "-" for r in (hand, held)]
        print(f"{row:16}{target:>7}%{cells[0]:>16}{cells[1]:>16}")
    shares = [sum(hand[row]) / len(hand[row]) for row in MEAN if hand.get(row)]
    print(f"mean of {len(shares)} rows of the hand-written items: {sum(shares) / max(len(shares), 1):.3f}")


if __name__ == "__main__":
    main()
