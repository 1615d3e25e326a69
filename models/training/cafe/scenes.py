"""Structures that are made up to fit a wish: people of the café, riddles, brews, wines, quests, menus."""

from __future__ import annotations

from typing import Any

from . import words
from .chance import Gen, article, listed
from .schematext import Schema
from .tasks import Task, encounter, obj, text
from .tasting import tasting

COMPLAINTS = """my coffee is cold|the music is too loud|I waited for an hour|there is a hair in my soup|the chair is wobbly|the milk tastes sour
|nobody greeted me|my order was forgotten|the cake is dry|the table is sticky|the window does not close|you gave me the wrong drink|my mug is cracked|the queue is endless
|the prices went up again|the WiFi is broken|someone took my seat|the barista laughed at my hat""".replace(
    "\n", ""
).split(
    "|"
)
PHRASES = {
    "tired": "[I could sleep on this counter.|Is it bedtime yet?|Make it strong, please.]", "hungry": "[What smells so good?|I could eat a whole cake.|Where are the croissants?]",
    "sassy": "[Well, look who finally noticed me.|Nice apron. Did it come with the hat?|I don't wait in lines.]", "cheerful": "[What a lovely day!|Every cup is a little party!|Hello, sunshine!]",
    "grumpy": "[Hmph.|Don't talk to me before coffee.|Everything was better before.]", "shy": "[Um, could I maybe order?|Sorry to bother you.|I'll just sit in the corner.]",
    "proud": "[You are looking at the best.|Remember my name.|I never lose.]", "nervous": "[Is everyone looking at me?|I hope this is decaf.|Oh dear, oh dear.]",
    "angry": "[I want to see the manager!|This is outrageous!|Enough is enough!]", "curious": "[What's in that jar?|How does that machine work?|Tell me everything!]",
}  # fmt: skip
WORK_ITEMS = {
    "pirate": "a treasure map",
    "wizard": "a bent wand",
    "knight": "a dented shield",
    "baker": "a bag of flour",
    "gardener": "a muddy spade",
    "sailor": "a coil of rope",
    "painter": "a wet brush",
    "detective": "a magnifying glass",
    "ghost": "a rusty chain",
    "vampire": "a black umbrella",
    "robot": "an oil can",
    "poet": "a torn notebook",
    "astronaut": "a scratched helmet",
    "witch": "a broom",
    "fisherman": "a bucket of herring",
}


