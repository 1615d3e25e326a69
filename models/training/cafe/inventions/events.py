"""Events of a café."""

from __future__ import annotations

from ..chance import Gen
from ..dates import named_day, some_date, today_line
from ..tasks import Task
from .shape import FLAG, STRING, choice, field, shape, tables, whole

HAPPENINGS = tables("events.txt")["events"]
HAPPENING_PROMPTS = """Plan {w} {d}.
We have nothing on {d}. I'd like {w}.
{w} {d}, any idea?
Think of {w}. It should take place {d}.
The calendar is empty {d}. Fill it with {w}.
My boss wants {w} {d}.
Could we offer {w} {d}?
What about {w}, {d}?
People keep asking for {w}. Let's do it {d}.
I would love to host {w} {d}. Write the entry.
{d} we are free. Suggest {w}.
Invent an event for our café: {w}, {d}.
Poster wanted! {w}, {d}. You choose the rest.
Put {w} into the calendar {d}, made up by you.""".splitlines()


def happening(gen: Gen) -> Task:
    """An event that is invented for a wish and a day."""
    wish, title, hours, where, whom, what = gen.pick(HAPPENINGS)
    today = some_date(gen)
    day = named_day(gen, today)
    while day.words == "tonight":
        day = named_day(gen, today)
    low, high = [int(h) for h in hours.split("-")]
    start = f"{gen.number(low, high):02d}:{gen.pick(['00', '00', '30'])}"
    free = gen.chance(0.5)
    spare = [
        field(gen, "date day on", STRING, day.iso, "[Date as YYYY-MM-DD|YYYY-MM-DD]", 1),
        field(gen, "time start startTime begins", STRING, start, "[HH:MM|Time as HH:MM]", 1),
        field(gen, "description text details", STRING, what, "[one sentence on what happens|what guests can expect]"),
        field(
            gen, "audience forWhom target", choice(gen, whom, list(dict.fromkeys(h[4] for h in HAPPENINGS)), 3, 6), whom, "who it is for"
        ),
        field(gen, "where setting location", choice(gen, where, ["inside", "outside"], 2, 2), where, "inside or outside"),
        field(gen, "outdoor outdoors openAir", FLAG, where == "outside", "whether it is in the open air"),
        field(gen, "seats maxGuests places", whole(gen, 1, 100), gen.number(2, 16) * 5, "[how many can come|places]"),
    ]
    price = field(
        gen,
        "price fee entry",
        whole(gen, 0, 50),
        0 if free else gen.number(2, 25),
        "[price of a ticket, 0 if free|entry in euros, 0 if free]",
        1,
    )
    spare += [price, field(gen, "free isFree", FLAG, price[2] == 0, "no ticket needed")]
    schema, value = shape(gen, [field(gen, "title name what", STRING, title, "[a title|name of the event]", 0.3)], spare, 2, 4, 0.2)
    told = gen.pick(["", "You plan events for a café. ", "Invent events. ", "You fill our calendar. "]) + today_line(gen, today)
    return told, gen.say(gen.pick(HAPPENING_PROMPTS), w=wish, d=day.words), schema, gen.pick(["Event", "Happening", "CalendarEvent"]), value
