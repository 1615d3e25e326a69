"""Reckoning with dates: what day "tomorrow" is, as a date, in parts, in words or inside JSON."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from .chance import Gen, turn
from .dates import DAYS, MONTHS, Day, long_date, named_day, some_date, today_line
from .words import in_words


def date_chat(gen: Gen) -> dict[str, Any]:
    """Today's date in the instructions, and several days that are asked for."""
    today = some_date(gen)
    messages = [turn("system", gen.text("[|You know the calendar. |Help with dates. ]") + today_line(gen, today))]
    for _ in range(gen.weighted({2: 2, 3: 3, 4: 2, 6: 1})):
        day = named_day(gen, today)
        messages += gen.weighted({asked: 3, parts: 2, noted: 2, weekday: 1, row: 1.2})(gen, day)
    return {"messages": messages, "tools": []}


def bare(day: Day) -> str:
    """The words without their preposition."""
    return day.words.removeprefix("on ")


def asked(gen: Gen, day: Day) -> list[dict[str, Any]]:
    ask = gen.say("[What date is {d}?|Which date is {d}?|{d}: what date is that?|Give me the date of {d}.|And {d}?|Date of {d}?]", d=bare(day))
    written = day.iso if not day.relative or gen.chance(0.6) else long_date(gen, day.day, weekday=False)
    if written == day.iso and gen.chance(0.5):
        return [turn("user", f"{ask} As YYYY-MM-DD."), turn("assistant", written)]
    return [turn("user", ask), turn("assistant", gen.say(("[{d} it is {w}." if bare(day).startswith("in ") else "[{d} is {w}.") + "|That is {w}.|It's {w}.]", d=bare(day), w=written))]


def parts(gen: Gen, day: Day) -> list[dict[str, Any]]:
    """Day, month and year as numbers."""
    names = gen.pick([["day", "month", "year"], ["year", "month", "day"], ["d", "m", "y"], ["dayOfMonth", "month", "year"]])
    held = dict(zip(names, [day.day.day, day.day.month, day.day.year] if names[0] != "year" else [day.day.year, day.day.month, day.day.day]))
    ask = gen.say("[I'm free {d}.|Let's meet {d}.|The party is {d}.|We leave {d}.|Put it down for {b}.|{b}, please.]", d=day.words, b=bare(day))
    listing = "\n".join(f"- {name} (integer)" for name in names)
    return [turn("user", f"{ask}\n\nAnswer as JSON with:\n{listing}"), turn("assistant", json.dumps(held, separators=(",", ":")))]


def noted(gen: Gen, day: Day) -> list[dict[str, Any]]:
    """An appointment with its day."""
    what = gen.text("[lunch|dinner|the dentist|a walk|yoga|the market|a concert|the exam|a parcel|guests]")
    ask = gen.say("[{w} {d}.|We have {w} {d}.|Don't forget {w} {d}!|I have {w} {d}.|{d} it's {w}.]", w=what, d=day.words)
    held = {gen.pick(["what", "event", "title"]): what, gen.pick(["date", "day", "on"]): day.iso}
    listing = "\n".join(f"- {name} (string)" + (": the day, as YYYY-MM-DD" if value == day.iso else "") for name, value in held.items())
    return [turn("user", f"{ask}\n\nAnswer as JSON with:\n{listing}"), turn("assistant", json.dumps(held, separators=(",", ":")))]


def weekday(gen: Gen, day: Day) -> list[dict[str, Any]]:
    ask = gen.say("[What day of the week is {d}?|Which weekday is {d}?|{d} is a what?|What day is {d}?]", d=bare(day))
    if bare(day).split(" ")[-1] in DAYS:
        return asked(gen, day)
    name = DAYS[day.day.weekday()]
    return [turn("user", ask), turn("assistant", gen.say(("[{d} it is a {n}." if bare(day).startswith("in ") else "[{d} is a {n}.") + "|That's a {n}.|It's {n}, {m} {o}.]", d=bare(day), n=name, m=MONTHS[day.day.month - 1], o=day.day.day))]


def row(gen: Gen, day: Day) -> list[dict[str, Any]]:
    """Days one after another, over the end of a month where it comes to that."""
    count = gen.number(3, 8)
    step = gen.weighted({1: 5, 7: 1})
    first = day.day
    if step == 1:
        ask = gen.say("[List {n} days from {d} on.|The {n} days that begin {w}, please.|Write down {n} days, the first is {d}.|{n} days in a row from {d}?]", n=in_words(count), d=bare(day), w=day.words)
    else:
        ask = gen.say("[Every week from {d} on, {n} times: which dates?|{n} dates, a week apart, the first is {d}.]", n=in_words(count), d=bare(day))
    days = [first + timedelta(days=step * at) for at in range(count)]
    if gen.chance(0.5):
        said = ", ".join(d.isoformat() for d in days)
    else:
        said = ", ".join(f"{DAYS[d.weekday()]} {d.day} {MONTHS[d.month - 1]}" for d in days) + "."
    return [turn("user", ask + (" As YYYY-MM-DD." if said[-1] != "." and gen.chance(0.6) else "")), turn("assistant", said)]
