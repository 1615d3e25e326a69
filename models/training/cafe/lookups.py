"""Tools that tell something: one attribute of a named thing, or a list of things that fit a wish."""

from __future__ import annotations

import json
from typing import Any, Callable

from . import concepts as c
from . import words
from .chance import Gen, listed, sentence
from .concepts import Concept, Context, Value
from .dates import clock, long_date, some_date
from .toolkit import Tool, Use, distinct_params, phrases, restyle, tool_name

# attribute | entity | kind of value | further questions ({e}: the entity)
ATTRIBUTES = """
weather|city|weather|What's the weather like in {e}?;How is the weather in {e} [today|right now]?;Do I need an umbrella in {e}?;Is it [sunny|raining|cold] in {e}?;I'm going to {e}. What [should I wear|will it be like|do I pack]?;Will I need [a coat|sunglasses|an umbrella] in {e}?;[Someone|My brother] says it's [hot|raining|snowing] in {e}. Is that so?;What's it like outside in {e}?;Is {e} [cold|warm|rainy] at the moment?
temperature|city|degrees|How warm is it in {e}?;How cold is it in {e} right now?;Is it hot in {e}?
humidity|city|percent|How humid is it in {e}?;Is the air damp in {e}?
air quality|city|quality|How clean is the air in {e}?;Can I go for a run in {e} without coughing?
population|city|big|How many people live in {e}?;How big is {e}?
time zone|city|zone|What's the local time offset in {e}?
sunset time|city|time|When does the sun go down in {e}?;When is sunset in {e}?
sunrise time|city|time|When does the sun come up in {e}?
elevation|city|metres|How high does {e} lie?
mayor|city|person|Who runs {e}?;Who is the mayor of {e}?
pollen level|city|level|Is there much pollen in {e}?
rainfall|city|millimetres|How much rain fell in {e}?
price|product|money|How much is the {e}?;What does the {e} cost?;How expensive is the {e}?
stock level|product|count|How many of the {e} are left?;Do we still have the {e}?
calories|product|calories|How many calories does the {e} have?
rating|product|stars|How do people like the {e}?;What do customers think of the {e}?
supplier|product|person|Who delivers the {e}?;Where do we buy the {e}?
birthday|person|date|When was {e} born?;When is {e}'s birthday?
phone number|person|phone|How do I reach {e} by phone?;What's {e}'s number?;{e}'s number, please.;Which number do I dial for {e}?
email address|person|email|Where can I write to {e}?;What's {e}'s email?;Where do I send a mail for {e}?
shift|person|shift|When does {e} work?;When is {e} on duty?
favourite drink|person|drink|What does {e} like to drink?;What should I make for {e}?
home town|person|cityname|Where does {e} come from?;Where is {e} from?
balance|person|money|How much does {e} owe us?;What does {e} still have to pay?
desk|person|place|Where does {e} sit?
delivery status|code|status|Where is my [parcel|order|package] {e}?;Has {e} arrived?
total|code|money|How much do I pay for order {e}?;What's the sum of {e}?
platform|line|platform|Where does {e} leave from?;Which platform does {e} use?
departure time|line|time|When does {e} leave?;When do I have to catch {e}?
delay|line|minutes|Is {e} late?;How late is {e}?
gate|line|gate|Which gate do I go to for {e}?
opening hours|shop|hours|When is {e} open?;Is {e} open late?;Until when can I visit {e}?
waiting time|shop|minutes|How long is the queue at {e}?;Do I have to wait at {e}?
ticket price|shop|money|How much is a ticket for {e}?;What do they charge at {e}?
street address|shop|address|Where is {e}?;How do I find {e}?
author|work|person|Who wrote {e}?;Who is {e} by?
page count|work|pages|How long is the book {e}?;How many pages has {e}?
release year|work|year|When did {e} come out?;How old is {e}?
genre|work|genre|What sort of story is {e}?
share price|symbol|money|What does {e} trade at?;How is the stock {e} doing?
trading volume|symbol|big|How many shares of {e} were traded?
battery level|device|percent|How full is the battery of the {e}?;Does the {e} need charging?
power use|device|watts|How much power does the {e} draw?
lifespan|animal|years|How old does {a:e} get?;How long does {a:e} live?
top speed|animal|speed|How fast is {a:e}?
diet|animal|food|What does {a:e} eat?
cooking time|dish|minutes|How long do I cook the {e}?;How long does {e} take?
servings|dish|people|How many people does the {e} feed?
owner|code|person|Whose is {e}?;Who does {e} belong to?;Who owns {e}?
holder|device|person|Whose is the {e}?;Who does the {e} belong to?
artist|work|person|Who made {e}?;Who is the artist of {e}?
boss|person|person|Who is {e}'s boss?;Who does {e} work for?
partner|person|person|Who works with {e}?;Who is on the team of {e}?
street|person|address|Where does {e} live?;Which door do I ring at for {e}?
manager|shop|person|Who runs {e}?;Who is in charge at {e}?;Whom do I ask for at {e}?
nickname|person|cityname|What do people call {e}?
twin town|city|cityname|Which town is {e} twinned with?
river|city|cityname|Which river runs through {e}?;What's the river in {e} called?
inventor|dish|person|Who came up with the {e}?;Whose idea was the {e}?
keeper|animal|person|Who looks after {a:e}?
driver|line|person|Who drives {e}?;Who is at the wheel of {e}?
allergens|dish|allergen|Is the {e} safe for someone with allergies?;What is in the {e} that could make me sneeze?
""".strip().splitlines()

