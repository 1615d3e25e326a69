"""The papers of a café: shifts, loyalty cards, receipts, reviews and posters."""

from __future__ import annotations

from typing import Any

from .. import words
from ..chance import Gen, article, listed, plural
from ..schematext import Schema
from ..tasks import Task
from .counter import ASKS, DAYS, ROWS
from .shape import FLAG, STRING, choice, whole
from .wishing import Sheet, caps, hour, titled, trim


def shifts(gen: Gen) -> Task:
    """Who works from when to when."""
    people = words.thing_names(gen, gen.number(2, 4), True)
    people = [p.split()[0] for p in people] if gen.chance(0.7) and len({p.split()[0] for p in people}) == len(people) else people
    begin = gen.number(6, 8)
    starts = sorted(gen.number(begin, begin + 8) for _ in people)
    jobs = ROWS["jobs"][0]
    rows = [
        {
            "name/person/who": p,
            "start/from/begins": f"{s:02d}:{gen.pick(['00', '30'])}",
            "end/until/to": f"{s + gen.number(4, 7):02d}:00",
            "job/task/station": gen.pick(jobs),
        }
        for p, s in zip(people, starts)
    ]
    time: Schema = {"type": "string", "description": gen.pick(["HH:MM", "time as HH:MM"])} if gen.chance(0.8) else STRING
    keys: dict[str, Schema] = {"name/person/who": STRING, "start/from/begins": time, "end/until/to": time}
    if gen.chance(0.5):
        keys["job/task/station"] = {"type": "string", "enum": jobs} if gen.chance(0.4) else STRING
    sheet = Sheet(gen, gen.pick(["shift plan", "roster", "staff plan", "work plan"]))
    sheet.put(
        "day weekday date",
        {"type": "string", "enum": DAYS} if gen.chance(0.4) else STRING,
        gen.pick(DAYS),
        "the weekday",
        tail="for {v}",
        after="[It's for {v}.|I mean {v}.]",
    )
    who = listed(people) if gen.chance(0.5) else gen.pick(people)
    after = "[The team: {v}.|These work: {v}.]" if " and " in who else "[{v} has to be in it.|{v} works, too.]"
    if gen.chance(0.5):
        who, after = words.spoken(gen, len(people)), "[We are {v} people.|There are {v} shifts.|{v} people work that day.]"
    sheet.objects(
        "shifts plan team entries",
        keys,
        rows,
        "[who works from when to when|in order of the start]",
        "Shift",
        must=True,
        after=after,
        v=who,
    )
    boss = words.first_name(gen)
    sheet.put(
        "lead manager inCharge",
        STRING,
        boss,
        "[who is in charge|the manager of the day]",
        after="[{v} is in charge.|The boss that day is {v}.]",
    )
    return sheet.task(ASKS["shift asks"], "[||||You plan shifts.|You run a café. Times are HH:MM.]", "ShiftPlan Roster Plan", 0, 2)


def loyalty(gen: Gen) -> Task:
    """A card for guests who come often."""
    stamps, gift = gen.number(4, 12), article(gen.pick(words.DRINKS + words.BAKES))
    bought = plural(gen.pick(["coffee", "cake", "tea", "breakfast", "lunch", "sandwich", "drink"]), 2)
    sheet = Sheet(gen, gen.pick(["loyalty offer", "loyalty card", "stamp card", "bonus card"]))
    name = gen.pick(
        [
            words.place_name(gen) + " Card",
            f"{caps(words.in_words(stamps))} and One",
            titled(f"the {gen.pick(words.PLACE_STARTS)} {gen.pick(['club', 'circle', 'card'])}"),
        ]
    )
    sheet.put(
        "name title offer", STRING, name, "[name of the offer|a catchy name]", must=gen.chance(0.6), tail="called {v}", after="Call it {v}."
    )
    sheet.put(
        "stamps stampsNeeded count needed",
        whole(gen, 3, 15),
        stamps,
        "[stamps until the reward|how many stamps are needed]",
        tail="with {v} stamps",
        after="[After {v} stamps there is a gift.|{v} stamps should be enough.]",
    )
    sheet.put("reward gift prize", STRING, gift, "[what guests get|the reward]", after="[The reward is {v}.|As a gift they get {v}.]")
    sheet.put(
        "text description line",
        STRING,
        f"Collect {words.in_words(stamps)} stamps for your {bought} and get {gift} for free.",
        "[one sentence for the card|how it works]",
        must=gen.chance(0.4),
    )
    days = gen.pick([30, 60, 90, 180, 365])
    sheet.put(
        "validDays days valid",
        whole(gen, 7, 365),
        days,
        "[days until it ends|how many days it is valid]",
        after="It is valid for {v} days.",
        v=str(days),
    )
    return sheet.task(ASKS["loyalty asks"], "[||||You write offers for a café.|Our guests are regulars.]", "Offer LoyaltyOffer Card")


