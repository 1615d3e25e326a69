"""Towns, trips and the weather."""

from __future__ import annotations

import re
from typing import Any

from .. import words
from ..chance import Gen, listed
from ..schematext import Schema
from ..tasks import Task
from .counter import DAYS
from .shape import FLAG, STRING, blocks, choice, tables, whole
from .wishing import Sheet

ROWS, ASKS = tables("travels.txt"), blocks("travels.txt")
LANDS = list(dict.fromkeys(t[0] for t in ROWS["towns"]))
SKIES = list(dict.fromkeys(w[0] for w in ROWS["weather"]))
NEAR = {
    "sea": "by the sea",
    "river": "on a river",
    "mountains": "in the mountains",
    "plain": "on the plain",
    "forest": "in the forest",
    "desert": "in the desert",
}


def town(gen: Gen) -> Task:
    """A town, its land and what it is known for."""
    land, known, line = gen.pick(ROWS["towns"])
    people = gen.pick([gen.number(2, 9) * 100, gen.number(1, 9) * 1000, gen.number(10, 90) * 1000])
    size = "tiny" if people < 1000 else "small" if people < 10000 else "large"
    sheet = Sheet(gen, "town")
    sheet.put(
        "name town title",
        STRING,
        words.city(gen),
        "[a made-up name|name of the town]",
        must=True,
        tail="called {v}",
        after="[Its name is {v}.|It's called {v}.]",
    )
    where = {"tail": NEAR[land], "after": f"[It lies {NEAR[land]}.|You find it {NEAR[land]}.]"}
    sheet.put("land region landscape near", choice(gen, land, LANDS, 3, 6), land, "[where it lies|the land around]", **where)
    sheet.put(
        "knownFor famousFor speciality",
        STRING,
        known,
        "[what people come for|what it is known for]",
        tail="known for {v}",
        after="[People come for {v}.|It is known for {v}.]",
    )
    about = "[people who live there|number of inhabitants]"
    sheet.put(
        "population inhabitants people",
        whole(gen, 100, 100000),
        people,
        about,
        tail="with {v} people",
        after="{v} people live there.",
        v=str(people),
    )
    sheet.put(
        "size townSize",
        {"type": "string", "enum": ["tiny", "small", "large"]},
        size,
        "[tiny below 1000 people, large from 10000|how big it is]",
        often=0.8,
        front="{v}",
    )
    sheet.put(
        "mayor leader headOfTown",
        STRING,
        words.full_name(gen),
        "[who governs it|full name of the mayor]",
        tail="with a mayor called {v}",
        after="[The mayor is {v}.|{v} is the mayor.]",
    )
    sheet.put("description line impression", STRING, line, "[one sentence|what a visitor notices]")
    sheet.put(
        "inn tavern hotel",
        STRING,
        words.place_name(gen),
        "[where to sleep|name of the inn]",
        after="[The inn is called {v}.|One can sleep at {v}.]",
    )
    told = "[||||You build the world of a game.|You write a travel guide to places that do not exist.]"
    return sheet.task(ASKS["town asks"], told, "Town Place Settlement", 1, 3)


