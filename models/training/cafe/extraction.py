"""Structures that are read out of a text: contacts, events, orders, judgements, and forms about anything."""

from __future__ import annotations

from typing import Any

from . import words
from .chance import Gen, article, listed, plural, sentence
from .dates import clock, named_day, some_date, today_line
from .tasks import Task, obj


def contact(gen: Gen) -> Task:
    name = words.full_name(gen)
    phone, mail, city, job = words.phone(gen), words.email(gen, name), words.city(gen), gen.pick(words.JOBS)
    facts = {
        "phone": f"[call|phone|ring] [her|them|him] at {phone}",
        "email": f"[write to|mail] {mail}",
        "city": f"[lives in|is based in|moved to] {city}",
        "job": f"works as {article(job)}",
    }
    keys = gen.some(list(facts), gen.number(1, 4))
    values = {"phone": phone, "email": mail, "city": city, "job": job}
    names = {
        "phone": ["phone", "phoneNumber", "phone_number", "tel"],
        "email": ["email", "mail", "emailAddress"],
        "city": ["city", "town", "livesIn"],
        "job": ["job", "profession", "role"],
    }
    parts = [gen.text(facts[k]).replace("her", "them").replace("him", "them") for k in keys]
    clauses = []
    for key, part in zip(keys, parts):
        clauses.append(f"You can {part}." if key in ("phone", "email") else f"{name.split()[0] if clauses else name} {part}.")
    opener = gen.text("[I met {n}.|Please save {n}.|New contact: {n}.|This is {n}.|Meet {n}.|Add {n}.]", n=name)
    prompt = " ".join([opener] + clauses)
    order = gen.shuffled(list(facts))
    fields: list[Any] = [(gen.pick(["name", "fullName", "full_name"]), {"type": "string"}, name, True)]
    if gen.chance(0.25):
        first, last = name.split(" ", 1)
        fields = [
            (gen.pick(["firstName", "givenName", "first_name"]), {"type": "string"}, first, True),
            (gen.pick(["lastName", "familyName", "last_name"]), {"type": "string"}, last, True),
        ]
    for key in order:
        if key in keys or gen.chance(0.2):
            fields.append((gen.pick(names[key]), {"type": "string"}, values[key] if key in keys else None, key in keys and gen.chance(0.7)))
    schema, value = obj(fields)
    return gen.text("[||You extract contacts from text.|You keep an address book.]"), prompt, schema, "Contact", value


def event(gen: Gen) -> Task:
    today = some_date(gen)
    day = named_day(gen, today)
    at, said = clock(gen)
    what = gen.text("[lunch|dinner|coffee|a meeting|a birthday party|a concert|a tasting|a walk|a lesson|a game night]")
    who, place = words.first_name(gen), words.place_name(gen)
    told = gen.say(
        "[{w} with {p} {d} at {t}, {pl}.|{d} at {t} there is {w} with {p} at {pl}.|I have {w} with {p} at {pl} {d} at {t}.|Don't forget: {w} with {p}, {d}, {t}, {pl}.]",
        w=what,
        p=who,
        d=day.words,
        t=said,
        pl=place,
    )
    bare = what.removeprefix("a ")
    fields = [
        (gen.pick(["title", "name", "what"]), {"type": "string"}, f"{bare[:1].upper()}{bare[1:]} with {who}", True),
        (gen.pick(["date", "day", "on"]), {"type": "string", "description": gen.pick(["Date as YYYY-MM-DD", "YYYY-MM-DD"])}, day.iso, True),
        (
            gen.pick(["time", "start", "at"]),
            {"type": "string", "description": gen.pick(["HH:MM", "Time as HH:MM", "Start time in the form HH:MM"])},
            at,
            True,
        ),
        (gen.pick(["place", "location", "where"]), {"type": "string"}, place, True),
        (gen.pick(["with", "person", "guest"]), {"type": "string"}, who, True),
    ]
    picked = [f for f in fields if gen.chance(0.75)] or fields[:1]
    if gen.chance(0.2):
        picked = [
            fields[0],
            ("day", {"type": "integer"}, day.day.day, True),
            ("month", {"type": "integer"}, day.day.month, True),
            ("year", {"type": "integer"}, day.day.year, True),
        ]
    schema, value = obj(picked)
    return (
        gen.pick(["", "You read messages and write calendar entries. ", "Extract the event. "]) + today_line(gen, today),
        told,
        schema,
        gen.pick(["Event", "CalendarEvent", "Appointment"]),
        value,
    )