def receipt(gen: Gen) -> Task:
    """Items with their amounts and prices, and the total of them."""
    things = gen.some(words.DRINKS + words.BAKES, gen.number(1, 4))
    rows: list[dict[str, Any]] = [
        {"name/item/product": t, "amount/quantity/count": gen.number(1, 3), "price/unitPrice/each": gen.number(1, 6) + gen.pick([0, 0.5])}
        for t in things
    ]
    total = sum(r["amount/quantity/count"] * r["price/unitPrice/each"] for r in rows)
    said = listed(
        [f"{words.in_words(r['amount/quantity/count'])} {plural(r['name/item/product'], r['amount/quantity/count'])}" for r in rows]
    )
    for row in rows:
        row["price/unitPrice/each"] = trim(row["price/unitPrice/each"])
    keys: dict[str, Schema] = {
        "name/item/product": STRING,
        "amount/quantity/count": whole(gen, 1, 10),
        "price/unitPrice/each": {"type": "number"},
    }
    way = gen.pick(
        [
            (said, "for {v}", "[They had {v}.|It was {v}.|The order: {v}.]"),
            (words.spoken(gen, len(rows)), "", "[{v} lines, please.|It has {v} lines.]"),
        ]
    )
    if len(rows) == 1 and not way[1]:
        way = ("", "", "[One line is enough.|Only one thing was bought.]")
    sheet = Sheet(gen, gen.pick(["receipt", "bill", "receipt", "till slip"]))
    sheet.objects(
        "items lines positions",
        keys,
        rows,
        "[what was bought|one line for each thing]",
        "Line",
        must=True,
        tail=way[1],
        after=way[2],
        v=way[0],
    )
    sheet.put(
        "total sum amountDue", {"type": "number"}, trim(total), "[the sum of all lines|amount times price, added up]", must=True, often=0.7
    )
    table = gen.number(1, 20)
    sheet.put(
        "table tableNumber seat",
        whole(gen, 1, 30),
        table,
        "number of the table",
        tail="for table {v}",
        after="They sat at table {v}.",
        v=str(table),
    )
    sheet.put(
        "server servedBy waiter",
        STRING,
        words.first_name(gen),
        "[who served|name of the waiter]",
        after="[{v} served them.|The waiter was {v}.]",
    )
    ways = ["cash", "card"] + gen.some(["phone", "voucher"], gen.number(0, 2))
    sheet.put(
        "payment paidBy paymentMethod",
        {"type": "string", "enum": gen.shuffled(ways)},
        gen.pick(["cash", "card"]),
        "how it was paid",
        after="[They paid by {v}.|Payment: {v}.]",
    )
    return sheet.task(
        ASKS["receipt asks"], "[||||You are the till of a café.|You write receipts. The total must be right.]", "Receipt Bill", 0, 2, 0.05
    )


def stars(gen: Gen) -> Task:
    """A guest's opinion with stars that fit it."""
    number, text = gen.pick(ROWS["opinions"])
    count, author = int(number), gen.pick([words.first_name, words.full_name])(gen)
    text = gen.text(
        text, d=gen.pick([d for d in words.DRINKS if d[0] not in "AEIOUaeiou"]), b=gen.pick([b for b in words.BAKES if b[0] not in "aeiou"])
    )
    sheet = Sheet(gen, gen.pick(["review", "guest review", "comment"]))
    sheet.put(
        "stars rating score",
        whole(gen, 1, 5),
        count,
        "[1 to 5 stars|one is bad, five is great]",
        must=True,
        front=f"{words.in_words(count)}-star",
        tail="with {v} " + plural("star", count),
        after="[Stars given: {v}.|The rating is {v} out of five.]",
    )
    sheet.put("text comment review opinion", STRING, text, "[what the guest writes|one or two sentences]", must=True)
    sheet.put(
        "author name guest writtenBy",
        STRING,
        author,
        "[who wrote it|name of the guest]",
        tail="by {v}",
        after="[{v} wrote it.|It is signed by {v}.]",
    )
    mood = "bad" if count < 3 else "mixed" if count == 3 else "good"
    sheet.put(
        "verdict tone sentiment",
        choice(gen, mood, ["good", "mixed", "bad"], 3, 3),
        mood,
        "[bad up to two stars, good from four|what the guest thinks]",
        often=0.8,
    )
    sheet.put("recommend comesBack recommends", FLAG, count > 3, "true for four or five stars", often=1)
    return sheet.task(ASKS["opinion asks"], "[||||You make up sample data.|You write like a guest.]", "Review Opinion Feedback", 0, 2)


def poster(gen: Gen) -> Task:
    """The words of a poster."""
    what, head, text = gen.pick(ROWS["posters"])
    sheet = Sheet(gen, "poster")
    sheet.put("headline title heading", STRING, head, "[a few big words|the headline]", must=True)
    sheet.put(
        "occasion event subject",
        STRING,
        what,
        "[what it is about|the occasion]",
        tail="for {v}",
        after="[It is about {v}.|The reason is {v}.]",
    )
    sheet.put("text body line", STRING, text, "[one or two sentences|the small print below]", must=gen.chance(0.6))
    sheet.put("day weekday when", STRING, gen.pick(DAYS), "the weekday", after="[It is on {v}.|{v} is the day.]")
    begins = hour(gen, 8, 21)
    sheet.put("time begins start", STRING, begins, "[HH:MM|time as HH:MM]", often=0.8, after="[It starts at {v}.|We begin at {v}.]")
    colour = gen.pick(words.COLOURS)
    sheet.put(
        "colour color background",
        choice(gen, colour, words.COLOURS, 3, 6),
        colour,
        "[colour of the paper|main colour]",
        front="{v}",
        after="[The paper is {v}.|I want it in {v}.]",
    )
    return sheet.task(ASKS["poster asks"], "[||||You write posters.|Few words, big letters.]", "Poster Notice Announcement")
