"""Short exercises in a row: from weekday to weekday, from date to date, dates in calls, and which number is more.

What must be reckoned and not copied is learned from many examples only; here a conversation holds a dozen.
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
    way = gen.weighted({gap_row: 2, span_row: 1.5, date_row: 5, larger_row: 2, gaps: 0.4, spans: 0.3, asked: 1.5, noted: 2, larger: 0.8})
    return way(gen)  # type: ignore[no-any-return]


def plain(made: Callable[[], tuple[str, str]], count: int, system: str = "") -> dict[str, Any]:
    """Questions and answers without tools."""
    messages: Chat = [turn("system", system)] if system else []
    for _ in range(count):
        ask, answer = made()
        messages += [turn("user", ask), turn("assistant", answer)]
    return {"messages": messages, "tools": []}


def days(gen: Gen, count: int) -> str:
    return f"{words.spoken(gen, count)} day{'' if count == 1 else 's'}"


def gaps(gen: Gen) -> dict[str, Any]:
    """How many days lie between two weekdays, and which weekday comes so many days later."""

    def made() -> tuple[str, str]:
        first, gap = gen.number(0, 6), gen.number(1, 7)
        start, end = DAYS[first], DAYS[(first + gap) % 7]
        if gen.chance(0.55):
            ask = gen.text("[How many days from {a} to {b}?|From {a} to {b}, how many days?|{a} to {b}?|Today is {a}. How many days until {b}?|It's {a}. When is {b}?|{b} is how far from {a}?|Days between {a} and {b}?]", a=start, b=end)
            length = f"{gap} day{'' if gap == 1 else 's'}"
            return ask, f"In {length}." if "When" in ask else gen.say("[{n}.|{n}.|That's {n}.|{a} to {b}: {n}.]", a=start, b=end, n=length)
        ask = gen.text("[Which day is {n} after {a}?|{a} and {n}?|Today is {a}. What day is it in {n}?|{n} after {a}, what day is that?|It's {a}. In {n}?]", a=start, n=days(gen, gap))
        return sentence(ask), gen.text("[{b}.|That's {b}.|It's {b}.|A {b}.]", b=end)

    return plain(made, gen.number(8, 14))


def spans(gen: Gen) -> dict[str, Any]:
    """A date some days after another, over the end of the month where it comes to that."""
    iso = gen.chance(0.5)

    def written(day: date) -> str:
        return day.isoformat() if iso else f"{day.day} {MONTHS[day.month - 1]}"

    def made() -> tuple[str, str]:
        day = some_date(gen)
        while not iso and day.month == 2:  # Without the year nobody knows how long February is.
            day = some_date(gen)
        gap = gen.weighted({gen.number(1, 7): 4, 7: 1, 14: 1, gen.number(8, 20): 1})
        ask = gen.text("[{n} after {d}?|What is {n} after {d}?|{d} and {n}?|It's {d}. What date is it in {n}?|Which date comes {n} after {d}?|{d}, and then {n} later?]", d=written(day), n=days(gen, gap))
        return sentence(ask), gen.say("[{d}.|That's {d}.|It's {d}.]", d=written(day + timedelta(days=gap)))

    return plain(made, gen.number(7, 12))


def near(gen: Gen, today: date) -> Day:
    """Mostly a weekday of the next seven days; else as people name a day near today."""
    if gen.chance(0.3):
        return named_day(gen, today)
    day = today + timedelta(days=gen.number(1, 7))
    return Day(day, gen.pick(["on ", "on ", "this ", "on this coming "]) + DAYS[day.weekday()], True)


def asked(gen: Gen) -> dict[str, Any]:
    """The dates of weekdays, counted from today, and the steps that lead there: how many days it is, and which date comes so many days later."""
    today = some_date(gen)
    iso = gen.chance(0.6)

    def made() -> tuple[str, str]:
        way = gen.number(0, 9)
        if way < 2:
            gap = gen.number(1, 7)
            ask = gen.text("[How many days until {d}?|{d} is how far away?|How long until {d}?|Days until {d}?|In how many days is {d}?]", d=DAYS[(today.weekday() + gap) % 7])
            return ask, ("In " if ask.startswith("In ") else "") + f"{gap} day{'' if gap == 1 else 's'}."
        if way < 4:
            gap = gen.number(1, 9)
            day = Day(today + timedelta(days=gap), gen.text("[in {n}|{n} from now|{n} from today]", n=days(gen, gap)), True)
        else:
            day = near(gen, today)
            while not day.relative:  # A date that is told outright needs no reckoning.
                day = near(gen, today)
        said = day.words.removeprefix("on ")
        date_said = day.iso if iso else f"{DAYS[day.day.weekday()]}, {day.day.day} {MONTHS[day.day.month - 1]}" if gen.chance(0.6) else long_date(gen, day.day, False, False)
        if said.startswith("in "):
            ask = gen.text("[{d}?|What date is it {d}?|And {d}?|{d}: which date?|Which date do we have {d}?]", d=said)
            return sentence(ask), gen.say("[{w}.|That's {w}.|{d} it is {w}.]", d=said, w=date_said)
        ask = gen.text("[{d}?|What date is {d}?|And {d}?|The date of {d}?|{d}: which date?|When is {d}?]", d=said)
        weekday = said.split(" ")[-1] in DAYS
        return sentence(ask), gen.say("[{w}.|That's {w}.|{d} is {s}.]" if weekday else "[{w}.|That's {w}.]", d=said, w=date_said, s=date_said.removeprefix(said.split(" ")[-1] + ", "))

    return plain(made, gen.number(8, 13), gen.text("[|You know the calendar. |Help with dates. |Dates are written YYYY-MM-DD. ]" if iso else "[|You know the calendar. ]") + today_line(gen, today))


def rows(gen: Gen, made: Callable[[], tuple[str, str]], ask: str, low: int, high: int, system: str = "") -> dict[str, Any]:
    """The same as lists: many short questions in one turn, whose answers stand in their order. A fact costs a fifth of the tokens so."""
    messages: Chat = [turn("system", system)] if system else []
    for _ in range(gen.number(1, 3)):
        facts = [made() for _ in range(gen.number(low, high))]
        joint = gen.pick([", ", "; ", "\n"])
        answers = [answer for _, answer in facts]
        said = json.dumps(answers, separators=(",", ":")) if gen.chance(0.35) else joint.join(answers)
        messages += [turn("user", gen.text(ask) + joint.join(question for question, _ in facts)), turn("assistant", said)]
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


def larger(gen: Gen) -> dict[str, Any]:
    """Which of some numbers is the largest or the smallest; bare, or each with a name."""

    def made() -> tuple[str, str]:
        unit, low, high, more, less = gen.pick(SCALES)
        count = gen.weighted({2: 5, 3: 2})
        values = measured(gen, low, high, count)
        up = gen.chance(0.6)
        best = (max if up else min)(values)
        if gen.chance(0.4):
            word = gen.pick(("more|larger|bigger|higher" if up else "less|smaller|lower").split("|") if count == 2 else ("the most|the largest|the highest|the biggest" if up else "the least|the smallest|the lowest").split("|"))
            return gen.text("[Which is {w}: {n}?|{n}: which is {w}?|What's {w}, {n}?|{w}: {n}?]", w=word, n=listed([str(v) for v in values], "or")), f"{best}."
        names = gen.different(gen.pick([words.city, words.first_name, words.place_name]), count)
        name = names[values.index(best)]
        word = (more if up else less)[count > 2]
        told = gen.pick([", ".join(f"{n} {v}" for n, v in zip(names, values)), ", ".join(f"{n}: {v}" for n, v in zip(names, values)), listed([f"{n} has {v}" for n, v in zip(names, values)])])
        ask = gen.text("[{t}. Which is {w}?|{t}: {w}?|{t}. {w}?]", t=told, w=("the " if count > 2 else "") + word)
        return ask, gen.text("[{n}.|{n}, with {v}.|{n} is {w}.|{v}, so {n}.]", n=name, v=best, w=("the " if count > 2 else "") + word)

    return plain(made, gen.number(8, 13))
