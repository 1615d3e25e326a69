"""Tools of the café's own world: contacts by generation, events on a day, breads, the wine cellar, ratings, stocks."""

from __future__ import annotations

import json
from typing import Any

from . import concepts as c
from . import words
from .chance import Gen, listed, sentence
from .catalogues import METHODS, bread_tool, count_tool, inventory_tool, spec
from .concepts import Context, Value
from .dates import named_day
from .toolkit import Tool, Use, distinct_params, restyle, tool_name

GENERATIONS = {
    "babyBoomers": "boomer,baby boomer,boomers,retired regular,grandparent",
    "genX": "Gen X,someone from generation X,Gen Xer",
    "millennial": "millennial,someone born around 1990,millennials",
    "genZ": "Gen Z,zoomer,teenager,someone from generation Z",
}


def contact_tool(gen: Gen) -> Tool:
    """findContact: a contact of an age generation; asked for outright or for an NPC."""
    order = list(GENERATIONS) if gen.chance(0.7) else gen.some(list(GENERATIONS), 4)
    param = spec("generation generation ageGroup age_generation", "[the age generation|generation of the contact|age group]").draw(gen)
    param.schema = {"type": "string", "enum": order} | (
        {"description": param.schema["description"]} if "description" in param.schema and gen.chance(0.4) else {}
    )
    name = tool_name(gen, gen.pick([["find contact"], ["find contact"], ["get contact"], ["pick contact"], ["look up contact"]]))
    description = gen.say(
        "[Finds a contact from [a specified|a given|an] age generation.|Find a contact of an age group|Picks someone of an age generation from the contacts.]"
    )

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        generation = g.pick(order)
        word = g.pick(GENERATIONS[generation].split(","))
        thing = g.text("[character|NPC|guest|visitor]")
        singular = word.rstrip("s") if word in ("boomers", "millennials") else word
        ask = g.say(
            "[Make {a:t} based on {x} from my contacts.|Find me {x} in my contacts.|Who in my contacts is {x}?|I want {a:t} who is {x}, named after one of my contacts."
            "|Pick {x} from my contacts for the next {t}.|The next {t} is {x}. Take the name from my contacts.]",
            t=thing, x=singular if singular.startswith("someone") else ("an " if singular[0] in "aeiou" else "a ") + singular,
        )  # fmt: skip
        made = "Make" in ask or "next" in ask or "I want" in ask
        contact = words.first_name(g)
        drink = g.pick(words.DRINKS)

        def outcome(g: Gen) -> tuple[Any, str]:
            if made:
                return contact, g.say(
                    "[{n} [walks|comes|strolls] in and orders {a:d}.|Meet {n}! {n} would like {a:d}.|Here comes {n}, who wants {a:d}.|The next {t} is {n}, who asks for {a:d}.]",
                    n=contact,
                    d=drink,
                    t=thing,
                )
            return contact, g.say("[I found {n} in your contacts.|That is {n}.|{n} fits.|Your contact is {n}.]", n=contact)

        return Use(ask, {param.name: generation}, "the contact", outcome)

    return Tool(name, description, [param], "contact", make)


