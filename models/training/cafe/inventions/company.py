"""Pets, gifts and bands."""

from __future__ import annotations

from .. import words
from ..chance import Gen, listed
from ..tasks import Task
from .homes import ASKS, NAMED, ROWS, counted
from .shape import STRING, choice, whole
from .wishing import Sheet


def pet(gen: Gen) -> Task:
    """A pet and its habits."""
    animal, food, *habits = gen.pick(ROWS["pets"])
    age, mood, colour = gen.number(1, 15), gen.pick(words.MOODS), gen.pick(words.COLOURS)
    sheet = Sheet(gen, gen.pick([animal, animal, animal, "pet"]))
    sheet.put("name petName", STRING, words.first_name(gen), "[name of the pet|what it is called]", must=True, **NAMED)
    said = (
        {"after": f"[It is {'an' if animal[0] in 'aeiou' else 'a'} {{v}}.|The animal is {'an' if animal[0] in 'aeiou' else 'a'} {{v}}.]"}
        if sheet.noun == "pet"
        else {}
    )
    sheet.put(
        "animal species kind",
        choice(gen, animal, [p[0] for p in ROWS["pets"]], 3, 7) if gen.chance(0.6) else STRING,
        animal,
        "what animal it is",
        must=gen.chance(0.6),
        **said,
    )
    sheet.put(
        "age years",
        whole(gen, 0, 30),
        age,
        "[in years|age in years]",
        v=words.spoken(gen, age),
        tail="that is {v} years old" if age > 1 else "that is one year old",
        after="[It is {v} years old.]" if age > 1 else "It is one year old.",
    )
    sheet.put(
        "mood temper character",
        choice(gen, mood, words.MOODS, 3, 6),
        mood,
        "[what it is like|its mood]",
        front="{v}",
        tail="that is {v}",
        after="[It is {v}.|Its mood is {v}.]",
    )
    sheet.put(
        "colour color fur",
        choice(gen, colour, words.COLOURS, 3, 7) if gen.chance(0.5) else STRING,
        colour,
        "its colour",
        front="{v}",
        after="[Its colour is {v}.|It is {v}.]",
    )
    sheet.put("favouriteFood food eats", STRING, food, "[what it likes to eat|its food]", after="[It eats {v}.|It loves {v}.]")
    if gen.chance(0.5):
        some = gen.some(habits, gen.number(1, 3))
        sheet.strings(
            "habits quirks tricks", [f"It {h}." for h in some], "[what it does|short sentences]", **counted(gen, len(some), "habits")
        )
    else:
        habit = gen.pick(habits)
        sheet.put("habit quirk description", STRING, f"It {habit}.", "[what it does all day|one sentence]", v=habit, tail="that {v}")
    sheet.put(
        "owner belongsTo human",
        STRING,
        words.full_name(gen),
        "[whose pet it is|full name of the owner]",
        after="[It belongs to {v}.|{v} is the owner.]",
    )
    return sheet.task(ASKS["pet asks"], "[||||You invent pets.|You are the vet of a small game town.]", "Pet Animal PetProfile", 1, 3)


