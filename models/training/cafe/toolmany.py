"""Turns with several calls: one tool for several things, two tools, one after another."""

from __future__ import annotations

from . import concepts as c
from . import words
from .chance import Gen, listed, plural, turn
from .composed import composed_tool
from .concepts import Context, Value
from .lookups import ATTRIBUTES, VALUES, attribute_tool
from .toolbox import Chat, any_tool, call, calling, clashes
from .toolkit import Tool

COMPARABLE = {
    "weather": ("warmer,hotter", "warmest,hottest", "colder,cooler", "coldest,coolest"),
    "temperature": ("warmer,hotter", "warmest,hottest", "colder,cooler", "coldest,coolest"), "humidity": ("more humid", "most humid", "drier", "driest"),
    "elevation": ("higher", "highest", "lower", "lowest"), "rainfall": ("wetter", "wettest", "drier", "driest"), "price": ("more expensive,dearer", "most expensive", "cheaper", "cheapest"),
    "page count": ("longer", "longest", "shorter", "shortest"), "lifespan": ("longer-lived", "longest-lived", "shorter-lived", "shortest-lived"), "top speed": ("faster", "fastest", "slower", "slowest"),
    "calories": ("richer", "richest", "lighter", "lightest"), "waiting time": ("busier", "busiest", "quieter", "quietest"), "battery level": ("fuller", "fullest", "emptier", "emptiest"),
}  # fmt: skip


