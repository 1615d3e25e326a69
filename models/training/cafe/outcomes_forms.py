"""What the scenes of `outcomes` share: tools of the vocabularies, wishes as people type them, the many forms of results, failures."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from . import words
from .chance import Gen, sentence, tidy
from .concepts import Param
from .outcomes_words import CHAINS, DEEDS, FACTS, KINDS, LISTS, MEASURES, REASONS, clock
from .toolkit import Tool, restyle, tool_name

Block = dict[str, Any]
TABLES = {"measure": MEASURES, "fact": FACTS, "list": LISTS, "deed": DEEDS}
INTEGERS = {"count", "heat", "percent", "minutes", "euros", "temp"}
ASKING = "who|what|whose|which|when|where|how|is|are|do|does|did|can|any|until when|have|has|will|from when"
QUESTION = re.compile(rf"(^|[,:.?] |now )({ASKING})\b", re.IGNORECASE)
GREETINGS = (
    "[hi, |hey, |hello, |quick question: |sorry to bother you, |one more thing: |okay, |now |so, |please, |I was wondering, |tell me, |"
    "good morning, |excuse me, |next one: |listen, ]"
)


@lru_cache(maxsize=None)
def blocks(kind: str) -> list[Block]:
    """The blocks of a vocabulary: the parts of the head, and the other lines by their keys."""
    if kind == "chain":
        return [{"kind": kind, "fields": [f.strip() for f in text.split("|")]} for text in re.sub(r"\n  ", " ", CHAINS).split("\n")]
    found = []
    for text in TABLES[kind].split("\n\n"):
        head, *lines = text.strip().split("\n")
        found.append({"kind": kind, "head": head.split(" ; ")} | {k: v for k, v in (line.split(" ", 1) for line in lines)})
    return found


def ways(block: Block, key: str, *flags: str) -> list[str]:
    """The ways of saying a thing; one with a `%flag` stands only where the flag is given."""
    found = []
    for way in re.split(r"\|(?![^\[]*\])", block.get(key, "")):
        text, _, flag = way.partition("%")
        if text and (not flag or flag in flags) or flag and not re.fullmatch(r"\w+", flag):
            found.append(text if re.fullmatch(r"\w*", flag) else way)
    return found


def drawn(gen: Gen, kind: str) -> Any:
    """A value of a kind."""
    source = KINDS[kind]
    return source(gen) if callable(source) else gen.pick(source)


def entities(gen: Gen, kind: str, count: int) -> tuple[list[str], list[str]]:
    """Different things: as the call names them, and as a sentence does."""
    prefix, _, name = kind.rpartition(" ")
    found: list[str] = []
    while len(found) < count:
        one = str(drawn(gen, name))
        if all(one.lower() != other.lower() for other in found):
            found.append(one)
    return found, [f"{prefix} {one}".strip() for one in found]


def asked(gen: Gen, template: str, **slots: Any) -> str:
    """A wish as people type it: as a sentence, or in small letters and without its last mark."""
    proper = gen.chance(0.55)
    if not proper and gen.chance(0.5):
        template = re.sub(r"\bI\b", "i", template)
    text = tidy((gen.text(GREETINGS) if gen.chance(0.2) else "") + gen.text(template, **slots))
    if proper:
        return sentence(text if text[-1] in ".?!" else text + ("?" if QUESTION.search(text) else gen.pick([".", ".", "!", ""])))
    ending = "" if "please" in text else gen.pick(["", "", "", "", "", " thanks", " please", " :)"])
    return (text.rstrip(".?!") if ending or gen.chance(0.4) else text) + ending


def told(number: str, unit: str) -> str:
    """A number with its unit, in the singular for one."""
    return number + (unit[:-1] if number == "1" and re.fullmatch(r" [a-z]{4,}s", unit) else unit)


@dataclass
class Kit:
    """A block with its tool, or its tools."""

    block: Block
    tools: list[Tool]


def tool_of(gen: Gen, names: str, about: str, params: list[tuple[str, str]], topic: str) -> Tool:
    """A tool with required parameters, given as names and a kind."""
    name = tool_name(gen, gen.pick(names.split(";")).strip().split())
    made = []
    for spelled, kind in params:
        schema: dict[str, Any] = {"type": "integer" if kind in INTEGERS else "string"}
        key = gen.pick(re.split("[;/]", spelled)).strip()
        if gen.chance(0.6):
            schema["description"] = gen.say("[The {k}|{k}|{a:k}|The {k} that is meant|Which {k}]", k=key.replace("_", " "))
        made.append(Param(None, key, schema, True))  # type: ignore[arg-type]
    restyle(made, name)
    return Tool(name, gen.pick(about.split("|")).strip(), made, topic, lambda *_: None)  # type: ignore[arg-type, return-value]


def kit_of(gen: Gen, kind: str) -> Kit:
    """A block of the kind, with tools."""
    block = gen.pick(blocks(kind))
    if kind == "chain":
        f = block["fields"]
        head = [part.strip() for part in f[0].split(";")]
        return Kit(block, [tool_of(gen, f[at], f[at + 1], [(f[at + 2], head[1 + at // 4])], f"{head[0]} {at}") for at in (1, 5)])
    params = [tuple(p.strip().split(":")) for p in block["param"].split(",")] if kind == "deed" else [(block["arg"], "text")]
    return Kit(block, [tool_of(gen, block["tool"], block["about"], params, f"outcome {block['head'][0]}")])


def dumped(gen: Gen, value: Any) -> str:
    """JSON in one of its spacings. Decimals keep their digits."""
    text = json.dumps(value, ensure_ascii=False, separators=gen.pick([(",", ":"), (", ", ": ")]))
    return re.sub(r'"#([-\d.]+)"', r"\1", text)


def noise(gen: Gen) -> dict[str, Any]:
    """Fields that have nothing to do with the question."""
    pool = {"ts": clock(gen), "ok": True, "ver": gen.number(1, 9), "cached": gen.chance(0.5), "src": words.coin(gen),
        "ref": words.code(gen),
            "lang": "en", "ms": gen.number(3,
                900), "node": f"n{gen.number(1, 40)}", "status": "ok", "page": 1, "by": words.first_name(gen)}  # fmt: skip
    return {key: pool[key] for key in gen.some(list(pool), gen.weighted({0: 3, 1: 3, 2: 2, 3: 1}))}


def shown(gen: Gen, style: str, block: Block, names: str, entity: str, value: Any, unit: str, said: str, extra: dict[str, Any]) -> str:
    """A result in one of many forms. `unit` is as the tool writes it, `said` a sentence with the value."""
    key = gen.pick(block["key"].split(";")) if "key" in block else gen.pick(names.split(";"))
    number = isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?", value) and block["kind"] == "measure"
    glued = f"{value}{unit}" if len(unit) < 3 else f"{value} {unit}"
    label = gen.pick(["name", "id", "for", "q", "item", key + "_of"])
    row: dict[str, Any] = {label: entity} if gen.chance(0.75) else {}
    row |= {key: f"#{value}" if number else value} if not unit or gen.chance(0.6) else {key: glued}
    if unit and row[key] != glued:
        row[gen.pick(["u", "unit", "uom", "in"])] = unit
    row |= extra | {k: v for k, v in noise(gen).items() if k not in row and k not in extra}
    row = {k: row[k] for k in gen.shuffled(list(row))}
    flat = {k: (str(v).lower() if isinstance(v, bool) else str(v).removeprefix("#")) for k, v in row.items()}
    if style == "json":
        return dumped(gen, row)
    if style == "nested":
        outer = gen.pick(["data", "result", "response", "payload", "hit"])
        inner = gen.pick(["now", "value", "entry", "current", "main"])
        return dumped(gen, gen.pick([{outer: row}, {outer: [row]}, {outer: {inner: row}}, {"code": 200, outer: row}]))
    if style == "pairs":
        equals, between = gen.pick([("=", "; "), ("=", ", "), (": ", "\n"), ("=", " "), (": ", "; ")])
        return between.join(f"{k}{equals}{v}" for k, v in flat.items())
    if style == "table":
        lines = [" | ".join(flat.values())] if gen.chance(0.3) and not extra and len(flat) < 4 else [" | ".join(flat), " |"
            " ".join(flat.values())]
        return "\n".join(lines)
    if style == "upper":
        return gen.text("[{e} {k} {v}|{k} {e} {v} OK|OK {k}={v}|{e}: {v}|RC0 {k} {v}]", e=entity.upper(), k=key.upper(), v=glued)
    return glued if style == "bare" else gen.pick([sentence(said) + ".", sentence(said), f"{entity}: {glued}", f"Result: {glued}"])


def style_of(gen: Gen) -> str:
    return gen.weighted({"json": 3.5, "nested": 1.5, "bare": 1.4, "pairs": 1.5, "table": 1, "upper": 1, "sentence": 1.2})


def reason(gen: Gen, entity: str) -> tuple[str, str]:
    """What a failing tool says, and the same in plain words."""
    slots = {"p": words.first_name(gen), "h": clock(gen), "n": str(gen.number(2, 90)), "x": words.coin(gen), "c": words.code(gen),
        "e": entity}
    raw, plain = gen.pick(REASONS.split("\n")).rsplit("|", 1)
    if "{e}" in plain and not entity:
        raw, plain = "{\"error\":\"no such entry\"}", "there is no such entry"
    for name, value in slots.items():
        raw, plain = raw.replace("{" + name + "}", value), plain.replace("{" + name + "}", value)
    return raw, plain


def sorry(gen: Gen, plain: str, what: str) -> str:
    """An answer that tells of a failure and its reason. `what` is the thing that was wanted, or nothing."""
    later = "[|||| You could try again later.| Shall I try again later?| Please try it later.| Shall I try once more?]"
    if any(word in plain for word in ("no such", "not found", "duplicate", "members", "short", "expired", "changed", "suspended", "card", "forbidden", "payment")):
        later = "[|||| Is there anything else I can do?]"
    if what and gen.chance(0.6):
        return gen.say("[I could not get {w}: {r}.|I'm sorry, I have no answer on {w}, because {r}.|Sorry, I can't tell you {w}: {r}.|"
            "Looking up {w} failed, because {r}.|I asked for {w}, but {r}.]" + later, w=what, r=plain)
    return gen.say("[That did not work: {r}.|I'm sorry, that failed because {r}.|Unfortunately {r}, so that did not work.|"
        "I tried, but {r}.|It did not work this time, because {r}.|No luck: {r}.|Sorry, {r}, so it did not work.]" + later, r=plain)


def itemised(gen: Gen, items: list[str], key: str, numbers: list[int], unit: str) -> str:
    """A result with items, or with none."""
    outer = gen.pick(["items", "results", "hits", "data", "list", "found"])
    if not items:
        return gen.pick(["[]", dumped(gen, {outer: []}), "none", "0 results", "no matches", dumped(gen, {"count": 0, outer: []}),
            "(empty)", "n=0", "null"])
    label = gen.pick(["name", "title", "n", "label", "val"])
    if numbers:
        rows = [{label: i, key: n} for i, n in zip(items, numbers)]
        lines = gen.pick([[f"{i}: {n} {unit}" for i, n in zip(items, numbers)], [f"{i} | {n}" for i, n in zip(items, numbers)]])
        return gen.pick([dumped(gen, rows), dumped(gen, {outer: rows}), "\n".join(lines), "\n".join(f"{at}. {x}" for at,
            x in enumerate(lines, 1))])
    rows = [{"id": at, label: i} for at, i in enumerate(items, gen.pick([1, 7, 40, 300]))]
    return gen.pick([dumped(gen, items), dumped(gen, items), dumped(gen, {outer: items}), dumped(gen, rows), dumped(gen,
        {"total": len(items), outer: items}),
                     "\n".join(f"{at}. {i}" for at, i in enumerate(items,
                         1)), ", ".join(items), "\n".join(f"- {i}" for i in items), "; ".join(items), "\n".join(items)])  # fmt: skip
