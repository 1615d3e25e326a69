"""Tools in a list, and the turns of a call: which tools may stand side by side, instructions, calls, failures."""

from __future__ import annotations

import json
from typing import Any

from . import words
from .chance import Gen, turn
from .composed import composed_tool
from .concepts import Context
from .dates import today_line
from .deeds import deed_tool
from .lookups import ATTRIBUTES, attribute_tool
from .records import record_tool
from .searches import search_tool
from .toolkit import Tool, Use
from .worldtools import WORLD

Chat = dict[str, Any]


def any_tool(gen: Gen) -> Tool:
    ways = {"attribute": 0.22, "search": 0.18, "deed": 0.19, "world": 0.13, "composed": 0.28, "record": 0.14}
    if gen.remarks:
        ways |= {"world": 0.26}
    way = gen.weighted(ways)
    if way == "world":
        return gen.pick(WORLD)(gen)
    return {"attribute": attribute_tool, "search": search_tool, "deed": deed_tool, "composed": composed_tool, "record": record_tool}[way](gen)


def toolbox(gen: Gen, tools: list[Tool], most: int = 7) -> list[Tool]:
    """The tools among others that are about something else, in any order."""
    taken = {t.topic for t in tools}
    names = {t.name.lower().replace("_", "").replace("-", "") for t in tools}
    box = list(tools)
    for _ in range(gen.weighted({0: 3, 1: 3, 2: 3, 3: 2, 4: 1.5, 5: 1, 6: 0.6, 7: 0.4}) if most else 0):
        other = any_tool(gen)
        flat = other.name.lower().replace("_", "").replace("-", "")
        if other.topic not in taken and flat not in names and not clashes(other.topic, taken):
            box.append(other)
            taken.add(other.topic)
            names.add(flat)
    return gen.shuffled(box)


# Topics that a request could take for each other.
CLASHES = [
    {"attribute weather", "attribute temperature", "attribute humidity", "attribute rainfall"}, {"search event", "search concert", "event", "deed add event, create event"},
    {"search recipe", "recipes", "attribute cooking time"}, {"attribute rating", "brew rating"}, {"search wine", "cellar"}, {"search ticket", "search concert"},
    {"search book", "search article"}, {"attribute price", "attribute total"}, {"search course", "search workshop"},
    {"search shop", "search bakery", "search café", "search restaurant", "search market"}, {"search game", "search toy", "search gift idea"}, {"search message", "search note"},
    {"deed book flight", "search flight"}, {"deed buy train ticket, order train ticket", "search train", "search ticket"},
    {"attribute delivery status", "deed track parcel, follow parcel"}, {"attribute street address", "attribute desk", "attribute home town"},
    {"deed order drink", "deed order pizza, order food", "deed brew coffee, make coffee"}, {"attribute stock level", "cellar"},
    {"attribute waiting time", "plain queue"}, {"attribute departure time", "attribute delay"}, {"attribute allergens", "search recipe"}, {"contact", "search customer", "count contacts", "count customers"}, {"search inventory", "search restaurant", "search hotel", "search museum", "search bakery", "search shop", "search hiking trail", "search café"}, {"count songs", "search song"}, {"count recipes", "recipes", "search recipe"}, {"count photos", "search photo"}, {"count varieties", "search wine", "cellar"},
    {"deed report issue, open issue", "deed create ticket, open ticket"}, {"deed send message, text message", "deed send email, write email"},
    {"deed schedule meeting, create meeting", "deed add event, create event", "deed set reminder, create reminder"}, {"deed cancel order, delete order", "deed cancel booking, cancel reservation"},
]  # fmt: skip


# The kind of thing that an attribute belongs to.
KINDS = {row.split("|")[0]: row.split("|")[1] for row in ATTRIBUTES}