def comparison(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """Several calls of one tool, whose numbers are then compared."""
    context = Context.of(gen)
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
    which = (
        "[Which is {w}[:|,] {n}?|Is it {w} in {n}?|Where is it {w}[:|,] {n}?|Which one is {w}, {n}?]"
        if tool.main.concept is c.CITY and attribute != "elevation"
        else "[Which is {w}[:|,] {n}?|Which one is {w}, {n}?|What's {w}, {n}?]"
    )
    if gen.remarks and gen.chance(0.25):
        which = "[Compare {n}: which is {w}?|{n}: which is {w}?|I can't decide, {n}? I want the one that is {w}.|Tell me which is {w}, {n}.|What's {w} these days, {n}?]"
    ask = gen.say(which, w=("the " if word in (most + "," + least).split(",") and "Is it" not in which else "") + word, n=names)
    numbers = [float(n) for n in gen.some(range(-12 if attribute in ("temperature", "weather") else 3, 101), count)]
    unit = (
        gen.pick([" degrees", "°", "", "°F", "°C"])
        if attribute in ("temperature", "weather")
        else {
            "humidity": "%",
            "elevation": " metres",
            "rainfall": " mm",
            "price": " euros",
            "page count": " pages",
            "lifespan": " years",
            "top speed": " km/h",
            "calories": " calories",
            "waiting time": " minutes",
            "battery level": "%",
        }[attribute]
    )
    values = [f"{int(n)}{unit}" for n in numbers]
    chats = [turn("user", ask), calling([call(tool, {tool.main.name: e.json}) for e in entities])]
    style = gen.number(0, 2)
    for entity, value in zip(entities, values):
        shown = (
            value
            if style == 0
            else (
                f"{entity.said}: {value}"
                if style == 1
                else '{"'
                + tool.main.name
                + f'":"{entity.said}","'
                + ("temperature" if attribute == "weather" else attribute.replace(" ", "_"))
                + (f'":{value}' if value.lstrip("-").isdigit() else f'":"{value}"')
                + "}"
            )
        )
        chats.append(turn("tool", shown))
    # A thing has an article, a name has none.
    named = [e.said if not e.said[:1].islower() else f"the {e.said}" for e in entities]
    best = max(range(count), key=lambda i: numbers[i] * (1 if upward else -1))
    verb = {"price": "costs", "lifespan": "lives", "top speed": "reaches", "elevation": "lies at", "waiting time": "has a wait of"}.get(attribute, "has")
    rest = listed([f"{named[i]} {verb} {values[i]}" for i in range(count) if i != best])
    chats.append(
        turn(
            "assistant",
            gen.say(
                "[{b} is {w}, with {v}; {r}.|{b}, with {v}, while {r}.|{w}: {b}, with {v}; {r}.]".replace(", with", ", at" if verb in ("costs", "reaches", "lies at") else ", with"),
                b=named[best],
                v=values[best],
                r=rest,
                w="the " + word if count > 2 else gen.pick((more if upward else less).split(",")),
            ),
        )
    )
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
    context = Context.of(gen)
    while True:
        tool = attribute_tool(gen)
        if tool.main and len(tool.params) == 1:
            break
    attribute = tool.topic.removeprefix("attribute ")
    entities = distinct(gen, tool, context, gen.weighted({2: 5, 3: 4, 4: 1}))
    kind = next(r.split("|")[2] for r in ATTRIBUTES if r.startswith(attribute + "|"))
    names = listed([e.said for e in entities])
    ask = gen.say(
        "[What is the {a} of {n}?|Compare the {a} of {n}.|{a} of {n}?|Tell me the {a} of {n}.|I need the {a} for {n}.|Check the {a} of {n}, please.|Give me the {a} for each of these: {n}.|Can you look up the {a} for {n}?]",
        a=attribute,
        n=names,
    )
    if attribute == "weather":
        ask = gen.say(
            "[How is the weather in {n}?|What's the weather like in {n}?|Weather in {n}, please.|I travel to {n}. What weather should I expect?]",
            n=names,
        )
    values = [VALUES[kind](gen) for _ in entities]
    chats = [turn("user", ask), calling([call(tool, {tool.main.name: e.json}) for e in entities])]
    labelled = gen.chance(0.5)
    chats += [turn("tool", f"{e.said}: {v}" if labelled else v) for e, v in zip(entities, values)]
    told = listed([gen.text("{e}: {v}" if len(entities) > 2 else "{v} for {e}", e=e.said, v=v) for e, v in zip(entities, values)])
    chats.append(turn("assistant", gen.say("[Here you go: {t}.|{t}.]", a=attribute, t=told)))
    return chats, [tool], context


def two_tools(gen: Gen) -> tuple[list[Chat], list[Tool], Context] | None:
    """Two wishes in one request, two calls in one turn; nothing where the tools drawn are too alike."""
    context = Context.of(gen)
    first, second = any_tool(gen), any_tool(gen)
    if first.topic == second.topic or clashes(second.topic, {first.topic}) or first.name == second.name:
        return None
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
    context = Context.of(gen)
    wanted = {"home town": ("weather", "temperature", "population", "mayor", "time zone")}
    first = _attribute(gen, ("home town",))
    second = _attribute(gen, wanted["home town"])
    person, town = first.main.draw(gen, context), words.city(gen)
    attribute = second.topic.removeprefix("attribute ")
    use = second.use(gen, context, {second.main.name: Value(town, town, "")})
    result, answer = use.outcome(gen)
    ask = gen.say(
        "[What is the {a} in {p}'s home town?|Tell me the {a} where {p} comes from.|I visit the home town of {p}. What's the {a} there?]",
        a=attribute,
        p=person.said,
    )
    chats = [
        turn("user", ask),
        calling([call(first, {first.main.name: person.json})]),
        turn("tool", gen.pick([town, f"{person.said}: {town}"])),
    ]
    args = {second.main.name: town}
    chats += [calling([call(second, args)]), turn("tool", result), turn("assistant", answer)]
    return chats, [first, second], context


def _attribute(gen: Gen, names: tuple[str, ...]) -> Tool:
    while True:
        tool = attribute_tool(gen)
        if tool.topic.removeprefix("attribute ") in names and len(tool.params) == 1:
            return tool


def several(gen: Gen) -> tuple[list[Chat], list[Tool], Context]:
    """One wish about several things of a composed tool: a call for each."""
    context = Context.of(gen)
    while True:
        tool = composed_tool(gen)
        if tool.main and len(tool.params) == 1:
            break
    noun = tool.topic.split(" ")[-1]
    entities = distinct(gen, tool, context, gen.weighted({2: 5, 3: 2}))
    names = listed([e.said for e in entities])
    verb = tool.topic.split(" ")[1] if tool.topic.startswith("handle") else ""
    measure = " ".join(tool.topic.split(" ")[1:-1])
    ask = gen.say(
        (
            "[{v} the {n} {l}.|{v} {n} {l}, please.|Please {v} {l}.|Can you {v} the {n} {l}?]"
            if verb
            else "[What is the {m} of the {n} {l}?|Tell me the {m} of {l}.|Check the {m} of {n} {l}.]"
        ),
        v=verb,
        n=plural(noun, 2),
        l=names,
        m=measure,
    )
    chats = [turn("user", ask), calling([call(tool, {tool.main.name: e.json}) for e in entities])]
    results = [words.code(gen) if verb else f"{gen.number(1, 400)} {gen.pick(['metres', 'litres', 'kilos', 'coins'])}" for _ in entities]
    chats += [turn("tool", gen.pick([f"OK, {r}" if verb else r, f"{e.said}: {r}"])) for e, r in zip(entities, results)]
    chats.append(
        turn(
            "assistant",
            gen.say(
                "[Done: {t}.|All done: {t}.]" if verb else "[{t}.|Here you go: {t}.]",
                t=listed([f"{e.said} {'has the number' if verb else 'has'} {r}" for e, r in zip(entities, results)]),
            ),
        )
    )
    return chats, [tool], context
