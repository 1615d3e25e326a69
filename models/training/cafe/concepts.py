"""What a tool's parameter can be about: how it is named, described, filled, and spoken of in a request.

A `Concept` is drawn once into a `Param` (the tool's side) and then once for each use into a
`Value` (the request's side), so that a tool can be called several times in one conversation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any, Callable

from . import words
from .chance import Gen
from .dates import clock, named_day, some_date


@dataclass(frozen=True)
class Value:
    """A value as JSON, as it is spoken alone, and as the phrase that carries it in a request."""

    json: Any
    said: str
    phrase: str = ""
    relative: bool = False


@dataclass
class Context:
    """What a conversation knows besides the request. `needs_today` is set when a value depends on the date."""

    today: date
    needs_today: bool = False

    @classmethod
    def of(cls, gen: Gen) -> Context:
        """The conversation's own where it has begun, else a new one."""
        return gen.context or cls(some_date(gen))


Sampler = Callable[[Gen, dict[str, Any], Context], Value]


@dataclass(frozen=True)
class Concept:
    names: str
    descriptions: str
    schema: Callable[[Gen], dict[str, Any]]
    sample: Sampler
    phrases: str

    def draw(self, gen: Gen, required: bool = True) -> "Param":
        schema = dict(self.schema(gen))
        if gen.chance(0.85):
            schema["description"] = gen.say(self.descriptions)
        return Param(self, gen.pick(self.names.split()), schema, required)


@dataclass
class Param:
    """A parameter of one tool."""

    concept: Concept
    name: str
    schema: dict[str, Any]
    required: bool = True
    fixed: Value | None = field(default=None)

    def draw(self, gen: Gen, context: Context) -> Value:
        value = self.concept.sample(gen, self.schema, context)
        return Value(value.json, value.said, gen.text(self.concept.phrases, v=value.said), value.relative)


def string(gen: Gen) -> dict[str, Any]:
    return {"type": "string"}


def text_of(make: Callable[[Gen], str]) -> Sampler:
    """A string that is copied as it is spoken."""

    def sample(gen: Gen, schema: dict[str, Any], context: Context) -> Value:
        made = make(gen)
        return Value(made, made)

    return sample


def integer(low: int, highs: list[int]) -> Callable[[Gen], dict[str, Any]]:
    """An integer schema, half of the time with its range."""

    def schema(gen: Gen) -> dict[str, Any]:
        return {"type": "integer", "minimum": low, "maximum": gen.pick(highs)} if gen.chance(0.5) else {"type": "integer"}

    return schema


def count_of(low: int, high: int, unit: str = "") -> Sampler:
    def sample(gen: Gen, schema: dict[str, Any], context: Context) -> Value:
        number = gen.number(low, min(high, schema.get("maximum", high)))
        said = words.spoken(gen, number)
        return Value(number, f"{said}{unit}")

    return sample


def choice(*sets: str) -> Callable[[Gen], dict[str, Any]]:
    """An enumeration: one of the sets, perhaps a part of it."""

    def schema(gen: Gen) -> dict[str, Any]:
        items = gen.pick(sets).split()
        return {"type": "string", "enum": items if len(items) < 4 or gen.chance(0.6) else gen.some(items, gen.number(3, len(items) - 1))}

    return schema


def spaced(name: str) -> str:
    """`businessClass`, `business_class` → `business class`."""
    out = []
    for letter in name.replace("_", " ").replace("-", " "):
        if letter.isupper() and out and out[-1] != " ":
            out.append(" ")
        out.append(letter.lower())
    return "".join(out)


def chosen(gen: Gen, schema: dict[str, Any], context: Context) -> Value:
    picked = gen.pick(schema["enum"])
    return Value(picked, spaced(picked))


def iso_day(gen: Gen, schema: dict[str, Any], context: Context) -> Value:
    day = named_day(gen, context.today)
    context.needs_today = True
    return Value(day.iso, day.words, relative=day.relative)


def hour(gen: Gen, schema: dict[str, Any], context: Context) -> Value:
    value, said = clock(gen)
    return Value(value, said)


def minutes(gen: Gen, schema: dict[str, Any], context: Context) -> Value:
    number, said = gen.pick(
        [(30, "half an hour"), (60, "an hour"), (120, "two hours"), (90, "an hour and a half"), (0, ""), (0, ""), (0, "")]
    )
    if number == 0:
        number = gen.pick([5, 10, 12, 15, 20, 25, 35, 40, 45, 50])
        said = f"{words.spoken(gen, number)} minutes"
    return Value(number, said)


def flag(gen: Gen, schema: dict[str, Any], context: Context) -> Value:
    return Value(True, "")