def person(gen: Gen) -> Task:
    """A guest for the café: name, level, attributes, order, encounter, and what the wish says of them."""
    job, mood = gen.pick(words.JOBS), gen.pick(words.MOODS)
    says_job, says_mood, says_drink, says_level = gen.chance(0.7), gen.chance(0.6), gen.chance(0.3), gen.chance(0.15)
    drink = gen.pick(words.DRINKS)
    level = gen.number(1, 10)
    who = " ".join(
        ([mood] if says_mood else []) + [job if says_job else gen.pick(["character", "guest", "NPC", "customer", "visitor", "person"])]
    )
    prompt = gen.say(
        "[Generate|Create|Make|Invent|Give me|Describe|Think of|Write] {a:w}{t}{l}.",
        w=who,
        t=(
            f" {gen.pick(['that orders', 'who orders', 'who wants', 'with an order of'])} {article(drink)}"
            if says_drink
            else gen.pick(["", " for the café", " who walks in", " for my game", " who comes in"])
        ),
        l=f" {gen.pick(['at', 'of'])} level {level}" if says_level else "",
    )
    named = gen.number(0, 3)
    # A full name wherever the description asks for one.
    if named == 0:
        name = (
            gen.pick(["name", "fullName", "full_name"]),
            {"type": "string", "description": gen.pick(["A full name", "full name", "First and last name", "The full name"])},
            words.full_name(gen),
            True,
        )
    elif named == 1:
        name = (
            "name",
            {"type": "string", "description": gen.pick(["A first name", "first name", "Only the first name"])},
            words.first_name(gen),
            True,
        )
    elif named == 2 and gen.chance(0.4):
        title = gen.pick(["Mr.", "Mrs.", "Dr.", "Captain"])
        name = ("name", {"type": "string", "description": f"{title} and a last name"}, f"{title} {words.last_name(gen)}", True)
    else:
        name = (
            gen.pick(["name", "name", "characterName", "npcName"]),
            text(gen, "[the name|name of the character|their name]", 0.3),
            words.full_name(gen),
            True,
        )
    moods = gen.some(words.MOODS, gen.number(3, 7))
    if says_mood and mood not in moods:
        moods[gen.number(0, len(moods) - 1)] = mood
    count = gen.number(1, min(3, len(moods)))
    held = [mood] if says_mood else []
    held += gen.some([m for m in moods if m not in held], count - len(held))
    complaint = gen.pick(COMPLAINTS)
    orders = gen.chance(0.65) or says_drink
    spoken_mood = held[0] if held[0] in PHRASES else None
    fields = [
        (gen.pick(["level", "level", "lvl", "rank"]), {"type": "integer", "minimum": 1, "maximum": 10} | ({"description": "Difficulty"} if gen.chance(0.1) else {}), level, True),
        (gen.pick(["attributes", "traits", "moods"]), {"type": "array", "items": {"type": "string", "enum": moods}} | ({"minItems": len(held), "maxItems": len(held)} if gen.chance(0.8) else {}), held, True),
        (gen.pick(["coffeeOrder", "order", "drink", "coffee_order", "favouriteDrink"]), text(gen, "[what they drink|the drink they order|their order]", 0.4), drink, True),
        (gen.pick(["job", "profession", "occupation", "role"]), text(gen, "[what they do|their work|profession]", 0.3), job, True),
        (gen.pick(["age", "years"]), {"type": "integer", "minimum": gen.pick([1, 16, 18]), "maximum": gen.pick([80, 99, 120])}, gen.number(18, 80), True),
        (gen.pick(["homeTown", "home_town", "origin", "from"]), text(gen, "where they come from", 0.6), words.city(gen), True),
        (gen.pick(["mood", "feeling"]), {"type": "string", "enum": moods}, held[0], True),
        (gen.pick(["carries", "item", "belonging"]), text(gen, "[something they carry|an item they carry]", 0.9), WORK_ITEMS.get(job, gen.pick(["a wet umbrella", "a small lamp", "an old book", "a heavy bag", "a paper crane", "a red scarf"])), True),
        (gen.pick(["catchphrase", "saying", "greeting", "line"]), text(gen, "[what they say|something they say when they come in]", 0.5), gen.text(PHRASES[spoken_mood]) if spoken_mood else gen.text("[Hello there!|Good day to you.|One {d}, please.]", d=drink), True),
        (gen.pick(["regular", "isRegular", "is_regular"]), {"type": "boolean"}, gen.chance(0.5), True),
        (gen.pick(["tip", "coins"]), {"type": "integer", "minimum": 0, "maximum": 50}, gen.number(0, 50), True),
    ]  # fmt: skip
    # A job that the wish names shows only where there is a field for it; mood fields exclude each other.
    chosen = gen.some(range(len(fields)), gen.number(1, 4))
    if 1 in chosen and 6 in chosen:
        chosen.remove(6)
    picked = [name] + [fields[i] for i in sorted(chosen)]
    schema, value = obj(picked)
    if gen.chance(0.35):
        first, second = gen.pick(
            [("orderCoffee", "wantToTalkToManager"), ("order", "complain"), ("buyDrink", "fileComplaint"), ("orderDrink", "talkToManager")]
        )
        label = gen.pick(["complaint", "reason", "problem"])
        key = gen.pick(["encounter", "encounter", "event", "scene"])
        ways = [
            {"type": "object", "properties": {"type": {"const": first}, "value": {"type": "string"}}, "required": ["type", "value"]},
            {"type": "object", "properties": {"type": {"const": second}, label: {"type": "string"}}, "required": ["type", label]},
        ]
        encounter(gen, schema, key, ways)
        value[key] = {"type": first, "value": drink} if orders else {"type": second, label: complaint[:1].upper() + complaint[1:] + "."}
    instructions = gen.text(
        "[||Generate fun NPCs|You make characters for a pixel art game about a coffee shop.|You invent guests for a café.|You fill a game with people.|Create characters for a game.]"
    )
    return instructions, prompt, schema, gen.pick(["NPC", "Character", "Guest", "Person", "Customer"]), value


