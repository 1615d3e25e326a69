"""Lands and people of a game: regions, choices in a talk, skills and parties of guests."""

from __future__ import annotations

from typing import Any

from .. import words
from ..chance import Gen, article, listed
from ..schematext import Schema
from ..tasks import Task
from .heroes import ASKS, CALLING, ROWS
from .shape import STRING, array, choice, records, whole
from .wishing import Sheet, caps


def region(gen: Gen) -> Task:
    """A region of a map with its dangers."""
    kind, end, *dangers = gen.pick(ROWS["lands"])
    feared = gen.some(dangers, gen.number(1, 3))
    level, towns = gen.number(1, 10), gen.number(0, 6)
    sheet = Sheet(gen, gen.pick(["region", kind, kind]))
    start = gen.pick([gen.pick(words.PLACE_STARTS), words.coin(gen, 1, 2).capitalize()])
    sheet.put(
        "name title region",
        STRING,
        gen.pick(["The ", ""]) + f"{start} {end}",
        "[a name for the map|what it is called]",
        must=True,
        **CALLING,
    )
    sheet.put(
        "terrain kind landscape",
        choice(gen, kind, [r[0] for r in ROWS["lands"]], 3, 6),
        kind,
        "[what land it is|kind of land]",
        must=sheet.noun == "region" and gen.chance(0.5),
        **({"after": f"[It is {article(kind)}.|I mean {article(kind)}.]"} if sheet.noun == "region" else {}),
    )
    number = words.spoken(gen, len(feared))
    way = (
        {"v": listed(feared), "tail": "full of {v}", "after": "[Beware of {v}.|The dangers are {v}.]"}
        if gen.chance(0.6)
        else {"v": number, "after": f"[Name {number} {'danger' if len(feared) == 1 else 'dangers'}.]"}
    )
    sheet.strings("dangers risks threats", feared, "[what can hurt a traveller|short words]", must=gen.chance(0.6), **way)
    sheet.put(
        "level danger dangerLevel",
        whole(gen, 1, 10),
        level,
        "[1 is safe, 10 is deadly|how dangerous it is]",
        front="level {v}",
        tail="for level {v}",
        after="[The danger is {v} out of ten.|It is level {v}.]",
    )
    none = "without towns" if not towns else "with one town" if towns == 1 else "with {v} towns"
    sheet.put("towns townCount settlements", whole(gen, 0, 10), towns, "number of towns", tail=none)
    sheet.put(
        "ruler lord governor",
        STRING,
        words.full_name(gen),
        "[who rules it|full name of the ruler]",
        tail="ruled by {v}",
        after="[{v} rules it.|Its ruler is {v}.]",
    )
    colour = gen.pick(words.COLOURS)
    sheet.put(
        "mapColour colour color",
        choice(gen, colour, words.COLOURS, 3, 6),
        colour,
        "its colour on the map",
        after="[On the map it is {v}.|Paint it {v} on the map.]",
    )
    return sheet.task(ASKS["land asks"], "[||||You draw the map of a game.|You invent lands.]", "Region MapRegion Area", 0, 3)


def dialogue(gen: Gen) -> Task:
    """A line and what the player may answer, each answer with its tone."""
    line, *answers = gen.pick(ROWS["talks"])
    tones = gen.some(["friendly", "rude", "clever"], gen.number(2, 3))
    by = dict(zip(["friendly", "rude", "clever"], answers))
    rows: list[dict[str, Any]] = [
        {
            "text/answer/line": by[t],
            "tone/mood/kind": t,
            "effect/points/trust": {"friendly": gen.number(1, 3), "rude": gen.number(-3, -1), "clever": gen.number(0, 2)}[t],
        }
        for t in tones
    ]
    keys: dict[str, Schema] = {"text/answer/line": STRING, "tone/mood/kind": {"type": "string", "enum": ["friendly", "rude", "clever"]}}
    if gen.chance(0.4):
        keys["effect/points/trust"] = {"type": "integer", "minimum": -3, "maximum": 3}
    sheet = Sheet(gen, gen.pick(["dialogue choice", "dialogue", "conversation"]))
    speaker = words.first_name(gen)
    sheet.put("speaker npc who", STRING, speaker, "[who speaks|a name]", tail="with {v}", after="[{v} speaks first.|The speaker is {v}.]")
    sheet.put(
        "line says text prompt",
        STRING,
        line,
        "[what the other one says|the first line]",
        must=True,
        after='[It begins with "{v}"|The first line is "{v}"]',
    )
    said = gen.pick(
        [
            (words.spoken(gen, len(tones)), "with {v} answers", "[{v} answers, please.|Give the player {v} answers.]"),
            (
                listed(tones),
                "",
                f"[One answer should be {' and one '.join(tones[:2])}.|The tones: {{v}}.]" if len(tones) == 2 else "The tones: {v}.",
            ),
        ]
    )
    sheet.objects(
        "choices options answers replies",
        keys,
        rows,
        "[what the player can say|the answers]",
        "Choice",
        must=True,
        v=said[0],
        tail=said[1],
        after=said[2],
    )
    sheet.put(
        "place where scene", STRING, words.place_name(gen), "where they talk", tail="at {v}", after="[They meet at {v}.|The scene is {v}.]"
    )
    return sheet.task(
        ASKS["talk asks"], "[||||You write dialogues for a game.|Short lines only.]", "Dialogue Conversation Talk", 0, 1, 0.05
    )