def clashes(topic: str, taken: set[str]) -> bool:
    """Whether a request on the topic could be taken for one on another. Composed tools share neither verb and measure nor thing."""
    kind, *words_ = topic.split(" ")
    if kind == "record":
        return any(t.startswith("search ") or t == "contact" or KINDS.get(t.removeprefix("attribute ")) == words_[0] for t in taken)
    if any(t.startswith("record ") for t in taken):
        if kind == "search" or topic == "contact" or any(t == f"record {KINDS.get(topic.removeprefix('attribute '))}" for t in taken):
            return True
    if kind in ("handle", "measure") and any(
        t.startswith(kind) and words_[-1] == t.split(" ")[-1] and words_[0] == t.split(" ")[1] for t in taken
    ):
        return True
    return any(any(topic.startswith(t) for t in group) and any(other.startswith(t) for t in group for other in taken) for group in CLASHES)


def call(tool: Tool, args: dict[str, Any]) -> Chat:
    return {"name": tool.name, "arguments": args}


def calling(calls: list[Chat]) -> Chat:
    return {"role": "assistant", "content": "", "tool_calls": calls}


def instructions(gen: Gen, context: Context, tools: list[Tool]) -> list[Chat]:
    """A system turn: purpose, a hint at the tools, and today's date where it is needed (or by chance)."""
    parts = []
    if gen.chance(0.6):
        parts.append(
            gen.text(
                "[Help the [person|user|guest] with [their day|what they ask|questions and errands].|You are a [helpful|friendly|quick|polite] [assistant|helper|concierge].|You help [guests|people|customers].|Answer the [user|guest]'s questions.|You work in a [tourist office|small hotel|coffee shop|library|bakery].]"
            )
        )
    if gen.chance(0.2) and tools:
        parts.append(
            gen.text(
                "[Use {n} when it helps.|Always use {n} [for|when it comes to] such questions.|You can use tools.|Use the tools when needed.]",
                n=gen.pick(tools).name,
            )
        )
    if context.needs_today or gen.chance(0.15):
        parts.insert(gen.number(0, len(parts)), today_line(gen, context.today))
    return [turn("system", gen.pick([" ", " ", "\n"]).join(parts))] if parts else []


FAILURES = """Error: service unavailable|the service is unavailable
Cannot access the database.|the database cannot be reached
error: timeout|the request timed out
The request timed out.|the request timed out
Permission denied|permission was denied
{"error":"not found"}|nothing was found
{"error": "internal error"}|there was an internal error
No connection.|there is no connection
Failed: the server did not answer|the server did not answer
{"status":"error","message":"quota exceeded"}|the quota is exceeded
Not allowed: access was refused|access was refused
Could not find it.|it was not found
unknown place|the place is unknown
Error 503: try again later|the service asks to try again later""".splitlines()


def failed(gen: Gen, about: str) -> tuple[str, str]:
    """A failure and how it is told."""
    result, reason = gen.pick(FAILURES).split("|")
    if gen.chance(0.4):
        part = gen.pick(["server", "sensor", "network", "database", "printer", "counter", "service", "line", "camera", words.coin(gen)])
        state = gen.pick(["offline", "busy", "unreachable", "closed", "broken", "not ready", "full", "locked", "too slow"])
        error = json.dumps({"error": f"{part} {state}"})
        result = gen.pick(
            [f"Error: {part} {state}", f"error: {part} is {state}", f"Failed, the {part} is {state}", f"The {part} is {state}.", error]
        )
        reason = f"the {part} is {state}"
    return result, gen.say(
        "[I'm sorry, that did not work: {r}.|Sorry, I could not do that: {r}.|That failed, because {r}. [Please try again later.|Shall I try again?|]|Unfortunately {r}, so I cannot help with that right now.|I tried, but {r}.]",
        r=reason,
    )


def finish(gen: Gen, tool: Tool, use: Use, chats: list[Chat], failing: float = 0.1) -> None:
    """Adds the call, its result and the answer."""
    result, answer = failed(gen, use.about) if gen.chance(failing) else use.outcome(gen)
    chats += [calling([call(tool, use.args)]), turn("tool", result), turn("assistant", answer)]
