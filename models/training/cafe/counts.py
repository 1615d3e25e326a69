"""Numbers in words: how many of what, as digits, in lists, in single fields and said again."""

from __future__ import annotations

import json
from typing import Any

from . import words
from .chance import Gen, article, listed, plural, turn

NAMED = {"a couple of": 2, "a pair of": 2, "half a dozen": 6, "a dozen": 12, "a hundred": 100, "a single": 1, "no": 0}
UNITS = "seconds,minutes,hours,days,weeks,litres,metres,grams,degrees,percent,steps,pages,cups,coins,seats,floors,laps,points".split(",")
FIELDS = "count,amount,number,quantity,value,total".split(",")


def count_chat(gen: Gen) -> dict[str, Any]:
    """One to four such exchanges."""
    chats: list[dict[str, Any]] = []
    for _ in range(gen.number(1, 4)):
        chats += gen.weighted({items: 4, single: 5, fields: 4, digits: 2})(gen)
    return {"messages": chats, "tools": []}


def number(gen: Gen) -> tuple[int, str]:
    """A number and how it is written."""
    value = gen.pick([gen.number(1, 12), gen.number(1, 20), gen.number(21, 99), gen.number(100, 999)])
    return value, words.in_words(value) if gen.chance(0.75) else str(value)


def thing(gen: Gen) -> str:
    return gen.pick([gen.pick(words.DRINKS), gen.pick(words.BAKES), gen.pick(words.BREADS), words.coin(gen)])


def items(gen: Gen) -> list[dict[str, Any]]:
    """An order of several things."""
    name, many = gen.pick([("name", "quantity"), ("item", "count"), ("product", "amount"), ("what", "howMany")])
    rows, said = [], []
    for _ in range(gen.weighted({1: 2, 2: 4, 3: 2})):
        what = thing(gen)
        value, written = number(gen) if gen.chance(0.75) else (lambda k: (NAMED[k], k))(gen.pick(["a couple of", "half a dozen", "a dozen"]))
        if gen.chance(0.25):
            value, phrase = 1, article(what)
        else:
            phrase = f"{written} {plural(what, value)}"
        rows.append({name: what, many: value})
        said.append(phrase)
    ask = gen.say("[{l}, please.|I'll take {l}.|{l} to go.|Please pack {l}.|We need {l} by noon.|Can I have {l}?|Write down {l}.|{l}. That's it.]", l=listed(said))
    wanted = f"Answer as JSON with:\n- items (array of {{{name} (string), {many} (integer)}})"
    return [turn("user", f"{ask}\n\n{wanted}"), turn("assistant", json.dumps({"items": rows}, ensure_ascii=False, separators=(",", ":")))]


def single(gen: Gen) -> list[dict[str, Any]]:
    """An order of one thing in fields of its own."""
    kind, things = gen.weighted({("drink", tuple(words.DRINKS)): 5, ("cake", tuple(words.BAKES)): 2, ("bread", tuple(words.BREADS)): 1, ("thing", ()): 1})
    what = gen.pick(things) if things else words.coin(gen)
    value = gen.weighted({2: 4, 3: 2, 1: 3, 4: 1, 6: 1, 12: 1})
    written = gen.pick([words.in_words(value), words.in_words(value), str(value)])
    phrase = article(what) if value == 1 and gen.chance(0.8) else f"{written} {plural(what, value)}"
    ask = gen.say(
        "[{l}, please.|{l}.|{l} for me, please.|I'd like {l}.|Can I have {l}?|Could we get {l}?|We'll take {l}.|{l} to go.|Bring us {l}, please.|Hi, {l} please|{l} for table four.|I'll have {l}, thanks.|Just {l} today.]", l=phrase
    )
    name = gen.pick([kind, kind, kind, "item", "product", "what", "order", "name"])
    many = gen.pick(["cups" if kind == "drink" else "pieces", "count", "quantity", "amount", "howMany", "number"])
    listing = [(name, "string", what), (many, "integer", value)]
    if gen.chance(0.2):
        listing.reverse()
    wanted = "\n".join(f"- {key} ({type})" for key, type, _ in listing)
    held = json.dumps({key: value for key, _, value in listing}, ensure_ascii=False, separators=(",", ":"))
    return [turn("user", f"{ask}\n\nAnswer as JSON with:\n{wanted}"), turn("assistant", held)]


def fields(gen: Gen) -> list[dict[str, Any]]:
    """One or two numbers with their units."""
    units = gen.some(UNITS, gen.number(1, 2))
    pairs = [(unit, *number(gen)) for unit in units]
    said = listed([f"{written} {unit}" for unit, _, written in pairs])
    who = words.first_name(gen)
    ask = gen.say("[It takes {s}.|{w} counted {s}.|Make it {s}.|Set it to {s}.|We got {s} in the end.|Only {s} left, says {w}.|{s}, no more and no less.|About the size: {s}.]", s=said, w=who)
    keys = units if gen.chance(0.6) or len(units) > 1 else [gen.pick(FIELDS)]
    listing = "\n".join(f"- {key} (integer)" for key in keys)
    value = {key: number for key, (_, number, _) in zip(keys, pairs)}
    return [turn("user", f"{ask}\n\nAnswer as JSON with:\n{listing}"), turn("assistant", json.dumps(value, separators=(",", ":")))]


def digits(gen: Gen) -> list[dict[str, Any]]:
    """A number as digits or in words."""
    value = gen.number(1, 99)
    if gen.chance(0.5):
        ask = gen.say("[Write {n} in digits.|{n} as a number?|How do you write {n} in digits?|{n}, in digits please.]", n=words.in_words(value))
        return [turn("user", ask), turn("assistant", f"{value}")]
    ask = gen.say("[Write {n} in words.|How do you say {n}?|{n} in words?|Spell {n}.]", n=value)
    return [turn("user", ask), turn("assistant", words.in_words(value).capitalize() + ".")]