def skills(gen: Gen) -> Task:
    """The skills of a calling, as names or with their points."""
    calling, known = gen.pick(ROWS["skills"])
    chosen = gen.some(known.split(";"), gen.number(2, 6))
    number, one = words.spoken(gen, len(chosen)), gen.chance(0.3)
    said = (
        {"v": gen.pick(chosen), "tail": "with {v}", "after": "[{v} must be in it.|Don't forget {v}.]"}
        if one
        else {"v": number, "tail": "of [exactly |]{v} skills", "after": "[Exactly {v} skills.|{v} skills are enough.]"}
    )
    sheet = Sheet(gen, "skill list")
    sheet.put(
        "calling class profession role",
        choice(gen, calling, [s[0] for s in ROWS["skills"]], 3, 6) if gen.chance(0.4) else STRING,
        calling,
        "whose skills they are",
        must=gen.chance(0.5),
        tail=f"for {article(calling)}",
        after=f"[My hero is {article(calling)}.|It is for {article(calling)}.]",
    )
    if gen.chance(0.5):
        sheet.strings("skills abilities talents", chosen, "[names of the skills|what the hero can do]", must=True, **said)
    else:
        rows = [{"name/skill/title": s, "level/points/rank": gen.number(1, 5)} for s in chosen]
        sheet.objects(
            "skills abilities talents",
            {"name/skill/title": STRING, "level/points/rank": whole(gen, 1, 5)},
            rows,
            "[each with its points|what the hero can do]",
            "Skill",
            must=True,
            **said,
        )
    sheet.put(
        "hero name character",
        STRING,
        words.first_name(gen),
        "[name of the hero|who has them]",
        after="[The hero is called {v}.|It belongs to {v}.]",
    )
    sheet.put("count total number", whole(gen, 1, 10), len(chosen), "[how many skills the list has|number of skills]", often=1)
    return sheet.task(ASKS["skill asks"], "[||||You invent skills for a game.|You write character sheets.]", "SkillList Skills Sheet", 0, 2)


def party(gen: Gen) -> Task:
    """Guests who come together, each with a mood of the list."""
    count = gen.number(2, 5)
    moods = gen.some(words.MOODS, gen.number(3, 6))
    kept, jobs = [gen.pick(moods) for _ in range(count)], gen.some(words.JOBS, count)
    names = words.thing_names(gen, count, True)
    short = gen.pick([True, True, False])
    people = [
        {
            "name/guest/who": n.split()[0] if short else n,
            "mood/feeling/temper": m,
            "job/role/profession": j,
            "drink/order/wants": gen.pick(words.DRINKS),
            "age/years": gen.number(18, 80),
        }
        for n, m, j in zip(names, kept, jobs)
    ]
    about = gen.pick(["first name only", "only the first name"]) if short else gen.pick(["full name", "first and last name"])
    keys: dict[str, Schema] = {
        "name/guest/who": {"type": "string", "description": about},
        "mood/feeling/temper": {"type": "string", "enum": gen.shuffled(moods)},
    }
    more = gen.some(["job/role/profession", "drink/order/wants", "age/years"], gen.number(0, 2))
    keys |= {k: whole(gen, 18, 99) if k == "age/years" else STRING for k in more}
    group = gen.pick(["party", "group"])
    sheet = Sheet(gen, group)
    mood = gen.pick(kept)
    said: dict[str, Any] = {"v": words.spoken(gen, count), "tail": "of {v} guests", "after": "[There are {v} of them.|{v} guests.]"}
    way = gen.pick("count count mood name job".split())
    if way == "mood" and kept.count(mood) == 1:
        said = {"v": mood, "after": "[One of them is {v}.|Make one of them {v}.]"}
    elif way == "name":
        said = {"v": gen.pick(people)["name/guest/who"], "after": "[One is called {v}.|{v} is one of them.]"}
    elif way == "job" and "job/role/profession" in more:
        said = {"v": listed([article(j) for j in jobs]), "after": "[They are {v}.|I see {v}.]"}
    if gen.chance(0.25):
        items, values = records(gen, keys, people)
        number = words.spoken(gen, count)
        ask = gen.pick(
            [
                "Generate {n} guests.",
                "{n} guests, please.",
                "Give me {n} people for the café.",
                "I need {n} guests for the next scene.",
                "who comes in? {n} guests",
                "Fill {n} chairs with people.",
                "Invent {n} visitors, each with a mood.",
            ]
        )
        schema = array(gen, items["items"], count)
        return "", caps(ask.replace("{n}", number)), schema, "Guests", values
    sheet.objects("guests members people visitors", keys, people, "[who they are|the guests]", "Guest", must=True, **said)
    sheet.put(
        "table tableNumber",
        whole(gen, 1, 20),
        gen.number(1, 20),
        "number of their table",
        after="[They get table {v}.|They sit at table {v}.]",
    )
    sheet.put(
        "name groupName title",
        STRING,
        words.place_name(gen),
        "[a name for the group|what they call themselves]",
        tail="called {v}",
        after="[They call themselves {v}.]",
    )
    sheet.put("size count number", whole(gen, 1, 8), count, "how many they are", often=0.9)
    return sheet.task(
        ASKS["party asks"], "[||||You fill a game café with guests.|Invent groups of guests.]", "Party Group GuestList", 0, 2, 0.1
    )