def gift(gen: Gen) -> Task:
    """A gift that suits somebody, with a reason."""
    whom, thing, why = gen.pick(ROWS["gifts"])
    price = gen.number(5, 80)
    occasions = ["birthday", "wedding", "Christmas", "farewell", "housewarming", "graduation"]
    occasion = gen.pick(occasions)
    sheet = Sheet(gen, gen.pick(["gift idea", "gift", "present"]))
    sheet.put("gift idea present item", STRING, thing, "[the gift|what to give]", must=True)
    sheet.put(
        "for recipient whom",
        STRING,
        whom,
        "[who gets it|for whom it is]",
        must=gen.chance(0.3),
        tail="for {v}",
        after="[It's for {v}.|{v} gets it.]",
    )
    sheet.put("reason why text", STRING, why, "[why it fits|one sentence]", must=gen.chance(0.4))
    sheet.put(
        "price cost euros",
        whole(gen, 1, 100),
        price,
        "[in euros|what it costs]",
        tail="for {v} euros",
        after="[I have {v} euros.|It costs {v} euros.]",
        v=str(price),
    )
    sheet.put(
        "occasion event",
        choice(gen, occasion, occasions, 3, 6),
        occasion,
        "the occasion",
        after="[The occasion: {v}.|The reason is a {v}.]" if occasion != "Christmas" else "[It is Christmas.|The occasion: {v}.]",
    )
    sheet.put(
        "from giver sender",
        STRING,
        words.first_name(gen),
        "[who gives it|a first name]",
        after="[{v} wants to give it.|It comes from {v}.]",
    )
    colour = gen.pick(words.COLOURS)
    sheet.put(
        "wrapping paperColour colour",
        choice(gen, colour, words.COLOURS, 3, 6),
        colour,
        "[colour of the paper|wrapping]",
        after="[Wrap it in {v} paper.|The paper should be {v}.]",
    )
    return sheet.task(ASKS["gift asks"], "[||||You find gifts.|You know what people like.]", "Gift GiftIdea Present", 0, 2)


def band(gen: Gen) -> Task:
    """A band with its members and their instruments."""
    style, *names = gen.pick(ROWS["bands"])
    last, *more = names[3].split(";") + names[4:]
    songs = more
    name = gen.pick(names[:3] + [last, last])
    tools = (
        {
            "jazz": "trumpet bass piano drums saxophone",
            "classical": "violin cello viola flute piano",
            "folk": "fiddle guitar flute accordion banjo",
            "electronic": "synthesizer drums bass laptop keyboard",
        }
        .get(style, "guitar bass drums keyboard vocals")
        .split()
    )
    count = gen.number(2, 5)
    people = [p.split()[0] if gen.chance(0.7) else p for p in words.thing_names(gen, count, True)]
    sheet = Sheet(gen, gen.pick(["band", "band", "group"]) if style != "classical" else "ensemble")
    sheet.put("name title band", STRING, name, "[name of the band|a name]", must=True, **NAMED)
    sheet.put(
        "style genre music",
        choice(gen, style, [b[0] for b in ROWS["bands"]], 3, 7),
        style,
        "[what they play|the style]",
        front="{v}",
        after="[They play {v}.|The style is {v}.]",
    )
    if gen.chance(0.6):
        rows = [{"name/player/who": p, "instrument/plays": i} for p, i in zip(people, gen.some(tools, count))]
        one = gen.pick(people)
        way = gen.pick([counted(gen, count, "members"), {"v": one, "after": "[{v} plays, too.|{v} is in it.]"}])
        sheet.objects(
            "members players musicians",
            {"name/player/who": STRING, "instrument/plays": {"type": "string", "enum": gen.shuffled(tools)} if gen.chance(0.5) else STRING},
            rows,
            "[who plays what|the players]",
            "Member",
            must=True,
            **way,
        )
    else:
        sheet.strings(
            "members players musicians",
            people,
            "[names of the players|who is in it]",
            must=True,
            **(counted(gen, count, "members") if gen.chance(0.6) else {"v": listed(people), "after": "[{v} are in it.|The members: {v}.]"}),
        )
    sheet.put(
        "hit firstSong bestSong", STRING, gen.pick(songs), "[their best song|a title]", after="[Their hit is {v}.|They open with {v}.]"
    )
    sheet.put(
        "founded since year",
        whole(gen, 1950, 2030),
        (year := gen.number(1960, 2025)),
        "[year of the first concert|since when they play]",
        v=str(year),
        tail="from {v}",
        after="[They started in {v}.|They have played since {v}.]",
    )
    sheet.put(
        "home city town",
        STRING,
        words.city(gen),
        "[where they come from|their town]",
        tail="from {v}",
        after="[They come from {v}.|Home: {v}.]",
    )
    sheet.put("size memberCount count", whole(gen, 1, 10), count, "[how many they are|number of members]", often=0.9)
    return sheet.task(ASKS["band asks"], "[||||You invent bands.|You book the stage of a café.]", "Band Group Act", 0, 2)
