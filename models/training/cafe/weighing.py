"""Numbers side by side: which is more, which is least, whether one is more than the other."""

from __future__ import annotations

import json
from typing import Any

from . import words
from .chance import Gen, listed, sentence, turn

# What is measured: unit, lowest and highest value, words for more and for less.
SCALES: list[tuple[str, int, int, tuple[str, str], tuple[str, str]]] = [
    ("degrees", -15, 110, ("hotter", "hottest"), ("colder", "coldest")),
    ("degrees", -15, 40, ("warmer", "warmest"), ("cooler", "coolest")),
    ("metres", 2, 900, ("higher", "highest"), ("lower", "lowest")),
    ("metres", 2, 99, ("taller", "tallest"), ("shorter", "shortest")),
    ("kilos", 1, 300, ("heavier", "heaviest"), ("lighter", "lightest")),
    ("years", 1, 120, ("older", "oldest"), ("younger", "youngest")),
    ("euros", 1, 400, ("more expensive", "most expensive"), ("cheaper", "cheapest")),
    ("minutes", 1, 240, ("longer", "longest"), ("shorter", "shortest")),
    ("kilometres", 1, 900, ("farther", "farthest"), ("nearer", "nearest")),
    ("guests", 1, 200, ("fuller", "fullest"), ("emptier", "emptiest")),
    ("points", 1, 100, ("better", "best"), ("worse", "worst")),
    ("kilometres an hour", 1, 120, ("faster", "fastest"), ("slower", "slowest")),
    ("%", 1, 99, ("wetter", "wettest"), ("drier", "driest")),
    ("decibels", 20, 110, ("louder", "loudest"), ("quieter", "quietest")),
]
NAMES = [words.city, words.first_name, words.place_name, lambda g: g.pick(words.DRINKS), lambda g: g.pick(words.ANIMALS), lambda g: words.coin(g).capitalize()]


def measured(gen: Gen, low: int, high: int, count: int) -> list[int]:
    """Different values, now and then close to each other."""
    first = gen.number(low, high)
    if gen.chance(0.35):
        low, high = max(low, first - 8), min(high, first + 8)
    return gen.different(lambda g: g.number(low, high), count)


def weighing_chat(gen: Gen) -> dict[str, Any]:
    """Some things with their numbers, and one to four questions about them."""
    unit, low, high, more, less = gen.pick(SCALES)
    count = gen.weighted({2: 4, 3: 3, 4: 1.5})
    names = gen.different(gen.pick(NAMES), count)
    held = dict(zip(names, measured(gen, low, high, count)))
    space = "" if unit == "%" else " "
    told = gen.pick(
        [
            listed([f"{n} has {v}{space}{unit}" for n, v in held.items()]) + ".",
            ", ".join(f"{n}: {v}" for n, v in held.items()),
            json.dumps(held, ensure_ascii=False),
            " / ".join(f"{n} {v}{space}{unit}" for n, v in held.items()),
        ]
    )
    chats: list[dict[str, Any]] = []
    for at in range(gen.weighted({1: 2, 2: 3, 3: 3, 4: 2})):
        ask, answer = question(gen, held, f"{space}{unit}" if f"{space}{unit}" in told else "", more, less)
        chats += [turn("user", f"{told} {ask}" if not at else ask), turn("assistant", answer)]
    return {"messages": chats, "tools": []}


def question(gen: Gen, held: dict[str, int], unit: str, more: tuple[str, str], less: tuple[str, str]) -> tuple[str, str]:
    """A question about two or all of the things, and its answer, which begins with what decides."""
    up = gen.chance(0.55)
    word, top = more if up else less
    if len(held) > 2 and gen.chance(0.5):
        best = (max if up else min)(held, key=held.__getitem__)
        ask = gen.text("[Which is the {t}?|Which one is the {t}?|And the {t}?|What is the {t} of them?|the {t} one?]", t=top)
        return ask, sentence(gen.text("[{n} is the {t}, with {v}{u}.|{n}, with {v}{u}.|{n}.]", n=best, t=top, v=held[best], u=unit))
    one, other = gen.some(list(held), 2)
    first, second = (one, other) if (held[one] > held[other]) == up else (other, one)
    if gen.chance(0.3):
        yes = first == one
        ask = gen.text("[Is {a} {w} than {b}?|{a} is {w} than {b}, right?|Would you say that {a} is {w} than {b}?]", a=one, b=other, w=word)
        answer = f"{'Yes' if yes else 'No'}, {first} is {word}, with {held[first]}{unit}; {second} has {held[second]}{unit}."
        return sentence(ask), answer
    ask = gen.text("[Is it {w} in {a} or in {b}?|Which is {w}, {a} or {b}?|{a} or {b}, which is {w}?|What's {w}: {a} or {b}?|{w}: {a} or {b}?]", a=one, b=other, w=word)
    made = "[{f} is {w}, with {x}{u}; {s} has {y}{u}.|{f}, with {x}{u}, while {s} has {y}{u}.|{f} is {w}, with {x}{u}.|{f}.]"
    return sentence(ask), sentence(gen.text(made, f=first, s=second, w=word, x=held[first], y=held[second], u=unit))