def topic(gen: Gen) -> str:
    if gen.chance(0.3):
        return words.coin(gen)
    return gen.pick(
        [
            gen.pick(words.BREADS),
            gen.pick(words.BAKES),
            gen.pick(words.DRINKS),
            gen.pick(words.HOBBIES),
            gen.pick(words.ANIMALS) + "s",
            gen.pick(words.COLOURS) + " " + gen.pick("shoes lamps tulips scarves chairs mugs tiles kites boots".split()),
        ]
    )


def message(gen: Gen) -> str:
    return gen.text(
        "[I will be [late|there soon|home by {t}]|the [parcel|cake|bread|key] is [ready|at the counter|under the mat]|see you at {t}"
        "|happy birthday|please bring [milk|the tickets|an umbrella|{b}]|the meeting moved to {t}|thanks for the [{b}|help|ride]|we are out of {b}]",
        t=clock(gen)[1],
        b=gen.pick(words.BREADS),
    )


def title(gen: Gen) -> str:
    return gen.pick(
        [
            words.place_name(gen),
            words.coin(gen).capitalize(),
            gen.pick(words.PLACE_STARTS) + " " + gen.pick([e for e in words.PLACE_ENDS if not e.endswith("s")]) + "s",
        ]
    )


def product(gen: Gen) -> str:
    return gen.pick(
        [
            gen.pick(words.DRINKS),
            gen.pick(words.BAKES),
            gen.pick(words.BREADS),
            words.coin(gen),
            gen.pick(words.COLOURS) + " " + gen.pick("umbrella kettle scarf backpack lamp teapot".split()),
        ]
    )


