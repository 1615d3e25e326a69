"""Banks: hand-written tools, tasks, forms, personas, facts and talk, as text files of one thing per line.

`banks/README.md` tells the notation; `read` parses all of it and says which line is wrong.
A template holds `[a|b]` and `{slot}` as everywhere; slots name the block's fields and draws.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Iterator

from . import foreign, titles, words
from .chance import Gen, listed, parse
from .concepts import Context, Value, spaced
from .dates import clock, named_day

SIMPLE = {
    "city": words.city,
    "person": words.first_name,
    "fullname": words.full_name,
    "place": words.place_name,
    "code": words.code,
    "coin": words.coin,
    "title": titles.title,
    "email": lambda g: words.email(g, words.full_name(g)),
    "street": lambda g: f"{g.number(1, 140)} {g.pick(words.PLACE_ENDS)} {g.pick(['Street', 'Road', 'Lane', 'Avenue', 'Square'])}",
    "country": lambda g: g.pick(COUNTRIES),
    "language": lambda g: g.pick(LANGUAGES),
}
COUNTRIES = """Portugal Norway Kenya Japan Peru Ghana Egypt India Canada Germany Spain Italy Austria Greece Ireland Finland Poland Hungary Romania Bulgaria
Croatia Estonia Latvia Iceland France Belgium Switzerland Scotland Wales Mexico Colombia Chile Argentina Uruguay Brazil Senegal Tunisia Morocco Ethiopia
Uganda Rwanda Zambia Turkey Lebanon Jordan Oman Iran Pakistan Nepal Thailand Vietnam Indonesia Malaysia Korea China Mongolia Armenia Georgia Australia Fiji""".split()
LANGUAGES = "French German Spanish Italian Portuguese Dutch Swedish Polish Turkish Arabic Hindi Japanese Korean Swahili Greek Finnish Welsh Czech Danish Thai".split()
HEADS = ("tool", "task", "form", "persona", "trait", "fact", "talk", "outside")
SLOT = re.compile(r"\{(?:a:)?([\w.]+)\}")
FIXED = re.compile(r"^((?:\w+=[^;=]*?)(?:, *\w+=[^;=]*?)*); *(.+)$")


class Mistake(Exception):
    """A line that is no line of a bank."""


@dataclass(frozen=True)
class Kind:
    """What a value is: how it is drawn, and its schema."""

    name: str
    items: tuple[str, ...] = ()
    said: tuple[tuple[str, ...], ...] = ()
    low: int = 0
    high: int = 0
    bounded: bool = False

    def schema(self, gen: Gen) -> dict[str, Any]:
        if self.name == "enum":
            return {"type": "string", "enum": gen.shuffled(self.items) if gen.chance(0.3) else list(self.items)}
        if self.name == "list":
            return {"type": "array", "items": {"type": "string"}}
        if self.name == "flag":
            return {"type": "boolean"}
        if self.name == "integer" and (self.bounded or gen.chance(0.2)):
            return {"type": "integer", "minimum": self.low, "maximum": self.high}
        return {"type": self.name if self.name in ("integer", "number") else "string"}

    def draw(self, gen: Gen, context: Context) -> Value:
        """A value and how it is said."""
        if self.name in SIMPLE:
            made = SIMPLE[self.name](gen)
            return Value(made, made)
        if self.name == "day":
            context.needs_today = True
            day = named_day(gen, context.today)
            return Value(day.iso, day.words)
        if self.name == "time":
            return Value(*clock(gen))
        if self.name == "integer":
            number = gen.number(self.low, self.high)
            return Value(number, words.spoken(gen, number))
        if self.name == "number":
            amount = gen.number(self.low * 10, self.high * 10 - 1) / 10
            return Value(amount, str(amount))
        if self.name == "enum":
            at = gen.number(0, len(self.items) - 1)
            return Value(self.items[at], gen.pick(self.said[at]))
        if self.name == "list":
            some = gen.some(self.items, gen.number(2, 3))
            return Value(some, listed(some))
        return (lambda t: Value(t, t))(gen.pick(self.items) if gen.chance(0.9) else gen.pick([words.coin, foreign.invented, foreign.pieced, foreign.phrase])(gen))

    def fixed(self, text: str) -> Any:
        """A value that stands in front of an ask."""
        if self.name == "integer":
            return int(text)
        if self.name == "number":
            return float(text) if "." in text else int(text)
        if self.name == "flag":
            if text not in ("true", "false"):
                raise Mistake(f"a flag is true or false, not {text}")
            return text == "true"
        if self.name == "list":
            return [item.strip() for item in text.split("/")]
        if self.name == "enum" and text not in self.items:
            raise Mistake(f"{text} is none of {', '.join(self.items)}")
        return text


@dataclass(frozen=True)
class Field:
    """A parameter of a tool, a field of a task, or a draw."""

    names: tuple[str, ...]
    kind: Kind
    optional: bool = False
    about: tuple[str, ...] = ()


@dataclass
class Block:
    """One thing of a bank; which lists are filled depends on its head."""

    head: str
    names: list[str]
    place: str
    trade: str = ""
    about: list[str] = field(default_factory=list)
    fields: dict[str, Field] = field(default_factory=dict)
    draws: dict[str, Field] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    asks: list[tuple[dict[str, Any], str]] = field(default_factory=list)
    many: list[tuple[dict[str, Any], str]] = field(default_factory=list)
    results: list[tuple[str | list[str], str]] = field(default_factory=list)
    fails: list[tuple[str, str]] = field(default_factory=list)
    near: list[tuple[str, str]] = field(default_factory=list)
    tells: list[tuple[str, str]] = field(default_factory=list)
    says: list[tuple[str, ...]] = field(default_factory=list)


def kind_of(text: str) -> Kind:
    name, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if name in ("integer", "number"):
        found = re.fullmatch(r"(-?\d+)\.\.(-?\d+)(!?)", rest)
        if not found or int(found[1]) >= int(found[2]):
            raise Mistake(f"a range is LOW..HIGH, not {rest}")
        return Kind(name, low=int(found[1]), high=int(found[2]), bounded=bool(found[3]))
    if name in ("text", "list", "enum"):
        rows = [item.strip() for item in rest.split("|") if item.strip()]
        pairs = [row.partition("=") for row in rows] if name == "enum" else [(row, "", "") for row in rows]
        items = tuple(value.strip() for value, _, _ in pairs)
        if len(set(items)) != len(items) or len(items) < 2:
            raise Mistake(f"too few or equal items: {rest}")
        said = tuple(tuple(w.strip() for w in ways.split("/") if w.strip()) or (value.strip() if value.strip()[:1].isupper() else spaced(value.strip()),) for value, _, ways in pairs)
        return Kind(name, items, said)
    if rest or name not in SIMPLE and name not in ("day", "time", "flag"):
        raise Mistake(f"unknown kind: {text}")
    return Kind(name)


def field_of(text: str) -> Field:
    found = re.fullmatch(r"\s*([\w/]+)(\??)\s*=\s*(.*?)\s*((?:\"[^\"]*\"\s*\|?\s*)*)", text)
    if not found:
        raise Mistake('a field is `name = kind "description"`')
    return Field(tuple(found[1].split("/")), kind_of(found[3]), bool(found[2]), tuple(re.findall(r'"([^"]*)"', found[4])))


def ask_of(block: Block, text: str) -> tuple[dict[str, Any], str]:
    found = FIXED.match(text)
    if not found or found[1].split("=")[0] not in block.fields:
        return {}, text
    given = {}
    for part in re.split(r", *(?=\w+=)", found[1]):
        name, _, value = part.partition("=")
        if name not in block.fields:
            raise Mistake(f"no field {name}")
        given[name] = block.fields[name].kind.fixed(value.strip())
    return given, found[2]


def pair_of(text: str) -> tuple[str, str]:
    left, arrow, right = text.partition("=>")
    if not arrow or not left.strip() or not right.strip():
        raise Mistake("`this => that` is missing a side")
    return left.strip(), right.strip()


def turns_of(text: str) -> tuple[str, ...]:
    """What is said in turns, the user first: `this => that`, or `this => that => this => that`."""
    parts = tuple(part.strip() for part in text.split("=>"))
    if len(parts) % 2 or not all(parts):
        raise Mistake("`this => that` is missing a side")
    return parts


def slots(text: str) -> set[str]:
    return {name.split(".")[0] for name in SLOT.findall(text)}


def add(block: Block, word: str, rest: str) -> None:
    """One line of a block."""
    if word in ("param", "field"):
        made = field_of(rest)
        block.fields[made.names[0]] = made
    elif word == "draw":
        made = field_of(rest)
        block.draws[made.names[0]] = made
    elif word == "about":
        block.about += [part.strip() for part in rest.split("|") if part.strip()]
    elif word == "told":
        block.told += [rest] if block.head in ("persona", "trait") else [part.strip() for part in rest.split("|")]
    elif word == "ask":
        block.asks.append(ask_of(block, rest))
    elif word == "many":
        block.many.append(ask_of(block, rest))
    elif word == "result":
        left, right = pair_of(rest)
        block.results.append((shlex.split(left)[1:] if left.startswith("json ") else left, right))
    elif word in ("near", "tell", "fail"):
        {"near": block.near, "tell": block.tells, "fail": block.fails}[word].append(pair_of(rest))
    elif word == "say":
        block.says.append(turns_of(rest))
    else:
        raise Mistake(f"unknown word {word}")
    check_line(block, word, rest)


def check_line(block: Block, word: str, rest: str) -> None:
    """Slots that exist, balanced templates, and arguments that an ask really gives."""
    if word in ("param", "field", "draw", "about"):
        return
    template = rest if word not in ("ask", "many") else (block.asks if word == "ask" else block.many)[-1][1]
    try:
        for part in template.split("=>"):
            parse(part.strip())
    except (AssertionError, ValueError, IndexError) as error:
        raise Mistake(f"brackets do not match: {template}") from error
    known = set(block.fields) | set(block.draws)
    if missing := slots(template) - known:
        raise Mistake(f"no field or draw {', '.join(sorted(missing))}")
    if word != "many" and re.search(r"\{(?:a:)?\w+\.\d\}", template):
        raise Mistake("only many knows slots with numbers")
    if word in ("ask", "many"):
        given = (block.asks if word == "ask" else block.many)[-1][0]
        named = slots(template)
        for name, one in block.fields.items():
            if not one.optional and name not in given and name not in named and block.head != "form":
                raise Mistake(f"{name} is neither said nor set")
            if name in given and name in named:
                raise Mistake(f"{name} is both said and set")
            if one.kind.name == "flag" and name in named:
                raise Mistake(f"{name} is a flag and cannot be said")
        if named & set(block.draws) and block.head != "form":
            raise Mistake("an ask cannot know what the result draws")
        if word == "many" and not re.search(r"\{(?:a:)?\w+\.2\}", template):
            raise Mistake("many needs a slot with .2")
    if word == "fail" and (unsure := [n for n in slots(rest) if n in block.draws or n in block.fields and block.fields[n].optional]):
        raise Mistake(f"{', '.join(unsure)}: a failure knows required parameters only")
    if word == "result":
        left = block.results[-1][0]
        if left in ("", "[]"):
            raise Mistake("the result is empty")
        names = {key for key in left if "=" not in key} if isinstance(left, list) else slots(left)
        told = names | slots(block.results[-1][1])
        if unknown := told - known:
            raise Mistake(f"no field or draw {', '.join(sorted(unknown))}")
        if unsure := [n for n in told if n in block.fields and block.fields[n].optional]:
            raise Mistake(f"{', '.join(unsure)} is optional, a result cannot count on it")
        if hidden := {n for n in slots(block.results[-1][1]) if n in block.draws} - names:
            raise Mistake(f"the answer tells {', '.join(hidden)}, which the result does not hold")


def read(path: Path) -> Iterator[Block | str]:
    """The blocks of a bank; a string for each line that is wrong, and the block goes on without it."""
    block: Block | None = None
    trade = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word in HEADS or word == "trade":
            if block:
                yield block
            block = None
        if word == "trade":
            trade = f"{path.name}:{rest}"
            continue
        if word in HEADS:
            names = [name.strip() for name in rest.split(";") if name.strip()]
            block = Block(word, names, f"{path.name}:{number}", trade)
            continue
        if block is None:
            yield f"{path.name}:{number}: before any block"
            continue
        lists = (block.asks, block.many, block.results, block.fails, block.near, block.tells, block.says)
        sizes = [len(one) for one in lists]
        try:
            add(block, word, rest.strip())
        except (Mistake, ValueError) as error:
            for one, size in zip(lists, sizes):
                del one[size:]
            yield f"{path.name}:{number}: {error}"
    if block:
        yield block


@lru_cache(maxsize=1)
def blocks() -> dict[str, list[Block]]:
    """All blocks of all banks by head."""
    found: dict[str, list[Block]] = {head: [] for head in HEADS}
    for path in sorted((Path(__file__).parent / "banks").glob("*.txt")):
        for block in read(path):
            if isinstance(block, str):
                raise ValueError(block)
            found[block.head].append(block)
    return found


@lru_cache(maxsize=1)
def trades() -> list[list[Block]]:
    """The tools of each trade. Those of one trade stand beside each other in a list."""
    found: dict[str, list[Block]] = {}
    for block in blocks()["tool"]:
        if block.trade:
            found.setdefault(block.trade, []).append(block)
    return list(found.values())
