"""Conversations with tools: one call, several at once, one after another, failures, and no call where none is due."""

from __future__ import annotations

import re

from . import concepts as c
from . import words
from .chance import Gen, listed, plural, sentence, turn
from .composed import composed_tool
from .concepts import Context, Value
from .dates import some_date, today_line
from .knowledge import knowledge_exchange
from .lookups import ATTRIBUTES, VALUES, attribute_tool
from .personas import TOPICS, instruct, persona, persona_turns
from .toolbox import Chat, any_tool, call, calling, clashes, finish, instructions, toolbox
from .toolkit import Tool

THANKS = "[Thanks!|Thank you.|Great, thanks.|Perfect.|Cheers.|Good to know.|That helps.|Wonderful, thank you!]"
WELCOME = "[You're welcome!|My pleasure.|Any time.|Glad to help.|Happy to help!|No problem.|You're welcome. [Anything else?|Enjoy your day!]]"


def single(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """One to three wishes, each with its call."""
    context = Context(some_date(gen))
    tools = [any_tool(gen)]
    if gen.chance(0.3):
        other = any_tool(gen)
        if other.topic != tools[0].topic and not clashes(other.topic, {tools[0].topic}) and other.name != tools[0].name:
            tools.append(other)
    chats: list[Chat] = []
    for _ in range(gen.weighted({1: 6, 2: 2, 3: 1})):
        tool = gen.pick(tools)
        use = tool.use(gen, context)
        chats.append(turn("user", use.ask))
        finish(gen, tool, use, chats)
        if gen.chance(0.12):
            chats += [turn("user", gen.text(THANKS)), turn("assistant", gen.text(WELCOME))]
    return chats, tools, context


def leading_number(text: str) -> float | None:
    found = re.match(r"-?\d+(\.\d+)?", text.lstrip("$€").replace(",", ""))
    return float(found.group()) if found else None


COMPARABLE = {
    "weather": ("warmer,hotter", "warmest,hottest", "colder,cooler", "coldest,coolest"),
    "temperature": ("warmer,hotter", "warmest,hottest", "colder,cooler", "coldest,coolest"), "humidity": ("more humid", "most humid", "drier", "driest"),
    "elevation": ("higher", "highest", "lower", "lowest"), "rainfall": ("wetter", "wettest", "drier", "driest"), "price": ("more expensive,dearer", "most expensive", "cheaper", "cheapest"),
    "page count": ("longer", "longest", "shorter", "shortest"), "lifespan": ("longer-lived", "longest-lived", "shorter-lived", "shortest-lived"), "top speed": ("faster", "fastest", "slower", "slowest"),
    "calories": ("richer", "richest", "lighter", "lightest"), "waiting time": ("busier", "busiest", "quieter", "quietest"), "battery level": ("fuller", "fullest", "emptier", "emptiest"),
}  # fmt: skip


def comparison(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """Several calls of one tool, whose numbers are then compared."""
    context = Context(some_date(gen))
    while True:
        tool = attribute_tool(gen)
        attribute = tool.topic.removeprefix("attribute ")
        if attribute in COMPARABLE and tool.main and len(tool.params) == 1:
            break
    more, most, less, least = COMPARABLE[attribute]
    count = gen.weighted({2: 5, 3: 4, 4: 1})
    entities = distinct(gen, tool, context, count)
    count = len(entities)
    upward = gen.chance(0.6)
    word = gen.pick(((most if upward else least) if count > 2 or gen.chance(0.2) else (more if upward else less)).split(","))
    names = listed([e.said for e in entities], "or")
    which = "[Which is {w}[:|,] {n}?|Is it {w} in {n}?|Where is it {w}[:|,] {n}?|Which one is {w}, {n}?]" if tool.main.concept is c.CITY and attribute != "elevation" else "[Which is {w}[:|,] {n}?|Which one is {w}, {n}?|What's {w}, {n}?]"
    ask = gen.say(which, w=("the " if word in (most + "," + least).split(",") and "Is it" not in which else "") + word, n=names)
    numbers = [float(n) for n in gen.some(range(-12 if attribute in ("temperature", "weather") else 3, 101), count)]
    unit = gen.pick([" degrees", "°", "", "°F", "°C"]) if attribute in ("temperature", "weather") else {"humidity": "%", "elevation": " metres", "rainfall": " mm", "price": " euros", "page count": " pages", "lifespan": " years", "top speed": " km/h", "calories": " calories", "waiting time": " minutes", "battery level": "%"}[attribute]
    values = [f"{int(n)}{unit}" for n in numbers]
    chats = [turn("user", ask), calling([call(tool, {tool.main.name: e.json}) for e in entities])]
    style = gen.number(0, 2)
    for entity, value in zip(entities, values):
        shown = value if style == 0 else f"{entity.said}: {value}" if style == 1 else '{"' + tool.main.name + f'":"{entity.said}","' + ("temperature" if attribute == "weather" else attribute.replace(" ", "_")) + (f'":{value}' if value.lstrip("-").isdigit() else f'":"{value}"') + "}"
        chats.append(turn("tool", shown))
    best = max(range(count), key=lambda i: numbers[i] * (1 if upward else -1))
    rest = listed([f"{entities[i].said} has {values[i]}" for i in range(count) if i != best])
    chats.append(turn("assistant", gen.say("[{b} is {w}, with {v}; {r}.|{b}, with {v}, while {r}.|{w}: {b} with {v}, and {r}.]", b=entities[best].said, v=values[best], r=rest, w=("the " if word in (most + "," + least).split(",") else "") + word)))
    return chats, [tool], context


def distinct(gen: Gen, tool: Tool, context: Context, count: int) -> list[Value]:
    """Different values of a tool's main parameter, fewer where there are not so many."""
    found: list[Value] = []
    for _ in range(20 * count):
        if len(found) == count:
            break
        value = tool.main.draw(gen, context)
        if all(value.said != other.said for other in found):
            found.append(value)
    return found


def parallel(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """One wish about several things: one call each, and all results told."""
    context = Context(some_date(gen))
    while True:
        tool = attribute_tool(gen)
        if tool.main and len(tool.params) == 1:
            break
    attribute = tool.topic.removeprefix("attribute ")
    entities = distinct(gen, tool, context, gen.weighted({2: 5, 3: 4, 4: 1}))
    kind = next(r.split("|")[2] for r in ATTRIBUTES if r.startswith(attribute + "|"))
    names = listed([e.said for e in entities])
    ask = gen.say("[What is the {a} of {n}?|Compare the {a} of {n}.|{a} of {n}?|Tell me the {a} of {n}.|I need the {a} for {n}.|Check the {a} of {n}, please.|Give me the {a} for each of these: {n}.|Can you look up the {a} for {n}?]", a=attribute, n=names)
    if attribute == "weather":
        ask = gen.say("[How is the weather in {n}?|What's the weather like in {n}?|Weather in {n}, please.|I travel to {n}. What weather should I expect?]", n=names)
    values = [VALUES[kind](gen) for _ in entities]
    chats = [turn("user", ask), calling([call(tool, {tool.main.name: e.json}) for e in entities])]
    labelled = gen.chance(0.5)
    chats += [turn("tool", f"{e.said}: {v}" if labelled else v) for e, v in zip(entities, values)]
    told = listed([gen.text("{e}: {v}" if len(entities) > 2 else "{v} for {e}", e=e.said, v=v) for e, v in zip(entities, values)])
    chats.append(turn("assistant", gen.say("[The {a}: {t}.|Here is the {a}: {t}.|{t}.]", a=attribute, t=told)))
    return chats, [tool], context


def two_tools(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """Two wishes in one request, two calls in one turn."""
    context = Context(some_date(gen))
    first, second = any_tool(gen), any_tool(gen)
    if first.topic == second.topic or clashes(second.topic, {first.topic}) or first.name == second.name:
        return single(gen)
    uses = [first.use(gen, context), second.use(gen, context)]
    asks = [u.ask for u in uses]
    joined = _joined(gen, asks[0], asks[1])
    outcomes = [u.outcome(gen) for u in uses]
    chats = [turn("user", joined), calling([call(first, uses[0].args), call(second, uses[1].args)])]
    chats += [turn("tool", result) for result, _ in outcomes]
    chats.append(turn("assistant", " ".join(answer for _, answer in outcomes)))
    return chats, [first, second], context


def _joined(gen: Gen, first: str, second: str) -> str:
    """Two requests as one text."""
    link = gen.pick(["", "And ", "Also, ", "Then ", "One more thing: "])
    if link and not second.startswith(("I ", "I'")):
        second = second[:1].lower() + second[1:]
    return f"{first if first[-1] in '.?!' else first + '.'} {link}{second}"


def chained(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """The first result is the second call's argument."""
    context = Context(some_date(gen))
    wanted = {"home town": ("weather", "temperature", "population", "mayor", "time zone")}
    first = _attribute(gen, ("home town",))
    second = _attribute(gen, wanted["home town"])
    person, town = first.main.draw(gen, context), words.city(gen)
    attribute = second.topic.removeprefix("attribute ")
    use = second.use(gen, context, {second.main.name: Value(town, town, "")})
    result, answer = use.outcome(gen)
    ask = gen.say("[What is the {a} in {p}'s home town?|Tell me the {a} where {p} comes from.|I visit the home town of {p}. What's the {a} there?]", a=attribute, p=person.said)
    chats = [turn("user", ask), calling([call(first, {first.main.name: person.json})]), turn("tool", gen.pick([town, f"{person.said}: {town}"]))]
    args = {second.main.name: town}
    chats += [calling([call(second, args)]), turn("tool", result), turn("assistant", answer)]
    return chats, [first, second], context


def _attribute(gen: Gen, names: tuple[str, ...]) -> Tool:
    while True:
        tool = attribute_tool(gen)
        if tool.topic.removeprefix("attribute ") in names and len(tool.params) == 1:
            return tool


def none_fits(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """A wish that no listed tool can serve: say so, and do not call."""
    context = Context(some_date(gen))
    wished = any_tool(gen)
    use = wished.use(gen, context)
    box = [t for t in toolbox(gen, [wished]) if t is not wished]
    if not box:
        return single(gen)
    able = [t for t in box if t.topic.startswith(("attribute", "search"))]
    answer = gen.say(
        "[I'm sorry, I [cannot help with that|have no tool for that|have no way to do that].|I can't do that with the tools I have.|Sorry, that is beyond what I can do here.|I have no way to find that out, sorry.]"
        + ("[| I can help with {h}, though.| But I can help with {h}.]" if able else ""), h=ability(gen.pick(able)) if able else "",
    )  # fmt: skip
    return [turn("user", use.ask), turn("assistant", answer)], box, context


def ability(tool: Tool) -> str:
    """What a tool is for, from its topic."""
    kind, _, rest = tool.topic.partition(" ")
    if kind == "attribute":
        return f"the {rest}"
    return f"finding {'an' if rest[0] in 'aeiou' else 'a'} {rest}"


def several(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """One wish about several things of a composed tool: a call for each."""
    context = Context(some_date(gen))
    while True:
        tool = composed_tool(gen)
        if tool.main and len(tool.params) == 1:
            break
    noun = tool.topic.split(" ")[-1]
    entities = distinct(gen, tool, context, gen.weighted({2: 5, 3: 2}))
    names = listed([e.said for e in entities])
    verb = tool.topic.split(" ")[1] if tool.topic.startswith("handle") else ""
    measure = " ".join(tool.topic.split(" ")[1:-1])
    ask = gen.say("[{v} the {n} {l}.|{v} {n} {l}, please.|Please {v} {l}.|Can you {v} the {n} {l}?]" if verb else "[What is the {m} of the {n} {l}?|Tell me the {m} of {l}.|Check the {m} of {n} {l}.]", v=verb, n=plural(noun, 2), l=names, m=measure)
    chats = [turn("user", ask), calling([call(tool, {tool.main.name: e.json}) for e in entities])]
    results = [words.code(gen) if verb else f"{gen.number(1, 400)} {gen.pick(['metres', 'litres', 'kilos', 'coins'])}" for _ in entities]
    chats += [turn("tool", gen.pick([f"OK, {r}" if verb else r, f"{e.said}: {r}"])) for e, r in zip(entities, results)]
    chats.append(turn("assistant", gen.say("[Done: {t}.|All done: {t}.]" if verb else "[{t}.|Here you go: {t}.]", t=listed([f"{e.said} {'has the number' if verb else 'has'} {r}" for e, r in zip(entities, results)]))))
    return chats, [tool], context


def missing(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """A required value is not said: ask for it, then call."""
    context = Context(some_date(gen))
    while True:
        tool = attribute_tool(gen)
        if tool.main and len(tool.params) == 1 and tool.main.concept in (c.CITY, c.PERSON, c.REFERENCE, c.SYMBOL):
            break
    attribute = tool.topic.removeprefix("attribute ")
    noun = {id(c.CITY): "city", id(c.PERSON): "person", id(c.REFERENCE): "number", id(c.SYMBOL): "symbol"}[id(tool.main.concept)]
    value = tool.main.draw(gen, context)
    use = tool.use(gen, context, {tool.main.name: value})
    chats = [
        turn("user", gen.say("[What's the {a}?|Tell me the {a}.|Can you check the {a}?|I need the {a}.|Look up the {a}, please.]", a=attribute)),
        turn("assistant", gen.say("[[For|Of] which {n}?|Which {n} do you mean?|Sure! Which {n}?|Happy to check. For which {n}?]", n=noun)),
        turn("user", gen.text("[{v}|{v}.|{v}, please.|For {v}.|I mean {v}.]", v=value.said)),
    ]
    finish(gen, tool, use, chats, 0.05)
    return chats, [tool], context


def chatter(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """Talk that needs no tool while tools are listed, now and then with one wish among it."""
    context = Context(some_date(gen))
    chats: list[Chat] = []
    for _ in range(gen.number(1, 3)):
        chats += knowledge_exchange(gen)
    tool = any_tool(gen)
    if gen.chance(0.4):
        use = tool.use(gen, context)
        chats.append(turn("user", use.ask))
        finish(gen, tool, use, chats)
        chats += knowledge_exchange(gen) if gen.chance(0.5) else []
    return chats, [tool], context


def in_character(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """A persona with a tool: chat needs none, a wish does."""
    context = Context(some_date(gen))
    who = persona(gen)
    tool = any_tool(gen)
    known = gen.some([t for t in TOPICS if TOPICS[t][0]], gen.number(0, 2))
    chats = persona_turns(gen, who, gen.number(1, 2), known) if gen.chance(0.7) else []
    use = tool.use(gen, context)
    chats.append(turn("user", use.ask))
    finish(gen, tool, use, chats)
    if gen.chance(0.4):
        chats += persona_turns(gen, who, 1, [])
    told = instruct(gen, who, known)
    if context.needs_today:
        told += " " + today_line(gen, context.today)
    return [turn("system", told)] + chats, [tool], context


def already_there(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """After a call, a question that the result already answers."""
    context = Context(some_date(gen))
    while True:
        tool = attribute_tool(gen)
        if len(tool.params) == 1:
            break
    use = tool.use(gen, context)
    chats = [turn("user", use.ask)]
    finish(gen, tool, use, chats, 0)
    answer = chats[-1]["content"]
    chats += [turn("user", gen.text("[Sorry, what was it again?|Can you repeat that?|Say that again, please.|What did you say?|One more time, please: what was {b}?|I didn't catch that. {c}?|Remind me, what was {b}?]", b=use.about, c=sentence(use.about))), turn("assistant", gen.pick(["", "", "As I said: ", "Sure: ", "Of course. "]) + answer)]
    return chats, [tool], context


SCENARIOS = {single: 5.0, comparison: 1.0, parallel: 1.1, two_tools: 1.2, chained: 0.5, none_fits: 1.0, missing: 0.35, several: 0.5, chatter: 0.7, in_character: 0.7, already_there: 0.5}


def tool_chat(gen: Gen) -> Chat:
    """One conversation with tools, as `messages` and `tools`."""
    chats, tools, context = gen.weighted(SCENARIOS)(gen)
    box = toolbox(gen, tools)
    head = [] if chats[0]["role"] == "system" else instructions(gen, context, tools)
    return {"messages": head + chats, "tools": [t.schema(gen) for t in box]}