C = Concept
# One row for each concept.
# fmt: off
CITY = C("city cityName town location place destination", "[the city to [look in|check|use]|town to [look in|check|use]|name of the city|city name|which city|the city]", string, text_of(words.city), "in {v}")
PERSON = C("person name contactName who personName friend", "[name of the person|the person's name|who it is about|full name of the person]", string, text_of(lambda g: g.pick([words.first_name(g), words.full_name(g)])), "for {v}")
RECIPIENT = C("recipient to receiver contact person", "[who gets it|the person to write to|name of the recipient]", string, text_of(lambda g: g.pick([words.first_name(g), words.full_name(g)])), "to {v}")
DAY = C("date day onDate on_date isoDate", "[the day|date|day to use][, as| as|, in the form] YYYY-MM-DD", string, iso_day, "{v}")
TIME = C("time startTime start_time at hour", "[time|time of day|start time][, as| as|, in the form] HH:MM", string, hour, "at {v}")
LIMIT = C("limit count maxResults max_results number howMany", "[how many [results|of them] to [get|return]|number of results|maximum number of results|the number of items to get]", integer(1, [5, 6, 10, 20, 50]), count_of(2, 9), "{v}")
MAX_PRICE = C("maxPrice max_price budget priceLimit upTo", "[highest price|upper limit of the price|maximum price|budget]", lambda g: {"type": g.pick(["integer", "number"])}, count_of(5, 400), "[under|below|for at most|for up to|for less than] {v} [euros|dollars|pounds]")
MIN_RATING = C("minRating min_rating minimumRating stars", "[lowest rating|minimum rating|at least this many stars]", lambda g: {"type": "integer", "minimum": 1, "maximum": 5}, count_of(2, 5), "[with at least {v} stars|rated {v} or better]")
QUERY = C("query searchTerm search_term term keyword topic type", "[what to [search|look] for|search term|the kind to search for|the type to [look|search] for|words to search for]", string, text_of(topic), "{v}")
GUESTS = C("guests people partySize party_size persons seats", "[number of [guests|people|seats]|how many [guests|people]]", integer(1, [8, 10, 12, 20]), count_of(2, 8), "for {v} [people|guests|persons]")
DURATION = C("minutes duration durationMinutes length_minutes", "[duration|length|how long] in minutes", integer(1, [120, 180, 240]), minutes, "for {v}")
PERCENT = C("percent level brightness volume intensity", "[level|strength|setting] in percent", lambda g: {"type": "integer", "minimum": 0, "maximum": 100}, count_of(5, 95, ""), "to {v}[ percent|%]")
DEGREES = C("degrees temperature celsius target", "[target|wanted] temperature in degrees", integer(5, [30, 35, 90]), count_of(12, 28), "to {v} degrees")
COLOUR = C("color colour tint shade", "[the colour|colour to use|wanted colour]", string, text_of(lambda g: g.pick(words.COLOURS)), "in {v}")
SIZE = C("size format portion", "[size|the size to use|which size]", choice("small medium large", "mini regular big giant", "S M L XL"), lambda g, s, c: (lambda p: Value(p, p if len(p) < 3 else p))(g.pick(s["enum"])), "in size {v}")
CLASS = C("class category cabin seatClass tier", "[class|category|which class]", choice("economy business first", "standard premium deluxe", "basic_plan family_plan pro_plan"), chosen, "in {v}")
PRIORITY = C("priority urgency importance", "[how urgent it is|priority|urgency]", choice("low normal high", "low medium high critical"), chosen, "with {v} priority")
UNIT = C("unit units scale", "[unit|unit of the answer]", choice("celsius fahrenheit", "metric imperial", "celsius fahrenheit kelvin"), chosen, "in {v}")
MEAL = C("meal mealType course", "[which meal|meal|course]", choice("breakfast lunch dinner", "starter mainCourse dessert", "breakfast lunch dinner snack"), chosen, "for {v}")
DIET = C("diet restriction dietaryNeed", "[dietary restriction|diet to follow]", choice("vegan vegetarian glutenFree dairyFree", "none vegan vegetarian nutFree"), lambda g, s, c: chosen(g, {"enum": [e for e in s["enum"] if e != "none"]}, c), "[that are {v}|for a {v} diet]")
SORT = C("sortBy sort_by order orderBy", "[how to sort|sort order|order of the results]", choice("price distance rating", "newest oldest cheapest", "name price popularity"), chosen, "sorted by {v}")
TRANSPORT = C("mode transport vehicle by", "[means of transport|how to travel]", choice("bus train tram ferry", "car bike foot bus", "train plane bus"), chosen, "by {v}")
ROOM = C("room roomName room_name zone area", "[room|name of the room|which room]", lambda g: g.pick([string(g), {"type": "string", "enum": "kitchen bedroom bathroom hallway office garage".split()}]), lambda g, s, c: chosen(g, {"enum": s.get("enum") or "kitchen bedroom bathroom hallway office garage attic cellar terrace pantry storeroom".split()}, c), "in the {v}")
LANGUAGE = C("language targetLanguage target_language lang", "[language|target language|language to use]", string, text_of(lambda g: g.pick("French German Spanish Italian Portuguese Dutch Swedish Polish Turkish Arabic Hindi Japanese Korean Swahili Greek Finnish".split())), "in {v}")
MESSAGE = C("message text body content note", "[text of the message|what to say|the message|the text]", string, text_of(message), '[saying "{v}"|with the text "{v}"|that says "{v}"]')
TITLE = C("title name label subject", "[title|its title|its name|what to call it]", string, text_of(title), '[called {v}|named {v}|with the title "{v}"]')
REFERENCE = C("id code number reference orderNumber booking_code", "[reference|code|number|identifier]", string, text_of(words.code), "[number|with number|with the code] {v}")
STREET = C("address street deliverTo delivery_address", "[address|street and number|where to deliver]", string, text_of(lambda g: f"{g.number(1, 140)} {g.pick(words.PLACE_ENDS)} {g.pick(['Street', 'Road', 'Lane', 'Avenue', 'Square'])}"), "to {v}")
EMAIL = C("email emailAddress email_address mail", "[email address|the address to write to]", string, text_of(lambda g: words.email(g, words.full_name(g))), "to {v}")
PRODUCT = C("product item productName item_name article", "[product|name of the product|the item|which item]", string, text_of(product), "for {v}")
QUANTITY = C("quantity amount count pieces", "[how many|quantity|number of pieces]", integer(1, [10, 12, 20, 99]), count_of(2, 10), "{v}")
ORIGIN = C("from origin start departure from_city", "[where it starts|city of departure|starting point]", string, text_of(words.city), "from {v}")
TARGET = C("to destination arrival to_city", "[where it goes|city of arrival|destination]", string, text_of(words.city), "to {v}")
SHOP = C("place shop venue placeName venue_name", "[name of the place|which place|the place to check]", string, text_of(words.place_name), "of {v}")
WORK = C("title work name book", "[title|title of the work|name of the work]", string, text_of(title), "of {v}")
SYMBOL = C("symbol ticker stockSymbol", "[ticker symbol|stock symbol like ABCD]", string, text_of(lambda g: "".join(g.pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(g.number(3, 4)))), "of {v}")
DEVICE = C("device deviceName device_name appliance", "[name of the device|device|which device]", string, text_of(lambda g: g.pick(["", g.pick("kitchen bedroom hall office cellar garden".split()) + " "]) + g.pick("lamp speaker heater fan camera sensor robot printer grinder boiler fridge oven kettle display".split())), "of the {v}")
ANIMAL = C("animal species pet", "[animal|which animal|species]", string, text_of(lambda g: g.pick(words.ANIMALS)), "of the {v}")
DISH = C("dish food recipe meal_name", "[dish|name of the dish|which dish]", string, text_of(lambda g: g.pick([g.pick(words.BAKES), g.pick(words.BREADS), g.pick("tomato soup,lentil stew,mushroom risotto,fish curry,vegetable pie,noodle soup,bean salad,lamb tagine,pumpkin soup,rice pudding".split(",")), words.coin(g) + g.pick([" soup", " stew", " pie"])])), "of {v}")
LINE = C("line service trainNumber flight route", "[number of the service|line|flight or train number]", string, text_of(words.code), "of {v}")
# fmt: on
