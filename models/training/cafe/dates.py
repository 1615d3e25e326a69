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
    return date(2022, 1, 1) + timedelta(days=gen.number(0, 365 * 9))


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
        way = gen.number(0, 9)
        if way < 4:
            return Day(today + timedelta(days=1), "tomorrow", True)
        if way == 4:
            return Day(today, gen.pick(["today", "tonight"] if future else ["today"]), True)
        if way == 5:
            return Day(today + timedelta(days=2), "the day after tomorrow", True)
        if way == 6 and not future:
            return Day(today - timedelta(days=1), "yesterday", True)
        if way == 7:
            ahead = gen.number(3, 10)
            return Day(today + timedelta(days=ahead), f"in {in_words(ahead)} days", True)
        if way == 8:
            return Day(today + timedelta(days=7), gen.pick(["in a week", "a week from today", "one week from now"]), True)
        ahead = gen.number(1, 7)
        day = today + timedelta(days=ahead)
        return Day(day, gen.pick(["on ", "this ", "on this coming "]) + DAYS[day.weekday()], True)
    day = today + timedelta(days=gen.number(1, 300))
    if gen.chance(0.15):
        return Day(day, "on " + day.isoformat(), False)
    return Day(day, "on " + long_date(gen, day, weekday=False), False)


def clock(gen: Gen) -> tuple[str, str]:
    """A time as HH:MM and as people say it."""
    hour, minute = gen.number(7, 22), gen.pick([0, 0, 0, 30, 15, 45, 20, 10])
    value = f"{hour:02d}:{minute:02d}"
    twelve = (hour - 1) % 12 + 1
    half = "am" if hour < 12 else "pm"
    said = [value, value, f"{twelve}:{minute:02d} {half}"]
    if minute == 0:
        said.append(f"{twelve} {half}")
        if hour == 12:
            said.append("noon")
    return value, gen.pick(said)
