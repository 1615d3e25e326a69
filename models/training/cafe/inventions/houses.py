"""Rooms with their furniture, and shops with their hours."""

from __future__ import annotations

from .. import words
from ..chance import Gen
from ..tasks import Task
from .counter import DAYS
from .shape import FLAG, STRING, choice, whole
from .travels import ASKS, ROWS
from .wishing import Sheet, hour


def room(gen: Gen) -> Task:
    """A room with its furniture."""
    kind, *lines = gen.pick(ROWS["rooms"])
    things = gen.some([t for row in ROWS["furniture"] for t in row], gen.number(2, 5))
    sheet = Sheet(gen, gen.pick([kind, kind, "room"]))
    titles = [
        f"The {gen.pick(words.PLACE_STARTS)} Room",
        f"{words.first_name(gen)}'s {kind.title()}",
        f"The {gen.pick(words.PLACE_STARTS)} {kind.title()}",
    ]
    sheet.put(
        "name title label", STRING, gen.pick(titles), "[a name for the room|what people call it]", must=gen.chance(0.6), tail="called {v}"
    )
    said = {} if kind in sheet.noun else {"after": "[It is a {v}.|The kind of room is {v}.]"}
    sheet.put("kind type roomType", choice(gen, kind, [r[0] for r in ROWS["rooms"]], 3, 6), kind, "kind of room", must=bool(said), **said)
    one = gen.chance(0.5)
    sheet.strings(
        "furniture things objects inside",
        things,
        "[what stands in it|the furniture]",
        must=True,
        v=gen.pick(things) if one else words.spoken(gen, len(things)),
        tail="with {v}" if one else "with [exactly |just |]{v} things in it",
        after="[{v} must be in it.|I want {v} in it.]" if one else "[{v} things are enough.|Exactly {v} things, please.]",
    )
    colour, windows = gen.pick(words.COLOURS), gen.number(0, 4)
    sheet.put(
        "wallColour colour color walls",
        choice(gen, colour, words.COLOURS, 3, 6) if gen.chance(0.6) else STRING,
        colour,
        "colour of the walls",
        front="{v}",
        tail="with {v} walls",
        after="[The walls are {v}.|Paint it {v}.]",
    )
    blind = "without windows" if not windows else "with one window" if windows == 1 else "with {v} windows"
    sheet.put("windows windowCount", whole(gen, 0, 8), windows, "how many windows it has", tail=blind)
    sheet.put("description mood atmosphere line", STRING, gen.pick(lines), "[one sentence|what one feels or sees]")
    (
        sheet.put("locked isLocked", FLAG, gen.chance(0.4), "whether the door is locked")
        if gen.chance(0.5)
        else sheet.put("dark isDark", FLAG, windows == 0, "true without windows", often=1)
    )
    return sheet.task(ASKS["room asks"], "[||||You furnish the rooms of a game.|You describe rooms.]", "Room Chamber Place", 0, 2)


def opening(gen: Gen) -> Task:
    """A shop of a town with its hours."""
    kind, *signs = gen.pick(ROWS["shops"])
    opens, closes, shut = hour(gen, 5, 11), hour(gen, 15, 22), gen.pick(DAYS)
    sheet = Sheet(gen, kind)
    name = gen.pick([words.place_name(gen), f"{words.last_name(gen)}'s", f"{words.first_name(gen)}'s {kind.title()}"])
    sheet.put(
        "name title shop",
        STRING,
        name,
        "[what the sign says|name of the shop]",
        must=True,
        tail="called {v}",
        after="[The name is {v}.|It's called {v}.]",
    )
    keeper = words.full_name(gen) if gen.chance(0.6) else words.first_name(gen)
    sheet.put(
        "owner keeper runBy",
        STRING,
        keeper,
        "[who runs it|name of the owner]",
        tail="run by {v}",
        after="[{v} runs it.|It belongs to {v}.]",
    )
    time = "[HH:MM|time as HH:MM]"
    sheet.put(
        "opens opensAt openFrom",
        STRING,
        opens,
        time,
        often=0.9,
        must=True,
        tail="that opens at {v}",
        after="[It opens at {v}.|The door opens at {v}.]",
    )
    sheet.put(
        "closes closesAt openUntil",
        STRING,
        closes,
        time,
        often=0.9,
        must=True,
        tail="that closes at {v}",
        after="[It closes at {v}.|The last guest leaves at {v}.]",
    )
    sheet.put(
        "closedOn dayOff restDay",
        {"type": "string", "enum": DAYS},
        shut,
        "[the day when it is closed|day off]",
        tail="that is closed on {v}",
        after="[On {v} it stays closed.|{v} is the day off.]",
    )
    sheet.put("sign motto slogan line", STRING, gen.pick(signs), "[words on the door|a short motto]")
    street = f"{gen.number(1, 99)} {gen.pick(words.PLACE_ENDS)} {gen.pick(['Street', 'Lane', 'Road', 'Square'])}"
    sheet.put(
        "address street location",
        STRING,
        street,
        "[street with number|the address]",
        tail="at {v}",
        after="[The address is {v}.|You find it at {v}.]",
    )
    sheet.put("kind type shopType", choice(gen, kind, [s[0] for s in ROWS["shops"]], 3, 6), kind, "what kind of shop it is")
    sheet.put("openLate lateHours", FLAG, closes >= "20:00", "true if it closes at 20:00 or later", often=1)
    return sheet.task(
        ASKS["shop asks"], "[||||You build a small town.|Times are HH:MM.|You write a town guide.]", "Shop Store Business", 0, 2
    )
