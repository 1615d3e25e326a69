"""Scenes of `outcomes` with measured values: one value, a threshold, several values compared."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from .chance import Gen, listed, plural, sentence, turn
from .outcomes_forms import Block, Kit, asked, entities, reason, shown, sorry, style_of, told, ways
from .outcomes_words import clock
from .toolbox import Chat, call, calling

CHANGING = {"temperature", "waiting time", "number of free seats", "battery level", "oven temperature", "number of packets",
    "water level", "humidity", "number of bikes"}
# Limits of these are often said without a unit.
OFTEN_BARE = {"temperature", "price", "oven temperature", "room price", "bill", "water level"}


def measure_scene(gen: Gen, kit: Kit) -> list[Chat]:
    """One measured value, a threshold, or several values compared."""
    block, tool = kit.block, kit.tools[0]
    way = gen.weighted({"one": 3, "yesno": 1.4, "compare": 3.6, "fail": 0.8})
    count = 1 if way != "compare" else gen.weighted({2: 6, 3: 3})
    bare, names = entities(gen, block["head"][1], count)
    block = block | {"key": gen.pick(block["key"].split(";"))}
    timed = block["n"] == "time"
    if "noun" in block:
        raw, unit = gen.pick(["", "", plural(block["noun"], 2)]), f" {plural(block['noun'], 2)}"
    else:
        raw, unit = gen.pick([u.split(":", 1) for u in block["unit"].split("|")]) if "unit" in block else ("", "")
        raw = "" if raw == "-" else raw
    level = lambda v: int(v[:2]) * 60 + int(v[3:]) if timed else Decimal(v)  # noqa: E731
    values = [number(gen, block) for _ in range(count)]
    while len(set(values)) < count:
        values = [number(gen, block) for _ in range(count)]
    if count == 2 and gen.chance(0.12):
        values[1] = values[0]
    units = [told(v, unit) for v in values]
    style = style_of(gen)
    pattern = gen.pick(ways(block, "fact"))
    facts = [gen.text(pattern, e=e, v=v, bare=b) for e, v, b in zip(names, units, bare)]
    extras = block.get("extra") if count == 1 and way == "one" and style in ("json", "nested", "pairs",
        "table") and gen.chance(0.5) else None
    extra: dict[str, Any] = {}
    if extras:
        head, mention = extras.split(";", 1)
        key, low, high = head.split()
        extra[key] = gen.number(int(low), int(high))
    results = [shown(gen, style, block, block["arg"], b, v, raw, f, extra) for b, v, f in zip(bare, values, facts)]
    calls = [calling([call(tool, {tool.params[0].name: b}) for b in bare])]
    what = gen.text(f"the {block['head'][0]} {block.get('of', '')}", e=names[0], bare=bare[0])
    generic = f"{block['head'][0]} {block.get('of', '')}[?||, please]"
    if way in ("one", "fail"):
        ask = asked(gen, gen.pick(ways(block, "ask") + [generic, "what's the " + generic]), e=names[0], bare=bare[0])
        if way == "fail":
            results[0], plain = reason(gen, bare[0])
            answer = sorry(gen, plain, what)
        else:
            answer = gen.say(gen.pick(["{f}.", "{f}.", "{f}.", "right now, {f}." if block["head"][0] in CHANGING else "{f}.",
                "I looked it up: {f}.", "{e}: {v}."]), f=facts[0], e=names[0], v=units[0])
            if extras and gen.chance(0.6):
                answer = (answer[:-1] + ", and {}.").format(gen.text(mention,
                    x=extra[key])) if gen.chance(0.7) else f"{answer} {gen.say(mention, x=extra[key])}."
        return [turn("user", ask)] + calls + [turn("tool", results[0]), turn("assistant", answer)]
    if way == "yesno":
        limit = near(gen, values[0], block)
        upward = gen.chance(0.6)
        bare_limit = block["head"][0] == "age" or block["head"][0] in OFTEN_BARE and gen.chance(0.5)
        t = told(limit, "" if bare_limit else unit)
        ask = asked(gen, gen.pick(ways(block, "over" if upward else "under")), e=names[0], bare=bare[0], t=t)
        above = level(values[0]) > level(limit)
        yes = above == upward
        said = gen.text(pattern, e=names[0], bare=bare[0],
            v=("only " if not above and not yes and not timed and gen.chance(0.4) else "") + units[0])
        answer = gen.say("[Yes|Yes, that is so]: {f}." if yes and gen.chance(0.2) else ("Yes, {f}." if yes else "No, {f}."), f=said)
        return [turn("user", ask)] + calls + [turn("tool", results[0]), turn("assistant", answer)]
    ask, answer = compared(gen, block, bare, names, values, units, facts, unit)
    if gen.chance(0.07):
        results[-1], plain = reason(gen, bare[-1])
        known = listed(facts[:-1])
        answer = gen.say("[{f}, but I got no value for {e}: {r}.|I only know that {f}; for {e} it failed, because {r}.]", f=known,
            e=names[-1], r=plain)
    return [turn("user", ask)] + calls + [turn("tool", r) for r in results] + [turn("assistant", answer)]


def number(gen: Gen, block: Block) -> str:
    """A value of the measure."""
    if block["n"] == "time":
        return clock(gen)
    low, high = (Decimal(part) for part in block["n"].split())
    places = -low.as_tuple().exponent  # type: ignore[operator]
    return str((Decimal(gen.number(int(low * 10**places), int(high * 10**places))) / 10**places).quantize(Decimal(1).scaleb(-places)))


def near(gen: Gen, value: str, block: Block) -> str:
    """A round limit near the value, and not the value."""
    if block["n"] == "time":
        hour = min(22, max(6, int(value[:2]) + gen.number(-2, 2)))
        return f"{hour:02d}:{gen.pick(['15', '30', '45'] if value[3:] == '00' else ['00'])}"
    base = int(Decimal(value))
    spread = max(2, abs(base) // 3)
    step = 1 if abs(base) < 20 else 5 if abs(base) < 100 else 10
    while True:
        low = -40 if block["head"][0] == "temperature" else 1
        limit = max(low, (base + gen.number(-spread, spread)) // step * step)
        if Decimal(limit) != Decimal(value):
            return str(limit)
        spread += step


def compared(gen: Gen, block: Block, bare: list[str], names: list[str], values: list[str], units: list[str], facts: list[str],
    unit: str) -> tuple[str, str]:
    """A question on several values, and its answer."""
    timed = block["n"] == "time"
    sizes = [Decimal(v.replace(":", "")) for v in values]
    count, what = len(values), block["head"][0]
    up = gen.chance(0.5)
    forms = block["cmp"].split(";")
    word = forms[(0 if up else 2) + (count > 2)]
    flags = (["up"] if up else ["down"]) + (["two"] if count == 2 else [])
    either = listed(names, "or")
    plans = {"which": 5.0, "equal": 0.9 if count == 2 else 0, "all": 1.0, "rank": 0.9 if count > 2 else 0}
    plans |= {"diff": 1.8 if count == 2 and "diff" in block else 0, "sum": 2.0 if count == 2 and "sum" in block else 0}
    plan = gen.weighted(plans)
    both = listed(names)
    if plan == "all":
        ask = asked(gen, "[{w} of {b}?|compare {b}: what's the {w}?|I need the {w} for {b}|{b}, the {w} of each, please|"
            "tell me the {w} for {b}]", w=what, b=both)
        return ask, gen.say("[{f}.|Here you are: {f}.|I checked {n}: {f}.]", f=listed(facts), n="both" if count == 2 else "all of them")
    if plan == "rank":
        order = sorted(range(count), key=lambda i: sizes[i] * (-1 if up else 1))
        ends = (("late", "early") if up else ("early", "late")) if timed else (("high", "low") if up else ("low", "high"))
        ask = asked(gen, "[sort {b} by {w}, from {x} to {y}|rank {b} by {w}, {x} to {y}|put {b} in order by {w}, from {x} to {y}]",
            b=both, w=what, x=ends[0], y=ends[1])
        return ask, gen.say("[From {x} to {y}: {l}.|In order, that is {l}.]", x=ends[0], y=ends[1],
            l=listed([f"{names[i]} ({units[i]})" for i in order]))
    if plan == "equal":
        ask = asked(gen, "[do {b} have the same {w}?|is the {w} the same for {b}?|{b}: same {w} or not?|are {b} equal in {w}]", b=both,
            w=what)
        if sizes[0] == sizes[1]:
            return ask, gen.say("[Yes, it is the same: {f}.|Yes, {f}.|Yes, they are equal, both with {v}.]", f=listed(facts), v=units[0])
        return ask, gen.say("[No, {f}, but {g}.|No: {f}, while {g}.|No, they differ: {f} and {g}.]", f=facts[0], g=facts[1])
    if plan == "diff":
        ask = asked(gen, "[what's the difference in {w} between {b}?|how much do {b} differ in {w}|"
            "compare the {w} for {b}: how big is the gap?|difference in {w}, {b}?]", w=what, b=both)
        high, low = (0, 1) if sizes[0] >= sizes[1] else (1, 0)
        if sizes[0] == sizes[1]:
            return ask, gen.say("[There is no difference: {f}.|None at all: {f}.]", f=listed(facts))
        first, second = (high, low) if up else (low, high)
        templates = ways(block, "diff", "up" if up else "down", "upd" if up else "downd")
        gap = told(str(sizes[high] - sizes[low]), unit)
        if templates and (gap.split()[0] != "1" or "noun" not in block):
            said = gen.text(gen.pick(templates), a=names[first], b=names[second], d=gap, w=forms[0 if up else 2])
            return ask, gen.say("[{s}.|{s}: {f}.|{f}, so {s}.]", s=said, f=listed(facts))
        return ask, gen.say("The difference is {d}: {f}.", d=gap, f=listed(facts))
    if plan == "sum":
        ask = asked(gen, "[{w} of {b} together?|what's the {w} of {b} in total?|add up the {w} for {b}|"
            "{b}, the {w} of both together please]", w=what, b=both)
        total = told(str(sum(sizes)), unit)
        said = gen.text(gen.pick(ways(block, "sum")), a=names[0], b=names[1], s=total)
        return ask, gen.say("[{s}.|{f}, so {s}.|{s}: {f}.]", s=said, f=listed(facts))
    ask = asked(gen, gen.pick(ways(block, "which", *flags)), w=word, x=either)
    best = max(range(count), key=lambda i: sizes[i] * (1 if up else -1))
    if count == 2 and sizes[0] == sizes[1]:
        return ask, gen.say("[Neither: {f}.|It's a tie: {f}.|There is no difference, because {f}.|They are equal: {f}.]", f=listed(facts))
    rest = listed([facts[i] for i in range(count) if i != best])
    win = gen.text(gen.pick(ways(block, "win", *flags)), e=names[best], v=units[best], w=word, bare=bare[best], num=values[best])
    return ask, gen.say(gen.pick(["{s}.", "{s}, while {r}.", "{s}, while {r}.", "{s}, and {r}.", "{s}; {r}.",
        "{e}, {at} {v}, while {r}.", "{s}. {t}."]), s=win, r=rest, t=sentence(rest), e=names[best], v=units[best],
        at="at" if timed else "with")