def event_tool(gen: Gen) -> Tool:
    """getContactEvent: day, month and year derived from the date in the instructions."""
    parts = distinct_params(
        gen,
        [
            spec("day", "[day of the month|the day]").draw(gen),
            spec("month", "[the month|month as a number]").draw(gen),
            spec("year", "the year").draw(gen),
        ],
    )
    for part in parts:
        part.schema = {"type": "integer"} | (
            {"description": part.schema["description"]} if gen.chance(0.2) and "description" in part.schema else {}
        )
    iso = gen.chance(0.15)
    params = [c.DAY.draw(gen)] if iso else parts
    name = tool_name(
        gen,
        gen.pick(
            [
                ["get contact event"],
                ["get event"],
                ["get events"],
                ["find events"],
                ["check calendar"],
                ["get calendar events"],
                ["look up events"],
            ]
        ),
    )
    restyle(params, name)
    description = gen.say(
        "[Get an event with a contact[.|]|Gets the events of a day.|[Looks up|Reads] the calendar for a day.|Returns what is planned on a date]"
    )

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        day = named_day(g, context.today)
        context.needs_today = True
        who = words.first_name(g) if g.chance(0.4) else ""
        ask = g.say(
            "[What's going on {d}?|What's on {d}?|Do we have plans {d}?|Are we doing anything {d}?|Am I free {d}?|Anything planned {d}?|What are we up to {d}?|What is in the calendar {d}?"
            "|Is there something [planned |]{d}?|What do we have planned {d}?|Any events {d}?|Do we meet {d}?|Tell me about {d}: what's the plan?|What's happening {d}?]"
            if not who
            else "[Am I seeing {w} {d}?|Do I meet {w} {d}?|What am I doing with {w} {d}?|Any plans with {w} {d}?|Is there anything with {w} {d}?]",
            d=day.words, w=who,
        )  # fmt: skip
        args = {params[0].name: day.iso} if iso else dict(zip([p.name for p in params], [day.day.day, day.day.month, day.day.year]))
        event = g.text(
            "[lunch|coffee|dinner|a walk|a concert|a picnic|a game night|a pottery class|a latte art contest|a baking course|a film|a birthday party]"
        )
        hour = f"{g.number(8, 20)}:{g.pick(['00', '30', '15'])}"
        place = words.place_name(g)

        def outcome(g: Gen) -> tuple[Any, str]:
            if g.chance(0.15):
                return g.pick(["No events.", "[]", "Nothing found.", "No event on that day."]), g.say(
                    "[There is nothing [planned|in the calendar] {d}.|Nothing is planned {d}.|The calendar is empty {d}.]", d=day.words
                )
            partner = who or g.pick(["", words.first_name(g)])
            core = f"{event} with {partner}" if partner else event
            result: Any = g.text("[{e} at {h}, {p}|{h} {e} ({p})|{e} at {p}, {h}]", e=core, h=hour, p=place)
            if g.chance(0.25):
                result = json.dumps({"title": core, "time": hour, "place": place}, ensure_ascii=False)
            return sentence(result) if g.chance(0.5) else result, g.say(
                "[There is {e} at {h}, at {p}, {d}.|{d} there is {e} at {h} at {p}.|Yes: {e} at {h}, at {p}.|We have {e} at {p}, {h}.]",
                e=core,
                h=hour,
                p=place,
                d=day.words,
            )

        return Use(ask, args, f"the calendar {day.words}", outcome)

    return Tool(name, description, params, "event", make)


def cellar_tool(gen: Gen) -> Tool:
    """cellarTool: what the cellar holds of a variety."""
    param = spec("variety variety grape wineVariety", "[wine variety to search for|the variety|grape to look for]").draw(gen)
    name = tool_name(gen, gen.pick([["cellar tool"], ["search cellar"], ["check cellar"], ["find wine"], ["wine cellar"]]))
    restyle([param], name)
    description = gen.say(
        "[Find information from [your|the] wine cellar[.|]|Tells what the wine cellar holds|Searches the wine cellar for a variety.]"
    )

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        variety = g.pick(words.ALL_WINES)[0]
        ask = g.say(
            "[How many bottles of {v} do I have?|Do we have any {v}?|Is there {v} in the cellar?|What {v} do I own?|How is our stock of {v}?|Have I got a {v} for tonight?|Which wineries is my {v} from?]",
            v=variety,
        )
        count, stock = g.number(1, 40), 0
        stock = g.number(0, count)
        wineries = words.thing_names(g, g.number(1, 3))

        def outcome(g: Gen) -> tuple[Any, str]:
            answer = g.say(
                "[You have {c} {v} {w}, {s} [of them |]in stock, from {l}.|There [are|were] {c} {w} of {v}, with {s} in stock, from {l}.]",
                c=count,
                v=variety,
                s=stock,
                l=listed(wineries),
                w="wines" if count > 1 else "wine",
            ).replace("were", "are")
            if count == 1:
                answer = answer.replace("There are", "There is")
            if g.chance(0.5):
                return f"Found {count} wines of {variety}\n{stock} bottles in stock\nFrom wineries: {', '.join(wineries)}", answer
            return (
                json.dumps({"totalFound": str(count), "inStock": str(stock), "wineries": ", ".join(wineries)}, ensure_ascii=False),
                answer,
            )

        return Use(ask, {param.name: variety}, f"the {variety}", outcome)

    return Tool(name, description, [param], "cellar", make)