ENTITIES: dict[str, Concept] = {
    "city": c.CITY, "product": c.PRODUCT, "person": c.PERSON, "code": c.REFERENCE, "line": c.LINE, "shop": c.SHOP,
    "work": c.WORK, "symbol": c.SYMBOL, "device": c.DEVICE, "animal": c.ANIMAL, "dish": c.DISH,
}  # fmt: skip
OF = {"city": "in {e}", "product": "of the {e}", "device": "of the {e}", "dish": "of the {e}", "animal": "of the {e}"}

VALUES: dict[str, Callable[[Gen], str]] = {
    "weather": lambda g: g.text("{n} degrees[ and|,] [sunny|cloudy|rainy|windy|foggy|clear|snowy|partly cloudy|hazy|stormy]", n=g.number(-8, 38)),
    "degrees": lambda g: f"{g.number(-8, 41)}{g.pick([' degrees', '°C', '°F', ' degrees', ''])}",
    "percent": lambda g: f"{g.number(1, 100)}{g.pick(['%', ' percent'])}",
    "quality": lambda g: g.pick(["good", "moderate", "poor", "very good", "unhealthy"]),
    "big": lambda g: g.pick([f"{g.number(1, 999)},{g.number(0, 999):03d}", str(g.number(1000, 99999)), f"{g.number(2, 90)} thousand", f"{g.number(1, 19)}.{g.number(1, 9)} million"]),
    "zone": lambda g: f"UTC{g.pick('+-')}{g.number(1, 11)}",
    "time": lambda g: clock(g)[0],
    "metres": lambda g: f"{g.number(1, 3900)} metres",
    "millimetres": lambda g: f"{g.number(0, 120)} mm",
    "person": words.full_name,
    "level": lambda g: g.pick(["low", "medium", "high", "very high", "very low"]),
    "money": lambda g: g.pick(["{n} euros", "${n}", "{n} dollars", "€{n}", "{n} pounds", "{n} coins"]).format(n=g.pick([str(g.number(1, 300)), f"{g.number(1, 99)}.{g.number(0, 99):02d}"])),
    "count": lambda g: f"{g.number(0, 140)} [left]".replace("[left]", g.pick(["left", "in stock", "pieces", "units"])),
    "calories": lambda g: f"{g.number(40, 900)} calories",
    "stars": lambda g: f"{g.number(1, 4)}.{g.number(0, 9)} out of 5",
    "date": lambda g: long_date(g, some_date(g), weekday=False),
    "phone": words.phone,
    "email": lambda g: words.email(g, words.full_name(g)),
    "shift": lambda g: f"{g.pick('Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split())} from {g.number(6, 11)} to {g.number(14, 22)}",
    "drink": lambda g: g.pick(words.DRINKS),
    "cityname": words.city,
    "place": lambda g: f"{g.pick(['floor', 'room', 'desk', 'table'])} {g.number(1, 60)}",
    "status": lambda g: g.pick(["on its way", "delivered", "delayed", "waiting at customs", "packed", "lost", "out for delivery", f"arriving {g.pick(['today', 'tomorrow', 'on Monday', 'on Friday'])}"]),
    "platform": lambda g: f"platform {g.number(1, 24)}{g.pick(['', '', 'a', 'b'])}",
    "minutes": lambda g: f"{g.number(2, 180)} minutes",
    "gate": lambda g: f"gate {g.pick('ABCDEF')}{g.number(1, 60)}",
    "hours": lambda g: f"{g.number(6, 11)}:{g.pick(['00', '30'])} to {g.number(15, 23)}:{g.pick(['00', '30'])}",
    "address": lambda g: f"{g.number(1, 140)} {g.pick(words.PLACE_ENDS)} {g.pick(['Street', 'Road', 'Lane', 'Square'])}",
    "pages": lambda g: f"{g.number(60, 900)} pages",
    "year": lambda g: str(g.number(1890, 2025)),
    "genre": lambda g: g.pick(["mystery", "comedy", "romance", "adventure", "horror", "science fiction", "fairy tale", "biography"]),
    "watts": lambda g: f"{g.number(2, 2200)} watts",
    "years": lambda g: f"{g.number(2, 80)} years",
    "speed": lambda g: f"{g.number(3, 110)} km/h",
    "food": lambda g: g.pick(["grass and leaves", "mostly fish", "seeds and fruit", "insects", "mice and eggs", "nearly everything"]),
    "people": lambda g: f"{g.number(1, 12)} people",
    "allergen": lambda g: listed(g.some(["nuts", "milk", "eggs", "wheat", "soy", "sesame", "celery"], g.number(1, 3))),
}  # fmt: skip