def order(gen: Gen) -> Task:
    count = gen.number(1, 3)
    names = gen.some(words.DRINKS + words.BAKES, count)
    lines = [(name, gen.number(1, 6)) for name in names]
    said = listed([f"{words.in_words(n)} {plural(name, n)}" if n > 1 else article(name) for name, n in lines])
    who = words.first_name(gen)
    to_go = gen.chance(0.5)
    prompt = gen.say(
        "[I'd like|Can I get|I'll take|Give me|We want] {s}[, please|]. [{g} The name is {w}.|This is for {w}. {g}|I'm {w}. {g}]",
        s=said,
        w=who,
        g=gen.text("[To go, please.|I'll take it with me.|It's to go.]" if to_go else "[For here.|We'll drink it here.|I'll stay here.]"),
    )
    n, q = gen.pick([("name", "quantity"), ("item", "count"), ("product", "amount")])
    item = {"type": "object", "properties": {n: {"type": "string"}, q: {"type": "integer", "minimum": 1}}, "required": [n, q]}
    fields = [
        (gen.pick(["items", "lines", "order"]), {"type": "array", "items": item}, [{n: name, q: k} for name, k in lines], True),
        (gen.pick(["customer", "guest", "name"]), {"type": "string"}, who, True),
        (gen.pick(["toGo", "takeaway", "to_go"]), {"type": "boolean"}, to_go, True),
        (gen.pick(["total", "pieces"]), {"type": "integer", "description": "Number of pieces in all"}, sum(k for _, k in lines), True),
    ]
    schema, value = obj([f for i, f in enumerate(fields) if i == 0 or gen.chance([0, 0.6, 0.5, 0.15][i])])
    return gen.text("[||You take orders at the counter.|You write down orders.]"), prompt, schema, "Order", value


JUDGED = {
    "positive": "[I love this place.|Best {d} in town!|The staff was so kind.|What a wonderful {d}.|I will come back every week.|Thank you for the lovely evening.|The {d} made my day.]",
    "negative": "[Never again.|The {d} was cold.|I waited forty minutes.|Too expensive for what it is.|The {d} tasted like dust.|Rude staff and dirty tables.|I am very disappointed.]",
    "neutral": "[I had {a:d}.|The shop is next to the station.|They open at nine.|I sat by the window.|It was {a:d}, like last week.|The menu has two pages.]",
}
TOPICS = {
    "delivery": "[My parcel is not here.|When will my package arrive?|The driver left it at the wrong door.]",
    "payment": "[My card was charged twice.|Can I pay by transfer?|I want my money back.|The invoice is wrong.]",
    "account": "[I forgot my password.|How do I change my email?|I cannot log in.|Please delete my account.]",
    "reservation": "[Can I book a table for {n}?|I want to cancel our table.|Do you have a table tonight?]",
    "complaint": "[The soup was cold.|Your waiter was rude.|I found a hair in my cake.]",
    "praise": "[The cake was fantastic.|Your team is wonderful.|Best coffee of my life.]",
}


def judgement(gen: Gen) -> Task:
    """A text that belongs to one of several classes."""
    table = gen.pick([JUDGED, TOPICS])
    labels = gen.shuffled(list(table))[: gen.number(3, 6)]
    label = gen.pick(labels)
    said = gen.text(table[label], d=gen.pick(words.DRINKS), n=gen.number(2, 9))
    key = gen.pick(["sentiment", "mood", "opinion"]) if table is JUDGED else gen.pick(["topic", "category", "department"])
    fields = [(key, {"type": "string", "enum": labels}, label, True)]
    if gen.chance(0.3):
        fields.append((gen.pick(["quote", "text", "original"]), {"type": "string", "description": "The text as it was said"}, said, True))
    schema, value = obj(fields)
    return (
        gen.text("[||You sort messages of customers.|Classify what the guest says.]"),
        gen.text(
            (
                '[{s}|Classify this: {s}|A guest says: "{s}"|"{s}"|What is this about? {s}]'
                if table is TOPICS
                else '[{s}|How does the guest feel? {s}|A guest says: "{s}"|Review: {s}]'
            ),
            s=said,
        ),
        schema,
        "Review",
        value,
    )