def rating_tool(gen: Gen) -> Tool:
    """lookUpAverageRating: the usual rating of a brewing method."""
    param = spec("method method brewMethod brewingMethod", "[the brewing method|brewing method], e.g. 'espresso' or 'V60'[.|]").draw(gen)
    name = tool_name(gen, gen.pick([["look up average rating"], ["average rating"], ["get brew rating"], ["check brew history"]]))
    restyle([param], name)
    description = gen.say(
        "[Returns the user's historical average rating (1–5) for a brewing method.|Looks up how the user usually rates a brewing method.|The average rating of a brewing method]"
    )

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        method = g.pick(METHODS)
        ask = g.say(
            "[How do I usually rate my {m}?|What's my average for {m}?|How good is my {m} on average?|Is my {m} usually any good?|What is my usual {m} like?|How many stars do I give {m} normally?]",
            m=method,
        )
        average = f"{g.number(1, 4)}.{g.number(0, 9)}"

        def outcome(g: Gen) -> tuple[Any, str]:
            return g.pick(
                [
                    f"The user's average {method} rating is {average} out of 5.",
                    average,
                    json.dumps({"method": method, "average": float(average)}),
                ]
            ), g.say(
                "[Your average {m} rating is {a} out of 5.|You usually give {m} {a} out of 5.|On average, your {m} gets {a} out of 5.]",
                m=method,
                a=average,
            )

        return Use(ask, {param.name: method}, f"the {method} rating", outcome)

    return Tool(name, description, [param], "brew rating", make)


def no_argument_tool(gen: Gen) -> Tool:
    """Tools without parameters: the day's special, the number of free tables, the time."""
    row = gen.pick(
        [
            (
                "get daily special,todays special,get special",
                "Returns today's special",
                "What's the special today?;What do you recommend from the board?;Anything special today?",
                "special",
            ),
            (
                "count free tables,free tables,get free tables",
                "Counts the free tables",
                "Is there a free table?;Can we sit somewhere?;How many tables are free?",
                "tables",
            ),
            (
                "get current time,current time,now",
                "Tells the current time",
                "What time is it?;How late is it?;Do you have the time?",
                "time",
            ),
            (
                "get wifi password,wifi password",
                "Returns the password of the café's network",
                "What's the WiFi password?;How do I get online here?",
                "password",
            ),
            (
                "get queue length,queue length",
                "Returns how many people are waiting",
                "Is the queue long?;How many people are waiting?",
                "queue",
            ),
            ("get song playing,current song", "Returns the song that is playing", "What song is this?;What's playing right now?", "song"),
        ]
    )
    names, description, asks, kind = row

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        value = {
            "special": g.pick(words.DRINKS),
            "tables": str(g.number(1, 14)),
            "time": f"{g.number(7, 21)}:{g.number(10, 59)}",
            "password": words.coin(g) + str(g.number(10, 99)),
            "queue": str(g.number(2, 30)),
            "song": words.place_name(g),
        }[kind]
        answer = {
            "special": "[Today's special is {a:v}.|We have {a:v} as a special today.]",
            "tables": "[There are {v} free tables.|{v} tables are free.]",
            "time": "It is {v}.",
            "password": "[The password is {v}.|Use {v} to get online.]",
            "queue": "{v} people are waiting.",
            "song": "[This is {v}.|The song is called {v}.]",
        }[kind]
        return Use(
            g.pick(asks.split(";")),
            {},
            description[8:].lower(),
            lambda g: (g.pick([value, json.dumps({kind: value})]), g.say(answer, v=value)),
        )

    return Tool(tool_name(gen, [gen.pick(names.split(","))]), description + gen.pick([".", ""]), [], "plain " + kind, make)


WORLD = [
    count_tool,
    inventory_tool,
    contact_tool,
    event_tool,
    event_tool,
    bread_tool,
    bread_tool,
    cellar_tool,
    rating_tool,
    no_argument_tool,
]