# What belongs to a city and is not in it.
BELONGING = {"twin town", "mayor", "population", "elevation"}
# Attributes that have a verb of their own.
VERBS = {"calories": "has", "servings": "serves"}


def of_thing(attribute: str, kind: str, entity: str) -> str:
    """The thing whose attribute it is, with its preposition: "in Oslo", "of the lamp"."""
    return ("of {e}" if attribute in BELONGING else OF.get(kind, "of {e}")).format(e=entity)


def with_article(kind: str, entity: str) -> str:
    """The thing as the subject of a sentence: "the lamp", "Oslo"."""
    return f"the {entity}" if OF.get(kind, "").startswith("of the") else entity


def be(attribute: str) -> str:
    """The verb that follows the name of an attribute."""
    return "are" if attribute.endswith("s") and not attribute.endswith(("ss", "us")) else "is"


def statement(attribute: str, kind: str, entity: str) -> str:
    """The template of an answer that states an attribute; {v} is its value."""
    if verb := VERBS.get(attribute):
        return f"[{with_article(kind, entity)} {verb} {{v}}.|It {verb} {{v}}.]"
    said = f"the {attribute} {of_thing(attribute, kind, entity)} {be(attribute)} {{v}}."
    short = f"{entity}: the {attribute} {be(attribute)} {{v}}."
    return f"[{said}|{said}|{short}|I checked: {said}|It says that {said}]"