RIDDLES = """What wakes you up but never sleeps itself?|coffee|a pillow|the moon|a blanket
I am black when I am clean and I wake the house. What am I?|coffee|a cat|coal|the night
I have a handle but no door, and I am full in the morning. What am I?|a mug|a suitcase|a window|a broom
I am ground every day, yet I never fall down. What am I?|coffee beans|a field|a mountain|an apple
I rise without legs and get a crust without getting hurt. What am I?|bread|the sun|a turtle|a cloud
What has a hole in the middle and is eaten at breakfast?|a bagel|a sock|a ring|a net
I am white, I get warm and foamy, and cats dream of me. What am I?|milk|snow|soap|paper
I hang in hot water but never take a bath. What am I?|a tea bag|a towel|a fish|a lamp
The more you pour out, the lighter I get. What am I?|a pot|a feather|a stone|a lantern
I have many teeth but I only grind. What am I?|a grinder|a shark|a comb|a saw
I am small and strong and gone in two sips. What am I?|an espresso|an elephant|a river|a nap
What goes up when the rain comes down?|an umbrella|a spoon|a hat rack|a cellar
I am full of holes but I still hold milk foam. What am I?|a sponge cake|a bucket|a boot|a glass
I follow you all day and leave when the lamp goes out. What am I?|a shadow|a waiter|a dog|a cup
I have leaves but am no tree, and I am steeped but no hill. What am I?|tea|a book|a roof|a garden
I speak every hour but have no mouth. What am I?|a clock|a parrot|a teapot|a door
I drip all night and am drunk cold. What am I?|cold brew|a candle|the rain|honey
I wear a paper coat and live in an oven. What am I?|a muffin|a letter|a dragon|a poet
What has a neck but no head, and is full of wine?|a bottle|a shirt|a giraffe|a guitar
I am brown, I snap, and I melt when I am hugged. What am I?|chocolate|a twig|a bear|mud
I run but have no legs, and I wash every cup. What am I?|water|a horse|a waiter|a wheel
I have four legs but never walk to the counter. What am I?|a table|a cat|a spider|a guest
I am sweet, I am made by wings, and I stick to the spoon. What am I?|honey|glue|a plane|jam
I bend like the moon and flake when you bite me. What am I?|a croissant|a banana|a boat|a bow
I am taken before you leave, and you cannot carry me. What am I?|a photo|a bag|a coat|a cake
I get sharper the more you use me, and I know what is in the cup. What am I?|the nose|a knife|a spoon|a pencil
I am cold, I float in your drink, and I get smaller until I am gone. What am I?|an ice cube|a boat|a fish|a cork
You can see me in the steam, but never hold me. What am I?|a cloud|a plate|a bean|a coin""".splitlines()
GENERIC_WRONG = "a spoon|a bicycle|a mirror|a hat|a bell|a candle|a key|a stone|a feather|a ladder|a drum|a kite|a bucket|a sock".split("|")


def riddle(gen: Gen) -> Task:
    """A riddle with answers of which one is right."""
    question, right, *wrong = gen.pick(RIDDLES).split("|")
    pool = wrong + gen.some([w for w in GENERIC_WRONG if w not in wrong], 1)
    count = gen.number(2, 4)
    options = gen.shuffled([right] + gen.some(pool, count - 1))
    q = gen.pick(["question", "question", "riddle", "text"])
    prompt = gen.say(
        "[Generate|Make|Write|Give me|Tell me|Invent|I need|Create] a [|fun |short |good |tricky |funny ]riddle[| about {t}| for my guests| for the café| for the level].",
        t=(
            gen.pick(["coffee", "the café", "breakfast"])
            if "coffee" in right + question
            else gen.pick(["the café", "things in a café", "daily life"])
        ),
    )
    if gen.chance(0.7):
        a, t, c = gen.pick(
            [
                ("answers", "text", "isCorrect"),
                ("answers", "text", "isCorrect"),
                ("choices", "answer", "correct"),
                ("options", "label", "is_right"),
            ]
        )
        item = {"type": "object", "properties": {t: {"type": "string"}, c: {"type": "boolean"}}, "required": [t, c]}
        array: Schema = {"type": "array", "items": item} | ({"minItems": count, "maxItems": count} if gen.chance(0.5) else {})
        schema, value = obj(
            [(q, text(gen, "the riddle itself", 0.2), question, True), (a, array, [{t: o, c: o == right} for o in options], True)]
        )
        if gen.chance(0.4):
            schema["$defs"] = {
                "Answer": {"type": "object", "title": "Answer"}
                | {k: v for k, v in item.items() if k != "type"}
                | {"x-order": [t, c], "additionalProperties": False}
            }
            schema["properties"][a]["items"] = {"$ref": "#/$defs/Answer"}
    elif gen.chance(0.5):
        schema, value = obj([(q, {"type": "string"}, question, True), (gen.pick(["answer", "solution"]), {"type": "string"}, right, True)])
    else:
        schema, value = obj(
            [
                (q, {"type": "string"}, question, True),
                ("options", {"type": "array", "items": {"type": "string"}, "minItems": count, "maxItems": count}, options, True),
                (gen.pick(["correct", "answer"]), {"type": "string", "description": "The right option"}, right, True),
            ]
        )
    return gen.text("[||You write riddles for a game.|You run a quiz in a coffee shop.]"), prompt, schema, "Riddle", value