def trip(gen: Gen) -> Task:
    """A journey with its stops; the nights of all stops add up."""
    stops = words.cities(gen, gen.number(2, 5))
    acts = gen.some([f"see {t[1]}" if t[1].startswith(("its", "the", "a ")) else f"try {t[1]}" for t in ROWS["towns"]], 9)
    acts = [a.replace("see its", "see the").replace("try ", "find out about ") for a in acts]
    rows: list[dict[str, Any]] = [
        {"place/city/town": s, "nights/stay": gen.number(1, 4), "plan/activity/todo": a[:1].upper() + a[1:]} for s, a in zip(stops, acts)
    ]
    keys: dict[str, Schema] = {"place/city/town": STRING}
    nights = gen.chance(0.7)
    if nights:
        keys["nights/stay"] = whole(gen, 1, 7)
    if not nights or gen.chance(0.4):
        keys["plan/activity/todo"] = STRING
    total, by = sum(r["nights/stay"] for r in rows), gen.pick(["train", "bus", "bike", "car", "boat"])
    sheet = Sheet(gen, gen.pick(["trip", "journey", "round trip"]))
    way = gen.pick(
        [
            (listed(stops), "to {v}", "[We want to see {v}.|The stops are {v}.]"),
            (stops[0], "that begins in {v}", "[Start in {v}.|{v} comes first.]"),
            (stops[-1], "that ends in {v}", "[The last stop is {v}.|It ends in {v}.]"),
            (words.spoken(gen, len(stops)), "with [exactly |]{v} stops", "[Exactly {v} stops.|{v} stops are enough.]"),
        ]
    )
    sheet.objects(
        "stops places route legs",
        keys,
        rows,
        "[in the order of the journey|the stops]",
        "Stop",
        must=True,
        v=way[0],
        tail=way[1],
        after=way[2],
    )
    sheet.put(
        "travelBy transport vehicle by",
        choice(gen, by, ["train", "bus", "bike", "car", "boat"], 3, 5),
        by,
        "how we travel",
        tail="by {v}",
        after="[We go by {v}.|We travel by {v}.]",
    )
    people = gen.number(1, 9)
    alone = {"tail": "for one", "after": "[I travel alone.|It's just me.]"}
    sheet.put(
        "travellers people guests",
        whole(gen, 1, 12),
        people,
        "how many travel",
        **(alone if people == 1 else {"tail": "for {v}", "after": "[We are {v}.|There are {v} of us.]"}),
    )
    if nights:
        sheet.put(
            "totalNights nights nightsInAll", whole(gen, 1, 40), total, "[nights of all stops together|the sum of all nights]", often=1
        )
    low = gen.number(2, 20) * 100
    sheet.put(
        "budget cost euros",
        whole(gen, 100, 5000),
        low,
        "[in euros|what it costs in all]",
        tail="for {v} euros",
        after="[We have {v} euros.|The budget is {v} euros.]",
        v=str(low),
    )
    return sheet.task(ASKS["trip asks"], "[||||You plan trips.|You are a travel agent for a game.]", "Trip Journey Route", 0, 2)


def weather(gen: Gen) -> Task:
    """A weather note whose degrees and advice fit the sky."""
    sky, degrees, note, take = gen.pick(ROWS["weather"])
    low, high = [int(n) for n in re.fullmatch(r"(-?\d+)-(-?\d+)", degrees).groups()]  # type: ignore[union-attr]
    warm = gen.number(low, high)
    place = words.city(gen)
    sheet = Sheet(gen, gen.pick(["weather note", "weather report", "forecast"]))
    sheet.put(
        "place city where town",
        STRING,
        place,
        "[the town|where]",
        must=gen.chance(0.4),
        tail="for {v}",
        after="[It's for {v}.|The town is {v}.]",
    )
    sheet.put(
        "sky condition weather",
        choice(gen, sky, SKIES, 3, 7),
        sky,
        "[what the sky does|the weather in one word]",
        must=gen.chance(0.7),
        tail="for a {v} day",
        after="[It is {v}.|The day is {v}.]",
    )
    sheet.put(
        "temperature degrees celsius",
        whole(gen, -30, 45),
        warm,
        "[degrees Celsius|in Celsius]",
        after="[It has {v} degrees.|The thermometer says {v}.]",
        v=str(warm),
    )
    sheet.put("note text advice", STRING, note, "[one sentence|what people should know]", must=gen.chance(0.5))
    sheet.put("takeAlong bring wear", STRING, take, "[what to take along|one thing to bring]")
    sheet.put("day weekday", STRING, gen.pick(DAYS), "the weekday", after="[It is for {v}.|The day is {v}.]")
    sheet.put("freezing frost isFreezing", FLAG, warm < 0, "true below zero degrees", often=1)
    return sheet.task(
        ASKS["weather asks"], "[||||You report the weather of a game.|Short forecasts, please.]", "Weather Forecast WeatherNote"
    )
