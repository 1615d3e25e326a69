"""Everyday things: to-do lists, baskets and meetings."""

from __future__ import annotations

from typing import Any

from .. import words
from ..chance import Gen, listed
from ..schematext import Schema
from ..tasks import Task
from .counter import DAYS
from .shape import FLAG, STRING, blocks, tables, whole
from .wishing import Sheet, hour

ROWS, ASKS = tables("homes.txt"), blocks("homes.txt")
TOPICS = [t for row in ROWS["meetings"] for t in row]
UNITS = list(dict.fromkeys(g[1] for g in ROWS["goods"]))
NAMED = {"tail": "called {v}", "after": "[The name is {v}.|Call it {v}.]"}


def counted(gen: Gen, number: int, noun: str) -> dict[str, Any]:
    """Ways to wish for a number of things."""
    said = f"{{v}} {noun[:-1] if number == 1 else noun}"
    return {
        "v": words.spoken(gen, number),
        "tail": f"with [exactly |]{said}",
        "after": f"[Exactly {said}.|{said}, please.|Not more and not less than {said}.]",
    }


def todo(gen: Gen) -> Task:
    """Things to do for an occasion."""
    occasion, *all_things = gen.pick(ROWS["chores"])
    things = gen.some(all_things, gen.number(2, 6))
    sheet = Sheet(gen, gen.pick(["to-do list", "to-do list", "task list"]))
    sheet.put(
        "title occasion reason for",
        STRING,
        occasion,
        "[what it is for|the occasion]",
        must=gen.chance(0.4),
        tail="for {v}",
        after="[It's about {v}.|The reason is {v}.]",
    )
    way = counted(gen, len(things), "things")
    if gen.chance(0.5):
        sheet.strings("tasks todos items things", things, "[what is to do|short orders]", must=True, **way)
    else:
        rows = [
            {
                "task/todo/text": t,
                "done/finished": gen.chance(0.3),
                "priority/urgency": gen.pick(["low", "medium", "high"]),
                "minutes/duration": gen.number(1, 12) * 5,
            }
            for t in things
        ]
        keys: dict[str, Schema] = {"task/todo/text": STRING}
        extra: dict[str, Schema] = {
            "done/finished": FLAG,
            "priority/urgency": {"type": "string", "enum": ["low", "medium", "high"]},
            "minutes/duration": whole(gen, 1, 60),
        }
        keys |= {k: extra[k] for k in gen.some(list(extra), gen.number(1, 2))}
        sheet.objects("tasks todos items entries", keys, rows, "[what is to do|the tasks]", "Task", must=True, **way)
    sheet.put(
        "day weekday when",
        {"type": "string", "enum": DAYS} if gen.chance(0.5) else STRING,
        gen.pick(DAYS),
        "the weekday",
        after="[It is for {v}.|I want to do it on {v}.]",
    )
    sheet.put(
        "owner assignedTo who",
        STRING,
        words.first_name(gen),
        "[who does it|a first name]",
        after="[{v} has to do it.|It is the list of {v}.]",
    )
    sheet.put("count total number", whole(gen, 1, 10), len(things), "[how many tasks|number of tasks]", often=1)
    return sheet.task(ASKS["list asks"], "[||||You write lists.|You keep a household in order.]", "TodoList TaskList", 0, 2)