def wrap_result(gen: Gen, about: str, attribute: str, entity: tuple[str, str], value: str) -> Any:
    """One fact in the shapes that tools give back: a sentence, the bare value, or an object."""
    key, named = entity
    way = gen.number(0, 6)
    if way == 0:
        return value
    if way == 6:
        return gen.text(
            "[{e} = {v}|1 entry: {v}|Found 1: {v}|{v} (since {m})|1 result: {v}|-> {v}|{e}: \"{v}\"|{a}: {v} (checked today)|{e}; {v}|Match: {v}|{v}, as of {m}]",
            e=named, v=value, a=attribute, m=gen.pick(["June", "May", "2019", "last year", "March", "today"]),
        )  # fmt: skip
    if way <= 2:
        return gen.say("[{a} {of}: {v}|The {a} {of} is {v}.|{e}: {v}|{a} is {v}]", a=attribute, of=about, v=value, e=named)
    label = gen.pick([attribute.replace(" ", "_"), "".join(w.capitalize() for w in attribute.split()), attribute, "value", "result"])
    label = label[:1].lower() + label[1:]
    fields = {key: named, label: value} if gen.chance(0.7) else {label: value}
    return json.dumps(fields, ensure_ascii=False, separators=gen.pick([(",", ":"), (", ", ": ")]))


def attribute_tool(gen: Gen) -> Tool:
    """A tool that gets one attribute of a thing."""
    attribute, kind, value_kind, extra = gen.pick(ATTRIBUTES).split("|", 3)
    concept = ENTITIES[kind]
    name = tool_name(
        gen,
        gen.pick(
            [
                ["get", attribute],
                ["check", attribute],
                ["look up", attribute],
                ["fetch", attribute],
                [attribute],
                [attribute, "lookup"],
                ["find", attribute],
                ["get", {"code": "order", "line": "train", "work": "book"}.get(kind, kind), attribute],
            ]
        ),
    )
    thing = {"code": "an order", "line": "a train or flight", "shop": "a place", "work": "a book or film", "symbol": "a stock"}.get(
        kind
    ) or f"a {kind}"
    if kind == "animal":
        thing = "an animal"
    description = gen.say(
        "[[Gets|Get|Returns|Looks up|Look up|Fetches|Retrieve|Tells|Finds|Checks|Reports] the [|current |latest ]{a} of {t}|[The|Current] {a} [of|for] {t}|Tells [you|the user] the {a} of {t}][.|]",
        a=attribute, t=thing,
    )  # fmt: skip
    param = concept.draw(gen)
    param.name = gen.pick(concept.names.split()) if gen.chance(0.9) else "name"
    params = [param]
    if kind == "city" and value_kind in ("weather", "degrees") and gen.chance(0.35):
        params.append(gen.pick([c.UNIT, c.DAY]).draw(gen, required=gen.chance(0.3)))
    params = distinct_params(gen, params)
    restyle(params, name)
    frames = extra.split(";")

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        entity = values[param.name].said
        of = of_thing(attribute, kind, entity)
        frame = (
            g.pick(frames)
            if g.chance(0.55)
            else "[What is|What's|Tell me|I want to know|Could you tell me|Can you check|Please check|Do you know|I'd like to know|Give me|Find out] the {at} {of}"
        )
        ask = g.text(frame, e=entity, at=attribute, of=of)
        rest = phrases(tool, values, {param.name})
        if not frame.endswith("?"):
            question = ask.startswith(("What", "Could", "Can", "Do you"))
            ask = sentence(f"{ask} {rest}".strip()) + ("?" if question else ".")
        elif rest:
            ask = ask[:-1].replace(" today", "").replace(" right now", "") + f" {rest}?"
        value = VALUES[value_kind](g)

        def outcome(g: Gen) -> tuple[Any, str]:
            return wrap_result(g, of, attribute, (param.name, entity), value), g.say(statement(attribute, kind, entity), v=value)

        return Use(sentence(ask), tool.arguments(values), f"the {attribute} {of}", outcome)

    return Tool(name, description, params, f"attribute {attribute}", make, param)
