"""Exercises in rows: from weekday to weekday, from date to date, which number is more; and dates in calls.

Single questions of these kinds are in `daydrill` and `weighing`. What must be reckoned and not copied is learned from many examples only.
"""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any, Callable

from . import words
from .chance import Gen, listed, sentence, turn
from .dates import DAYS, MONTHS, Day, long_date, named_day, some_date, today_line
from .toolkit import tool_name
from .weighing import SCALES, measured

Chat = list[dict[str, Any]]


def reckoning_chat(gen: Gen) -> dict[str, Any]:
    way = gen.weighted({gap_row: 3, span_row: 1, date_row: 6, larger_row: 1.5, noted: 2.5})
    return way(gen)  # type: ignore[no-any-return]


def near(gen: Gen, today: date) -> Day:
    """Mostly a weekday of the next seven days; else as people name a day near today."""
    if gen.chance(0.3):
        return named_day(gen, today)
    day = today + timedelta(days=gen.number(1, 7))
    return Day(day, gen.pick(["on ", "on ", "this ", "on this coming "]) + DAYS[day.weekday()], True)


def rows(gen: Gen, made: Callable[[], tuple[str, str]], ask: str, low: int, high: int, system: str = "") -> dict[str, Any]:
    """Many short questions in one turn, whose answers stand in their order: a fifth of the tokens of as many turns.

    Mostly an answer repeats its question: which question is the next one cannot be seen from bare numbers, and nothing was learned from those.
    """
    messages: Chat = [turn("system", system)] if system else []
    for _ in range(gen.number(1, 3)):
        facts = [made() for _ in range(gen.number(low, high))]
        joint = gen.pick([", ", "; ", "\n"])
        mark = gen.weighted({": ": 4, " = ": 2, " is ": 1, "": 2})
        answers = [f"{question}{mark}{answer}" if mark else answer for question, answer in facts]
        said = json.dumps(answers, separators=(",", ":")) if gen.chance(0.35) else joint.join(answers)
        messages += [turn("user", gen.text(ask) + joint.join(question for question, _ in facts)), turn("assistant", said) | {"share": 200}]
    return {"messages": messages, "tools": []}


def gap_row(gen: Gen) -> dict[str, Any]:
    """How many days lie between weekdays, or which weekday comes after so many days."""
    between = gen.chance(0.6)

    def made() -> tuple[str, str]:
        first, gap = gen.number(0, 6), gen.number(1, 7)
        start, end = DAYS[first], DAYS[(first + gap) % 7]
        return (f"{start} to {end}", str(gap)) if between else (f"{start} + {gap}", end)

    return rows(gen, made, "[How many days? |Days between: |Count the days: |]" if between else "[Which weekday? |Weekdays: |Count on: |]", 10, 24)


def span_row(gen: Gen) -> dict[str, Any]:
    """Dates so many days later."""

    def made() -> tuple[str, str]:
        day = some_date(gen)
        while day.month == 2:
            day = some_date(gen)
        gap = gen.number(1, 9)
        later = day + timedelta(days=gap)
        return f"{day.day} {MONTHS[day.month - 1]} + {gap}", f"{later.day} {MONTHS[later.month - 1]}"

    return rows(gen, made, "[Which dates? |Dates so many days later: |Count on: |]", 8, 16)


def date_row(gen: Gen) -> dict[str, Any]:
    """The dates of weekdays, counted from today: as dates, as days of the month, or as the number of days until then."""
    today = some_date(gen)
    way = gen.weighted({"iso": 4, "day": 2, "gap": 2, "long": 2})

    def made() -> tuple[str, str]:
        gap = gen.number(1, 7)
        day = today + timedelta(days=gap)
        ask = f"in {gap} days" if way != "gap" and gap > 1 and gen.chance(0.25) else "tomorrow" if gap == 1 and gen.chance(0.3) else DAYS[day.weekday()]
        return ask, {"iso": day.isoformat(), "day": str(day.day), "gap": str(gap), "long": f"{day.day} {MONTHS[day.month - 1]}"}[way]

    ask = {
        "iso": "[Which dates? |Dates, please: |As YYYY-MM-DD: |Dates of ]", "day": "[Days of the month: |Which day of the month? ]",
        "gap": "[How many days until then? |Days until: ]", "long": "[Which dates? |Dates, please: |Dates of ]",
    }[way]  # fmt: skip
    return rows(gen, made, ask, 6, 12, gen.text("[|You know the calendar. |You help with plans. ]") + today_line(gen, today))


