"""Chance and phrasing: every sentence of the corpus is drawn through one `Gen`.

A phrasing is a template: `[a|b|]` picks one alternative (they nest), `{slot}` takes a value,
`{a:slot}` puts the right article before it. Templates are parsed once and drawn often.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from typing import Any, Callable, Sequence, TypeVar

T = TypeVar("T")
AFTER_STOP = re.compile(r"([a-z\d][.!?] )([a-z])")
# A parsed template: text, a slot, or a choice between parsed templates.
Node = tuple[str, Any]


@lru_cache(maxsize=50_000)
def parse(template: str) -> tuple[Node, ...]:
    """The parts of a template. Linear in its length."""
    nodes, end = _sequence(template, 0, "")
    assert end == len(template), f"unbalanced template: {template}"
    return nodes


def _sequence(text: str, at: int, stops: str) -> tuple[tuple[Node, ...], int]:
    nodes: list[Node] = []
    start = at
    while at < len(text) and text[at] not in stops:
        if text[at] in "[{":
            if at > start:
                nodes.append(("text", text[start:at]))
            if text[at] == "{":
                close = text.index("}", at)
                nodes.append(("slot", text[at + 1 : close]))
                at = close + 1
            else:
                ways = []
                while text[at] != "]":
                    way, at = _sequence(text, at + 1, "|]")
                    ways.append(way)
                nodes.append(("choice", ways))
                at += 1
            start = at
        else:
            at += 1
    if at > start:
        nodes.append(("text", text[start:at]))
    return tuple(nodes), at


def article(phrase: str) -> str:
    """The phrase with "a" or "an" before it, by its first sound as spelling shows it."""
    lowered = phrase.lower()
    vowel = lowered[:1] in set("aeiou") and not lowered.startswith(("uni", "use", "usu", "eu", "one", "ukr"))
    return ("an " if vowel or lowered.startswith(("hour", "honest", "heir")) else "a ") + phrase


def tidy(text: str) -> str:
    """The text with single spaces, and none before a mark."""
    text = text.strip()
    while "  " in text:
        text = text.replace("  ", " ")
    for mark in (" .", " ,", " ?", " !"):
        text = text.replace(mark, mark[1])
    return text


def sentence(text: str) -> str:
    """The text tidied, with a capital letter at the start of each sentence."""
    text = tidy(text)
    text = AFTER_STOP.sub(lambda found: found.group(1) + found.group(2).upper(), text)
    return text[:1].upper() + text[1:]


def listed(items: Sequence[str], last: str = "and") -> str:
    """Items as a phrase: `a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + f" {last} {items[-1]}"


def plural(noun: str, number: int) -> str:
    """The noun for a count: enough of English for drinks, bakes and tools."""
    if number == 1 or noun.endswith("s") and not noun.endswith("ss"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("ch", "sh", "x", "ss")) else "s")


class Gen:
    """One conversation's source of chance. Equal seeds give equal conversations."""

    def __init__(self, seed: str | int):
        self.random = random.Random(seed)
        # What scenes of one conversation share; see `concepts.Context`.
        self.context: Any = None
        # How often a wish for a tool stands among other remarks.
        self.remarks = 0.0
        # The share of names with letters beyond English.
        self.foreign = 0.1

    def pick(self, items: Sequence[T]) -> T:
        return items[int(self.random.random() * len(items))]

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def some(self, items: Sequence[T], count: int) -> list[T]:
        return self.random.sample(list(items), min(count, len(items)))

    def weighted(self, table: dict[T, float]) -> T:
        return self.random.choices(list(table), list(table.values()))[0]

    def different(self, draw: Callable[[Gen], T], count: int) -> list[T]:
        """Values that differ from each other; `draw` must be able to make as many."""
        found: list[T] = []
        while len(found) < count:
            value = draw(self)
            if value not in found:
                found.append(value)
        return found

    def shuffled(self, items: Sequence[T]) -> list[T]:
        return self.some(items, len(items))

    def text(self, template: str, **slots: Any) -> str:
        """One drawing of the template."""
        return self._draw(parse(template), slots)

    def say(self, template: str, **slots: Any) -> str:
        """One drawing of the template as sentences."""
        return sentence(self.text(template, **slots))

    def _draw(self, nodes: tuple[Node, ...], slots: dict[str, Any]) -> str:
        out = []
        for kind, value in nodes:
            if kind == "text":
                out.append(value)
            elif kind == "choice":
                out.append(self._draw(self.pick(value), slots))
            elif value.startswith("a:"):
                out.append(article(str(slots[value[2:]])))
            else:
                out.append(str(slots[value]))
        return "".join(out)


def turn(role: str, content: str) -> dict[str, Any]:
    """One message."""
    return {"role": role, "content": content}
