"""Dates: today's date in the instructions, and days that a request names relative to it or outright."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from .chance import Gen
from .words import in_words

MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


@dataclass(frozen=True)
class Day:
    """A day and the words a request used for it ("tomorrow", "on 5 May")."""

    day: date
    words: str
    relative: bool

    @property
    def iso(self) -> str:
        return self.day.isoformat()


def some_date(gen: Gen) -> date:
    """Any day of ten years; more often one near the turn of a month or of a year, where counting is hard."""
    day = date(2022, 1, 1) + timedelta(days=gen.number(0, 365 * 10))
    if gen.chance(0.3):
        month = 12 if gen.chance(0.15) else day.month
        day = day.replace(month=month, day=1) + timedelta(days=gen.number(25, 30))
    return day


def ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def long_date(gen: Gen, day: date, year: bool = True, weekday: bool | None = None) -> str:
    """A date in words, in one of the usual orders."""
    month = MONTHS[day.month - 1]
    core = gen.pick([f"{day.day} {month}", f"{month} {day.day}", f"the {ordinal(day.day)} of {month}", f"{month} {ordinal(day.day)}"])
    if year:
        core += f", {day.year}" if core.startswith(month) else f" {day.year}"
    if weekday if weekday is not None else gen.chance(0.3):
        core = f"{DAYS[day.weekday()]}, {core}"
    return core


def today_line(gen: Gen, today: date) -> str:
    """How instructions say what day it is; the weekday is always there, since "next Friday" depends on it."""
    written = gen.pick(
        [
            long_date(gen, today, weekday=True),
            f"{DAYS[today.weekday()]}, {today.isoformat()}",
            f"{today.isoformat()} ({DAYS[today.weekday()]})",
        ]
    )
    return gen.text("[Today is {d}.|Today's date is {d}.|The date is {d}.|It is {d}.|Current date: {d}.|Today: {d}.]", d=written)


def named_day(gen: Gen, today: date, future: bool = True) -> Day:
    """A day near today in relative words, or any day outright."""
    if gen.chance(0.75):
        way = gen.number(0, 13)
        if way < 3:
            return Day(today + timedelta(days=1), "tomorrow", True)
        if way == 3:
            return Day(today, gen.pick(["today", "tonight"] if future else ["today"]), True)
        if way == 4:
            return Day(today + timedelta(days=2), "the day after tomorrow", True)
        if way == 6 and not future:
            return Day(today - timedelta(days=1), "yesterday", True)
        if way == 7:
            ahead = gen.number(3, 10)
            return Day(today + timedelta(days=ahead), f"in {in_words(ahead)} days", True)
        if way == 8:
            weeks = gen.weighted({1: 4, 2: 3, 3: 1})
            named = {1: ["in a week", "a week from today", "one week from now"], 2: ["in two weeks", "two weeks from today", "in a fortnight"], 3: ["in three weeks"]}
            return Day(today + timedelta(days=7 * weeks), gen.pick(named[weeks]), True)
        last = (today.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
        if way == 9 and today.day < last.day and gen.chance(0.4):
            day = today.replace(day=gen.number(today.day + 1, last.day))
            return Day(day, f"on the {ordinal(day.day)}", True)
        ahead = gen.number(1, 7)
        day = today + timedelta(days=ahead)
        return Day(day, gen.pick(["on ", "this ", "on this coming "]) + DAYS[day.weekday()], True)
    day = today + timedelta(days=gen.number(1, 300))
    if gen.chance(0.15):
        return Day(day, "on " + day.isoformat(), False)
    return Day(day, "on " + long_date(gen, day, weekday=False), False)


def clock(gen: Gen) -> tuple[str, str]:
    """A time as HH:MM and as people say it."""
    hour = gen.number(7, 22) if gen.chance(0.85) else gen.pick([4, 5, 5, 6, 6, 6, 23])
    minute = gen.pick([0, 0, 0, 30, 15, 45, 20, 10]) if gen.chance(0.75) else gen.number(0, 11) * 5 if gen.chance(0.7) else gen.number(1, 59)
    value = f"{hour:02d}:{minute:02d}"
    twelve = (hour - 1) % 12 + 1
    half = "am" if hour < 12 else "pm"
    part = "in the morning" if hour < 12 else "in the afternoon" if hour < 18 else "in the evening"
    following = in_words(twelve % 12 + 1)
    said = [value, value, f"{hour}:{minute:02d}", f"{hour}:{minute:02d}", f"{twelve}:{minute:02d} {half}", f"{twelve}:{minute:02d}{half}", f"{twelve}.{minute:02d} {half}"]
    if minute == 0:
        said += [f"{twelve} {half}", f"{twelve}{half}", f"{in_words(twelve)} {part}", f"{twelve} o'clock {part}"]
        if hour == 12:
            said += ["noon"] * 3
    elif minute == 30:
        said += [f"half past {in_words(twelve)} {part}"] * 2
    elif minute == 15:
        said += [f"quarter past {in_words(twelve)} {part}"] * 2
    elif minute == 45 and hour not in (11, 17):
        said += [f"quarter to {following} {part}"] * 2
    elif minute in (10, 20):
        said += [f"{in_words(minute)} past {in_words(twelve)} {part}"]
    return value, gen.pick(said)