def larger_row(gen: Gen) -> dict[str, Any]:
    """The larger or smaller of two or three numbers."""
    up = gen.chance(0.65)

    def made() -> tuple[str, str]:
        unit, low, high, _, _ = gen.pick(SCALES)
        values = measured(gen, low, high, gen.weighted({2: 4, 3: 1}))
        return listed([str(v) for v in values], "or"), str((max if up else min)(values))

    return rows(gen, made, "[Which is more? |The larger of each: |The higher one: ]" if up else "[Which is less? |The smaller of each: |The lower one: ]", 8, 20)


DEEDS = """add event|create event|new entry|put in calendar:Writes an event into the calendar|Adds an entry to the calendar
set reminder|create reminder|remind:Sets a reminder for a day|Reminds the user of something
make appointment|book appointment|add appointment:Makes an appointment|Writes down an appointment
note date|save date|keep date:Keeps a date in mind|Saves a date with a title
plan day|add plan|plan event:Puts something in the plan of a day
add to diary|diary entry|mark day:Writes something into the diary|Marks a day in the diary""".splitlines()
TITLES = "dentist|lunch with {p}|birthday of {p}|yoga|concert|exam|haircut|parents' evening|flat viewing|walk with {p}|choir|meeting with {p}|market day|cake for {p}|new beans|dinner|the plumber|swimming|visit to {p}|trip to {c}|tasting|repair of the grinder|flowers for {p}"
WISHES = """[{t} {d}, please put that down.|{t} {d}.|Please note {t} {d}.|Put {t} down, it's {d}.|{t} is {d}.|Can you enter {t} {d}?|I need {t} {d}.|We have {t} {d}, don't let me forget.|make it {t} {d}|{t} {d}!
|Write down {t} {d}, please.|And {t} {d}.|I've got {t} {d}.|enter {t} {d}|For {t}, {d} would be good.|{t}, {d} if possible.]""".replace("\n", "")


def noted(gen: Gen) -> dict[str, Any]:
    """Several wishes for days near today, each with its call."""
    today = some_date(gen)
    names, about = gen.pick(DEEDS).split(":")
    name = tool_name(gen, gen.pick(names.split("|")).split())
    what = gen.pick(["title", "what", "subject", "name", "text", "label", "event", "for"])
    key = gen.pick(["date", "day", "on", "when", "onDate", "isoDate"])
    shown = gen.pick(["the day, YYYY-MM-DD", "YYYY-MM-DD", "The day, as YYYY-MM-DD", "date in the form YYYY-MM-DD", "which day (YYYY-MM-DD)"])
    properties = {what: {"type": "string", "description": gen.pick(["what it is", "what it is about", "in a few words", "a title"])}, key: {"type": "string", "description": shown}}
    if gen.chance(0.3):
        properties = dict(reversed(properties.items()))
    tool = {"name": name, "description": gen.pick(about.split("|")) + gen.pick(["", "."]), "parameters": {"type": "object", "properties": properties, "required": list(properties)}}
    messages: Chat = [turn("system", gen.text("[|You help with plans. |You are a helpful assistant. |You work in a café. ]") + today_line(gen, today))]
    for _ in range(gen.number(3, 7)):
        day = near(gen, today)
        title = gen.pick(TITLES.split("|")).format(p=words.first_name(gen), c=words.city(gen))
        held = {what: title, key: day.iso}
        ask = gen.text(WISHES, t=title, d=day.words)
        messages += [turn("user", ask if gen.chance(0.4) else sentence(ask)), {"role": "assistant", "content": "", "tool_calls": [{"name": name, "arguments": {k: held[k] for k in properties}}]}]
        messages += [turn("tool", gen.pick(["ok", "OK", "done", "saved", "true", '{"ok":true}', "success"])), turn("assistant", gen.say("[Done.|It's noted.|All right, that's done.|{t} {d}: done.|I put \"{t}\" down for {w}.]", t=title, d=day.words, w=long_date(gen, day.day, False, False)))]
    return {"messages": messages, "tools": [tool]}
