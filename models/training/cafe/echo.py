"""Saying again exactly what was said: lists, single things, and pairs that are asked for one by one."""

from __future__ import annotations

import json
from typing import Any, Callable

from . import foreign, words
from .chance import Gen, listed, sentence, turn

THINGS: list[Callable[[Gen], str]] = [
    words.first_name,
    words.full_name,
    words.city,
    words.place_name,
    words.code,
    lambda g: words.coin(g),
    lambda g: words.coin(g).capitalize(),
    lambda g: str(g.number(10, 99999)),
    lambda g: g.pick(words.DRINKS),
    lambda g: words.email(g, words.full_name(g)),
    words.phone,
    foreign.invented,
    foreign.pieced,
    lambda g: " ".join(foreign.pieced(g) for _ in range(g.number(2, 4))),
    foreign.long_name,
    foreign.long_name,
    foreign.scripted,
    lambda g: " ".join(foreign.lettered(g) for _ in range(g.number(1, 3))),
]
OWNERS = "locker,bicycle,parcel,table,booth,cabin,drawer,seat,team,gate,lamp,shelf,guest,kettle,garden,boat".split(",")
LABELS = "code,name,number,word,label,colour,keeper,key,owner,password".split(",")


def echo_chat(gen: Gen) -> dict[str, Any]:
    """One to three such exchanges."""
    chats: list[dict[str, Any]] = []
    for _ in range(gen.weighted({1: 2, 2: 3, 3: 2})):
        chats += gen.weighted({array: 3, back: 3, single: 2, pairs: 4})(gen)
    return {"messages": chats, "tools": []}


def several(gen: Gen, low: int, high: int) -> list[str]:
    """Different things, of one kind or of many."""
    kinds = [gen.pick(THINGS)] * high if gen.chance(0.6) else [gen.pick(THINGS) for _ in range(high)]
    return list(dict.fromkeys(kind(gen) for kind in kinds[: gen.number(low, high)]))


def array(gen: Gen) -> list[dict[str, Any]]:
    """A list in words becomes a JSON array."""
    things = several(gen, 2, 6)
    ask = gen.text(
        "[Write these down: {l}.|Put them in a list: {l}.|{l}|Make a list of {l}.|I need {l}.|On the list: {l}.|Collect these: {l}]", l=listed(things)
    )
    if gen.chance(0.5):
        ask += "\n\nAnswer as JSON: array of string"
        return [turn("user", ask), turn("assistant", json.dumps(things, ensure_ascii=False, separators=(",", ":")))]
    key = gen.pick(["items", "names", "entries", "list", "words", "things"])
    ask += f"\n\nAnswer as JSON with:\n- {key} (array of string)"
    return [turn("user", ask), turn("assistant", json.dumps({key: things}, ensure_ascii=False, separators=(",", ":")))]


def back(gen: Gen) -> list[dict[str, Any]]:
    """A list is read back, from words or from JSON."""
    things = several(gen, 2, 6)
    said = json.dumps(things, ensure_ascii=False) if gen.chance(0.4) else listed(things)
    ask = gen.text("[Read this back to me: {l}|My list: {l}. Say it back.|{l}: did you get that?|What did I say? {l}|Repeat: {l}]", l=said)
    return [turn("user", ask), turn("assistant", gen.text("[You said {l}.|{l}.]", l=listed(things)))]


def single(gen: Gen) -> list[dict[str, Any]]:
    """One thing is said again."""
    thing = gen.pick(THINGS)(gen)
    ask = gen.text("[Say {t}.|Repeat after me: {t}|Please write \"{t}\".|How do you write {t}?|Say \"{t}\" again.|{t}. Say that.]", t=thing)
    return [turn("user", ask), turn("assistant", gen.text("[{t}|{t}.|\"{t}\"]", t=thing))]


def pairs(gen: Gen) -> list[dict[str, Any]]:
    """What belongs to what, asked for one by one."""
    label = gen.pick(LABELS)
    owner = gen.pick(OWNERS)
    count = gen.number(2, 5)
    way = gen.number(0, 2)
    kind = gen.pick(THINGS)
    keys = [words.coin(gen).capitalize(), words.first_name(gen), words.city(gen), str(gen.number(2, 99)), words.code(gen), words.place_name(gen)]
    keys = list(dict.fromkeys(keys if way == 0 else [words.first_name(gen) for _ in range(6)] if way == 1 else [str(gen.number(2, 99)) for _ in range(6)]))
    chosen = dict(zip(gen.some(keys, count), dict.fromkeys(kind(gen) for _ in range(count))))
    told = gen.pick(
        [
            " ".join(f"The {label} of {owner} {k} is {v}." for k, v in chosen.items()),
            f"{sentence(label)}s: " + listed([f"{v} for {owner} {k}" for k, v in chosen.items()]) + ".",
            json.dumps({k: v for k, v in chosen.items()}, ensure_ascii=False),
        ]
    )
    chats = [turn("user", told), turn("assistant", gen.text("[All right.|Noted.|Got it.|I have written that down.]"))]
    for key in gen.some(list(chosen), gen.number(1, 3)):
        ask = gen.say("[What is the {l} of {o} {k}?|And {o} {k}?|{o} {k}: what {l}?|Which {l} has {o} {k}?|Tell me the {l} of {k}.]", l=label, o=owner, k=key)
        answer = gen.text("[{v}.|It's {v}.|The {l} of {o} {k} is {v}.|{k} has {v}.]" if label in (told + ask).lower() else "[{v}.|It's {v}.]", v=chosen[key], l=label, o=owner, k=key)
        chats += [turn("user", ask), turn("assistant", answer)]
    return chats
