"""Small texts that somebody sends: invitations, postcards and notes."""

from __future__ import annotations

from datetime import timedelta

from .. import words
from ..chance import Gen
from ..dates import some_date
from ..tasks import Task
from .counter import DAYS
from .shape import FLAG, STRING, blocks, choice, tables, whole
from .wishing import Sheet, hour

ROWS, ASKS = tables("letters.txt"), blocks("letters.txt")
FROM = {"tail": "from {v}", "after": "[It's from {v}.|{v} writes it.|{v} is the sender.]"}
TO = {"tail": "to {v}", "after": "[It goes to {v}.|It's for {v}.|{v} gets it.]"}
TIME = "[HH:MM|time as HH:MM]"


def invitation(gen: Gen) -> Task:
    """An invitation from somebody to somebody."""
    what, text = gen.pick(ROWS["invitations"])
    sheet = Sheet(gen, "invitation")
    sheet.put(
        "occasion event what",
        STRING,
        what,
        "[what it is for|the occasion]",
        must=gen.chance(0.4),
        tail="to {v}",
        after="[It is for {v}.|The occasion is {v}.]",
    )
    sheet.put(
        "to guest recipient invited",
        STRING,
        words.first_name(gen),
        "[who is invited|name of the guest]",
        tail="for {v}",
        after="[I want to invite {v}.|It goes to {v}.|{v} is the guest.]",
    )
    host = gen.pick([words.first_name, words.full_name])(gen)
    sheet.put(
        "from host sender signed",
        STRING,
        host,
        "[who invites|name of the host]",
        tail="from {v}",
        after="[{v} invites.|The host is {v}.|Sign it {v}.]",
    )
    day = some_date(gen) + timedelta(days=gen.number(1, 60))
    if gen.chance(0.5):
        sheet.put(
            "date day on",
            STRING,
            day.isoformat(),
            "[YYYY-MM-DD|date as YYYY-MM-DD]",
            often=1,
            tail="for {v}",
            after="[The date is {v}.|It takes place on {v}.]",
        )
    else:
        sheet.put(
            "day weekday when",
            {"type": "string", "enum": DAYS},
            gen.pick(DAYS),
            "the weekday",
            tail="for {v}",
            after="[It's on {v}.|{v} would be best.]",
        )
    sheet.put(
        "time startsAt begins", STRING, hour(gen, 9, 21), TIME, often=0.8, after="[It starts at {v}.|Be there at {v}.|We begin at {v}.]"
    )
    sheet.put("text message body", STRING, text, "[one friendly sentence|the text of the card]", must=True)
    sheet.put("place location where", STRING, words.place_name(gen), "[where it is|the place]", after="[We meet at {v}.|The place is {v}.]")
    return sheet.task(ASKS["invitation asks"], "[||||You write invitations.|Warm and short.]", "Invitation Card", 1, 4)


def postcard(gen: Gen) -> Task:
    """A postcard from somewhere."""
    where, text = gen.pick(ROWS["postcards"])
    sheet = Sheet(gen, "postcard")
    sheet.put("from sender writtenBy", STRING, words.first_name(gen), "[who writes|name of the sender]", after=FROM["after"])
    sheet.put("to recipient for", STRING, gen.pick([words.first_name, words.full_name])(gen), "[who gets it|name of the reader]", **TO)
    sheet.put(
        "place where sentFrom",
        STRING,
        where,
        "[where the writer is|the place]",
        tail="from {v}",
        after="[I write it from {v}.|The place is {v}.]",
    )
    sheet.put("text message body", STRING, text, "[one or two sentences|what stands on the card]", must=True)
    sheet.put(
        "city town destination",
        STRING,
        words.city(gen),
        "[town of the reader|where it goes]",
        after="[It goes to {v}.|It must travel to {v}.]",
    )
    sheet.put(
        "greeting closing ending",
        STRING,
        gen.pick(
            [
                "See you soon.",
                "Love from afar.",
                "I miss you.",
                "Until Sunday!",
                "Kiss the cat for me.",
                "Wish you were here.",
                "More when I am back.",
                "Take care.",
                "A big hug.",
                "Write back!",
            ]
        ),
        "[last words|how it ends]",
    )
    days = gen.number(2, 30)
    sheet.put(
        "daysAway days dayNumber",
        whole(gen, 1, 60),
        days,
        "[days since the start|how long the writer is away]",
        after="[I have been away for {v} days.|It is day {v} of the journey.]",
    )
    return sheet.task(ASKS["postcard asks"], "[||||You write postcards.|Write like somebody on holiday.]", "Postcard Card", 1, 3)


def note(gen: Gen) -> Task:
    """A few words that somebody leaves."""
    text = gen.pick([n for row in ROWS["notes"] for n in row])
    sheet = Sheet(gen, gen.pick(["note", "short note", "message"]))
    sheet.put("to recipient for", STRING, words.first_name(gen), "[who should read it|a first name]", tail="for {v}", after=TO["after"])
    sheet.put("from sender signed", STRING, words.first_name(gen), "[who leaves it|a first name]", **FROM)
    sheet.put("text note message", STRING, text, "[one sentence|the words]", must=True)
    sheet.put("time writtenAt at", STRING, hour(gen, 6, 23), TIME, often=0.8, after="[It was written at {v}.|The time is {v}.]")
    urgent = gen.chance(0.5)
    sheet.put(
        "urgent important isUrgent",
        FLAG,
        urgent,
        "whether it is urgent",
        **(
            {"front": "urgent", "after": "[It is urgent.|It can't wait.]"} if urgent else {"after": "[It isn't urgent.|There is no hurry.]"}
        ),
    )
    colour = gen.pick(words.COLOURS)
    sheet.put(
        "paper colour color",
        choice(gen, colour, words.COLOURS, 3, 6),
        colour,
        "colour of the paper",
        tail="on {v} paper",
        after="[The paper is {v}.|Use {v} paper.]",
    )
    return sheet.task(ASKS["note asks"], "[||||You leave notes.|One line is enough.]", "Note Memo Message", 1, 3)
