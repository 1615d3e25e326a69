"""Sheets: invented things some of whose fields the prompt wishes for. What is wished stands in the answer."""

from __future__ import annotations

from typing import Any, Sequence

from .. import words
from ..chance import Gen, article, sentence, tidy
from ..schematext import Schema
from ..tasks import Task
from .shape import STRING, Field, array, closed, defined, field, records, shape

# First words of wishes that lose their capital letter where the ask has none.
STARTS = set("It It's Its The We There They No Not Exactly Name Call Make My On One That".split())
SMALL = set("a an and at by for from in of on or the to with without".split())


def caps(text: str) -> str:
    """The text with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def titled(text: str) -> str:
    """The text as a title: "A Cup of Rain"."""
    return " ".join(w if i and w in SMALL else caps(w) for i, w in enumerate(text.split()))


def trim(number: float) -> Any:
    """4.0 as 4, and 4.5 as it is."""
    number = round(number, 2)
    return int(number) if number == int(number) else number


def money(gen: Gen, low: int, high: int, cents: Sequence[int] = (0, 0, 50, 50, 20, 80)) -> tuple[Schema, Any]:
    """A price from `low` to `high`, mostly with its range."""
    schema: Schema = {"type": "number"}
    if gen.chance(0.6):
        schema |= {"minimum": low, "maximum": high}
    return schema, trim(gen.number(low, high - 1) + gen.pick(list(cents)) / 100)


def hour(gen: Gen, low: int, high: int) -> str:
    """A time as HH:MM, on the quarter."""
    return f"{gen.number(low, high):02d}:{gen.pick(['00', '00', '30', '30', '15', '45'])}"


class Sheet:
    """Fields in their order, each perhaps with ways to wish for it: before the noun, after it, or as a sentence of its own."""

    def __init__(self, gen: Gen, noun: str):
        self.gen = gen
        self.noun = noun
        self.fields: list[tuple[Field, bool, dict[str, str], str]] = []
        self.rows = ("", "")

    def put(
        self,
        names: str,
        schema: Schema,
        value: Any,
        about: str = "",
        *,
        often: float = 0.4,
        must: bool = False,
        front: str = "",
        tail: str = "",
        after: str = "",
        v: str | None = None,
    ) -> None:
        """Add a field. The ways to say it are templates with `{v}`, which is the value as it is spoken."""
        whole = isinstance(value, int) and not isinstance(value, bool)
        said = v if v is not None else words.spoken(self.gen, value) if whole else str(value)
        ways = {"front": front, "tail": tail, "after": after}
        taken = {f[0][0] for f in self.fields}
        free = " ".join(n for n in names.split() if n not in taken) or names
        self.fields.append((field(self.gen, free, schema, value, about, often), must, {k: t for k, t in ways.items() if t}, said))

    def strings(self, names: str, values: list[str], about: str, **ways: Any) -> None:
        """Add an array of texts."""
        self.put(names, array(self.gen, STRING, len(values)), values, about, **ways)

    def objects(self, names: str, keys: dict[str, Schema], rows: list[dict[str, Any]], about: str, title: str, **ways: Any) -> None:
        """Add an array of objects, whose keys have second spellings: `name/item`."""
        schema, values = records(self.gen, keys, rows)
        self.put(names, schema, values, about, **ways)
        self.rows = (self.fields[-1][0][0], title)

    def _wishes(self, ask: str) -> dict[int, tuple[str, str]]:
        """Which fields are said and how. A noun takes one wish before it and one after it."""
        gen, taken = self.gen, set() if "{w}" in ask or "{k}" in ask else {"front", "tail"}
        able = [i for i, f in enumerate(self.fields) if f[2]]
        found: dict[int, tuple[str, str]] = {}
        for index in gen.some(able, gen.weighted({0: 0.14, 1: 0.44, 2: 0.3, 3: 0.12})):
            _, _, ways, said = self.fields[index]
            free = [k for k in ways if k not in taken]
            if free:
                way = gen.pick(free)
                taken.add(way)
                found[index] = (way, gen.text(ways[way], v=said))
        return found

    def task(self, asks: list[str], told: str, titles: str, low: int = 1, high: int = 3, mixed: float = 0.2, **slots: Any) -> Task:
        """The task: an ask with its wishes, and an object with all fields that are wished and some others."""
        gen = self.gen
        ask = gen.pick(asks)
        wishes = self._wishes(ask)
        said = {way: text for way, text in wishes.values()}
        noun = " ".join(p for p in (said.get("front", ""), self.noun) if p)
        tail = f" {said['tail']}" if "tail" in said else ""
        quiet = ask[:1].islower()
        prompt = gen.text(ask, w=article(noun) + tail, k=noun + tail, **slots)
        prompt = tidy(prompt) if quiet else sentence(prompt)
        if "after" in said:
            more = tidy(said["after"])
            prompt = f"{closed(prompt)} {more[:1].lower() + more[1:] if quiet and more.split()[0] in STARTS else caps(more)}"
        must = [f for i, (f, m, _, _) in enumerate(self.fields) if m or i in wishes]
        spare = [f for i, (f, m, _, _) in enumerate(self.fields) if not m and i not in wishes]
        schema, value = shape(gen, must, spare, low if must else max(low, 1), high, mixed)
        return gen.text(told), prompt, defined(gen, schema, *self.rows), gen.pick(titles.split()), value
