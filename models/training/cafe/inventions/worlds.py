"""Planets and creatures of a game."""

from __future__ import annotations

from .. import words
from ..chance import Gen
from ..tasks import Task
from .shape import FLAG, STRING, choice, field, shape, tables, whole

PLANETS = tables("worlds.txt")["planets"]
CREATURES = tables("worlds.txt")["creatures"]
PLANET_PROMPTS = """{a:k} planet.
[Generate|Create|Invent] {a:k} planet for my game.
Our ship lands on {a:k} world. What do the sensors show?
Scan it! It must be {a:k} one.
The map has a hole. Put {a:k} planet there.
Where do we fly next? Somewhere {k}, please.
Captain, {a:k} planet ahead!
Describe a world that is {k}.
I want to explore something {k}.
Planet sheet, {k}
For the star atlas: one more world, and make it {k}.
Beyond the last moon lies something {k}. Tell the crew.
Players complain that all planets look the same. Make the next one {k}.
Write the log of our visit to {a:k} planet.""".splitlines()


def planet(gen: Gen) -> Task:
    """A planet whose climate, temperature and inhabitants follow from one word."""
    kind, climate, degrees, ground, life, danger = gen.pick(PLANETS)
    cut = degrees.index("-", 1)
    low, high = int(degrees[:cut]), int(degrees[cut + 1 :])
    least, most = [int(n) for n in danger.split("-")]
    hazard = gen.number(least, most)
    spare = [
        field(
            gen,
            "climate weather",
            choice(gen, climate, list(dict.fromkeys(p[1] for p in PLANETS)), 3, 7),
            climate,
            "what the weather is like",
        ),
        field(
            gen,
            "temperature degrees averageTemperature",
            whole(gen, -273, 500),
            gen.number(low, high),
            "[degrees Celsius|average in Celsius]",
            0.7,
        ),
        field(gen, "surface ground terrain", STRING, ground, "[what one walks on|the ground]"),
        field(gen, "inhabitants life species", STRING, life, "[who lives there|what lives there, or nobody]", 0.6),
        field(gen, "inhabited hasLife", FLAG, life != "nobody", "whether anything lives there"),
        field(gen, "danger risk threat", whole(gen, 1, 10), hazard, "1 is safe, 10 is deadly", 0.8),
        field(gen, "safe canLand", FLAG, hazard <= 5, "[danger of 5 or less|true if the danger is at most 5]", 1),
        field(gen, "moons moonCount", whole(gen, 0, 20), gen.number(0, 9), "number of moons"),
    ]
    schema, value = shape(
        gen,
        [field(gen, "name planet title", STRING, words.coin(gen).capitalize(), "[a made-up name|name of the planet]")],
        spare,
        1,
        4,
        0.2,
    )
    told = gen.text("[||||You build worlds for a space game.|You are the ship's computer.|Invent planets.]")
    return told, gen.say(gen.pick(PLANET_PROMPTS), k=kind), schema, "Planet", value


CREATURE_PROMPTS = """{a:k} creature.
[Generate|Create|Invent|Draw up] {a:k} monster.
Something rustles in the bushes. It is {a:k} beast.
I need {a:k} animal for my game.
Bestiary entry: {k} creature
What does the hero meet in the {h}? Make it {a:k} creature.
My son drew {a:k} monster. Give it some values.
A new pet, rather {k}.
In the {h} there lives {a:k} thing. Describe it.
The players beat everything. Try {a:k} creature.
Write the card of {a:k} creature.
Which animal would be {k}? Make one up.
Field notes, day nine. We saw {a:k} creature in the {h}.
No dragons this time. Let it be {a:k} creature instead.""".splitlines()


def creature(gen: Gen) -> Task:
    """A creature whose home, food and power fit what the prompt calls it."""
    kind, home, food, size, tame, power = gen.pick(CREATURES)
    strength = {"tiny": (1, 2), "small": (2, 4), "medium": (4, 6), "large": (6, 8), "huge": (9, 10)}[size]
    friendly, points = tame == "yes", gen.number(*strength)
    temper = "friendly" if friendly else "hostile"
    spare = [
        field(
            gen,
            "habitat home biome",
            choice(gen, home, list(dict.fromkeys(c[1] for c in CREATURES)), 3, 7) if gen.chance(0.5) else STRING,
            home,
            "where it lives",
        ),
        field(gen, "diet food eats", STRING, food, "what it eats"),
        field(gen, "size build", {"type": "string", "enum": ["tiny", "small", "medium", "large", "huge"]}, size, "how big it is", 0.2),
        field(gen, "friendly tame isFriendly", FLAG, friendly, "whether it likes people"),
        field(gen, "attitude temper behaviour", choice(gen, temper, ["friendly", "hostile"], 2, 2), temper, "how it treats people"),
        field(gen, "ability power skill", STRING, power, "[what it can do|special power]", 0.6),
        field(gen, "strength attack", whole(gen, 1, 10), points, "[grows with the size, 1 to 10|strength from 1 to 10]"),
        field(gen, "hitPoints hp health", whole(gen, 1, 120), points * 10, "[ten for every point of strength|life points]", 0.2),
    ]
    schema, value = shape(
        gen,
        [field(gen, "name species creature", STRING, words.coin(gen).capitalize(), "[a made-up name|name of the species]")],
        spare,
        1,
        4,
        0.2,
    )
    told = gen.text("[||||You invent creatures for a game.|You keep a bestiary.|Monster maker.]")
    return told, gen.say(gen.pick(CREATURE_PROMPTS), k=kind, h=home), schema, gen.pick(["Creature", "Monster", "Animal"]), value