# key variants | how the text says it | description
FORMS = """colour,color,shade|[its colour is {v}|it is {v}|painted {v}]|[colour|its colour]|colour
weightKg,weight_kg,weight|[it weighs {v} kg|{v} kg in weight]|[weight in kg|kilograms]|int
price,cost,amount|[it costs {v} euros|for {v} euros|the price is {v}]|[price in euros|what it costs]|int
owner,holder,keeper|[it belongs to {v}|owned by {v}|the owner is {v}]|[who owns it|the owner]|name
room,location,place|[it stands in the {v}|kept in the {v}]|[where it is|room]|room
code,serial,reference,tag|[its code is {v}|with the number {v}|marked {v}]|[code|number on it]|code
year,builtIn,made|[made in {v}|it is from {v}]|[year|year it was made]|year
material,madeOf,fabric|[made of {v}]|[material|what it is made of]|material
city,origin,madeIn|[it comes from {v}|built in {v}]|[city|where it comes from]|city
count,pieces,quantity|[there are {v} of them|{v} pieces]|[how many|number of pieces]|int
broken,damaged,defective|{v}|[whether it is broken|is it damaged]|bool
title,label,nickname|[called {v}|it goes by the name {v}]|[its name|what it is called]|title
contact,responsible,assignee|[{v} takes care of it|ask {v} about it]|[who takes care of it|whom to ask]|name""".splitlines()
THINGS = "lamp,kettle,painting,bicycle,oven,piano,boat,telescope,statue,carpet,clock,tent,drone,mirror,wagon,guitar,grinder,barrel,sofa,printer,parcel,kite".split(
    ","
)


def form(gen: Gen) -> Task:
    """An inventory entry about anything: property names, order and wording all vary, values are copied."""
    rows = gen.some(FORMS, gen.number(2, 5))
    subject = gen.pick(THINGS) if gen.chance(0.75) else words.coin(gen)
    told, fields = [], []
    for row in rows:
        keys, frame, description, kind = _columns(row)
        number: Any = None
        if kind in ("int", "year"):
            number = gen.number(1, 400) if kind == "int" else gen.number(1850, 2025)
            said = str(number)
        elif kind == "bool":
            number = gen.chance(0.5)
            said = gen.text(
                "[it is broken|it does not work|it is damaged]" if number else "[it works|it is in good shape|it has no damage]"
            )
        else:
            said = {
                "colour": lambda: gen.pick(words.COLOURS),
                "name": lambda: words.full_name(gen),
                "room": lambda: gen.pick("kitchen cellar attic garage hall office pantry".split()),
                "code": lambda: words.code(gen),
                "material": lambda: gen.pick("oak steel glass brass wool leather clay silk tin copper".split()),
                "city": lambda: words.city(gen),
                "title": lambda: words.place_name(gen),
            }[kind]()
            number = said
        told.append(gen.text(frame, v=said))
        schema = {"type": {"int": "integer", "year": "integer", "bool": "boolean"}.get(kind, "string")}
        if gen.chance(0.5):
            schema["description"] = gen.say(description)
        fields.append((gen.pick(keys.split(",")), schema, number, True))
    if gen.chance(0.5):
        fields = gen.shuffled(fields)
    if gen.chance(0.6):
        fields.insert(0, (gen.pick(["item", "object", "thing"]), {"type": "string"}, subject, True))
    style = gen.number(0, 2)
    body = ". ".join(t[:1].upper() + t[1:] for t in told) if style == 0 else ", ".join(told) if style == 1 else "; ".join(told)
    prompt = gen.say(
        "[About the {s}: {b}.|The {s}: {b}.|Note on the {s}. {b}.|Please file the {s}: {b}.|New entry, {s}: {b}.]", s=subject, b=body
    )
    seen: set[str] = set()
    fields = [f for f in fields if not (f[0] in seen or seen.add(f[0]))]
    schema, value = obj(fields)
    return (
        gen.text("[|||You keep an inventory.|You fill forms.|Extract the data.|Turn notes into records.]"),
        sentence(prompt),
        schema,
        gen.pick(["Item", "Record", "Entry", subject.capitalize()]),
        value,
    )


def _columns(row: str) -> list[str]:
    """The four columns of a form row, whose middle ones hold alternatives."""
    columns, depth, start = [], 0, 0
    for at, letter in enumerate(row):
        depth += (letter == "[") - (letter == "]")
        if letter == "|" and depth == 0:
            columns.append(row[start:at])
            start = at + 1
    return columns + [row[start:]]


EXTRACTIONS = {contact: 1.5, event: 1.5, order: 1.3, judgement: 0.9, form: 2.5}