def wine_list(gen: Gen) -> Task:
    """Varieties and their colour, as an array at the root or inside an object."""
    count = gen.number(1, 5)
    wines = gen.some(words.ALL_WINES, count)
    names = listed([w for w, _ in wines])
    v, t = gen.pick([("variety", "type"), ("name", "color"), ("grape", "kind")])
    kinds = ["red", "white", "rosé", "sparkling"]
    type_schema: Schema = (
        {"type": "string", "enum": kinds}
        if gen.chance(0.4)
        else {"type": "string", "description": gen.pick(["Type of wine: red, white, rosé, sparkling", "red, white, rosé or sparkling"])}
    )
    items = {"type": "object", "properties": {v: {"type": "string"}, t: type_schema}, "required": [v, t]}
    value: Any = [{v: w, t: k} for w, k in wines]
    schema: Schema = {"type": "array", "items": items}
    if gen.chance(0.4):
        schema, value = obj([("wines", schema, value, True)])
    prompt = gen.say(
        "[Determine the type of these wines: {n}.|What type is each of these: {n}?|Sort these wines by colour: {n}.|List {n} with their type.|I have {n}. What are they?]",
        n=names,
    )
    return gen.text("[||You are a wine expert.|You are a sommelier.]"), prompt, schema, "GeneratedWine", value


def thing(gen: Gen) -> Task:
    """A quest, a menu item or a place for a level."""
    way = gen.number(0, 2)
    if way == 0:
        goal, giver = gen.text(
            "[bring {a:d} to|find the lost [cup|hat|key|spoon] of|teach latte art to|deliver {a:b} to|cheer up]",
            d=gen.pick(words.DRINKS),
            b=gen.pick(words.BAKES),
        ), words.first_name(gen)
        hard = gen.pick(["easy", "medium", "hard"])
        schema, value = obj(
            [
                (
                    "title",
                    text(gen, "a short title", 0.3),
                    gen.text("[The|A] [Lost|Golden|Secret|Last|Quiet] [Errand|Favour|Order|Delivery]"),
                    True,
                ),
                (gen.pick(["goal", "task"]), text(gen, "what to do", 0.5), f"{goal[:1].upper()}{goal[1:]} {giver}.", True),
                ("difficulty", {"type": "string", "enum": ["easy", "medium", "hard"]}, hard, True),
                (
                    "reward",
                    {"type": "integer", "minimum": 0, "maximum": 100},
                    {"easy": gen.number(5, 20), "medium": gen.number(25, 50), "hard": gen.number(60, 100)}[hard],
                    True,
                ),
            ]
        )
        return (
            "",
            gen.say("[Create|Make|Invent|Write] {a:h} quest [for the player|for my game|in the coffee shop].", h=hard),
            schema,
            "Quest",
            value,
        )
    if way == 1:
        item = gen.pick(words.DRINKS + words.BAKES)
        bake = item in words.BAKES
        schema, value = obj(
            [
                ("name", {"type": "string"}, item, True),
                (gen.pick(["kind", "category"]), {"type": "string", "enum": ["drink", "food"]}, "food" if bake else "drink", True),
                ("price", {"type": "number", "minimum": 1, "maximum": 10}, gen.number(4, 18) / 2, True),
                (
                    gen.pick(["description", "slogan"]),
                    text(gen, "[one line for the menu|a short line for guests]", 0.6),
                    (
                        gen.say(
                            "[Fresh|Warm|Our best|A sweet|A small] {i}[, made this morning|, made with care|, loved by regulars| for a slow afternoon].",
                            i=item,
                        )
                        if bake
                        else gen.say(
                            "[A cup of {i}|{a:i}|Our {i}][, made with care|, loved by regulars| for a slow afternoon| to wake up with].",
                            i=item,
                        )
                    ),
                    True,
                ),
            ]
        )
        return "", gen.say("[Write|Make|Create] [the|a] menu [entry|item|card] for {a:i}.", i=item), schema, "MenuItem", value
    city, degrees, sky = words.city(gen), gen.number(-8, 38), gen.pick(["sunny", "cloudy", "rainy", "snowy", "windy", "foggy"])
    schema, value = obj(
        [
            ("city", {"type": "string"}, city, True),
            (gen.pick(["temperature", "degrees"]), {"type": "integer"}, degrees, True),
            (
                gen.pick(["condition", "sky"]),
                {"type": "string", "enum": ["sunny", "cloudy", "rainy", "snowy", "windy", "foggy"]},
                sky,
                True,
            ),
            (gen.pick(["umbrella", "needsUmbrella"]), {"type": "boolean"}, sky == "rainy", True),
        ]
    )
    said = gen.say(
        "[It is {s} in {c} today, with {d} degrees.|{c}: {d} degrees and {s}.|{c} is {s} at {d} degrees.]", s=sky, c=city, d=degrees
    )
    return gen.text("[|You turn weather reports into data.]"), said, schema, "Forecast", value


SCENES = {person: 5.0, riddle: 1.2, tasting: 2.2, wine_list: 1.0, thing: 1.0}