def basket(gen: Gen) -> Task:
    """A shopping list with amounts."""
    chosen = gen.some(ROWS["goods"], gen.number(2, 6))
    rows: list[dict[str, Any]] = []
    for item, unit, span in chosen:
        low, high = [int(n) for n in span.split("-")]
        amount = gen.number(low, high) if high < 100 else gen.number(low // 50, high // 50) * 50
        rows.append(
            {
                "item/name/product": item,
                "amount/quantity/number": amount,
                "unit/measure": {"boxes": "box"}.get(unit, unit[:-1]) if amount == 1 and len(unit) > 2 else unit,
            }
        )
    as_text = gen.chance(0.4)
    units = list(dict.fromkeys([r["unit/measure"] for r in rows] + gen.some(UNITS, 2)))
    keys: dict[str, Schema] = {
        "item/name/product": STRING,
        "amount/quantity/number": whole(gen, 1, 1000),
        "unit/measure": {"type": "string", "enum": gen.shuffled(units)} if gen.chance(0.6) else STRING,
    }
    if as_text:
        keys = {"item/name/product": STRING, "amount/quantity/howMuch": STRING}
        rows = [
            {"item/name/product": r["item/name/product"], "amount/quantity/howMuch": f"{r['amount/quantity/number']} {r['unit/measure']}"}
            for r in rows
        ]
    names = [r["item/name/product"] for r in rows]
    way = gen.pick(
        [
            counted(gen, len(rows), "things"),
            {"v": listed(names), "tail": "with {v}", "after": "[We need {v}.|Don't forget {v}.]"},
            {"v": gen.pick(names), "tail": "with {v} on it", "after": "[We are out of {v}.|There must be {v} on it.]"},
        ]
    )
    sheet = Sheet(gen, gen.pick(["shopping list", "grocery list"]))
    sheet.objects("items list things products", keys, rows, "[what to buy, with amounts|the things]", "Item", must=True, **way)
    shop = gen.pick(["the market", "the corner shop", "the supermarket", "the farm shop", "the harbour market", words.place_name(gen)])
    sheet.put("store shop where", STRING, shop, "[where to buy|the shop]", tail="for {v}", after="[I go to {v}.|We buy at {v}.]")
    budget = gen.number(4, 40) * 5
    sheet.put(
        "budget maxEuros money",
        whole(gen, 1, 300),
        budget,
        "[in euros|money to spend]",
        after="[I have {v} euros.|The budget is {v} euros.]",
        v=str(budget),
    )
    sheet.put(
        "buyer shopper who",
        STRING,
        words.first_name(gen),
        "[who goes shopping|a first name]",
        tail="for {v}",
        after="[{v} goes shopping.|{v} will buy it.]",
    )
    sheet.put("count lines total", whole(gen, 1, 12), len(rows), "[how many things|number of lines]", often=1)
    return sheet.task(ASKS["basket asks"], "[||||You write shopping lists.|Amounts are important.]", "ShoppingList GroceryList", 0, 1)


def meeting(gen: Gen) -> Task:
    """A meeting of a few people on a topic."""
    people = [p.split()[0] if gen.chance(0.8) else p for p in words.thing_names(gen, gen.number(2, 5), True)]
    people = list(dict.fromkeys(people))
    topic, minutes = gen.pick(TOPICS), gen.pick([15, 20, 30, 45, 60, 90])
    sheet = Sheet(gen, gen.pick(["meeting", "team meeting", "short meeting"]))
    sheet.put(
        "topic subject title about",
        STRING,
        topic,
        "[what it is about|the topic]",
        must=gen.chance(0.7),
        v=topic[:1].lower() + topic[1:],
        tail="about {v}",
        after="[The topic is {v}.|It's about {v}.]",
    )
    way = gen.pick(
        [
            {"v": listed(people), "tail": "with {v}", "after": "[{v} will be there.|Invite {v}.]"},
            {"v": gen.pick(people), "tail": "with {v}", "after": "[{v} must be there.|Don't forget {v}.]"},
            counted(gen, len(people), "people") | {"after": "[{v} people take part.|{v} people are invited.]"},
        ]
    )
    if way["v"] == people[0] and len(people) == 1:
        way = {}
    sheet.strings("people participants who attendees", people, "[who takes part|names]", must=True, **way)
    sheet.put(
        "time startsAt start at",
        STRING,
        hour(gen, 7, 19),
        "[HH:MM|time as HH:MM]",
        often=0.9,
        must=gen.chance(0.6),
        tail="at {v}",
        after="[It starts at {v}.|We meet at {v}.]",
    )
    sheet.put(
        "day weekday on",
        {"type": "string", "enum": DAYS} if gen.chance(0.5) else STRING,
        gen.pick(DAYS),
        "the weekday",
        tail="on {v}",
        after="[{v} would be good.|It is on {v}.]",
    )
    sheet.put(
        "minutes duration length",
        whole(gen, 10, 180),
        minutes,
        "[how long, in minutes|minutes]",
        tail="of {v} minutes",
        after="[It takes {v} minutes.|{v} minutes are enough.]",
        v=str(minutes),
    )
    place = gen.pick(["the kitchen", "the back room", "the big table", "the terrace", "the office", "the cellar", words.place_name(gen)])
    sheet.put("place room where", STRING, place, "[where we meet|the room]", after="[The place is {v}.|The room: {v}.]")
    sheet.put("long isLong", FLAG, minutes >= 60, "true from 60 minutes on", often=1)
    return sheet.task(ASKS["meeting asks"], "[||||You plan meetings.|Times are HH:MM.]", "Meeting Appointment", 0, 2)
