"""Contacts of an address book."""

from __future__ import annotations

from .. import words
from ..chance import Gen, article
from ..tasks import Task
from .people import CALLINGS
from .shape import STRING, choice, field, shape, whole

COMPANY_ENDS = "& Sons|Works|Studio|Brothers|Group|Supplies|House|Partners|Lab".split("|")
GROUPS = {
    "family": "my cousin|an aunt of mine|my brother|my grandfather".split("|"),
    "friend": "an old friend|a friend from school|my best friend|a friend I met on holiday".split("|"),
    "work": "a new colleague|my boss|somebody from the sales team|the new trainee at work".split("|"),
    "neighbour": "the neighbour upstairs|our neighbour|the people next door's son|a neighbour with a dog".split("|"),
}
CONTACT_PROMPTS = """{w}
[Generate|Invent|Make up] a contact: {w}.
I need test data. One entry for {w}.
Add a made-up person to my address book, {w}.
My demo shows {w}. Fill in the rest.
Somebody for the phone list: {w}
A business card for {w}, please.
The app looks empty. Put {w} in it.
Pretend I just met {w}. Save the details.
For a screenshot I want the card of {w}.
Example contact wanted! {w}.
Who could be {w}? Make a card.
Could you fake the entry of {w} for me?
In my novel there is {w}. What stands in the phone book?
Placeholder: {w}""".splitlines()


def acquaintance(gen: Gen) -> Task:
    """A contact that is made up around what the prompt gives: a name, a job, a town, a company or a relation."""
    name = words.full_name(gen)
    first, last = name.split(" ", 1)
    job, town = gen.pick(CALLINGS)[0], words.city(gen)
    company = f"{gen.pick([last, words.coin(gen).capitalize()])} {gen.pick(COMPANY_ENDS)}"
    group = gen.pick(list(GROUPS))
    parts = gen.some(["name", "job", "town", "company", "group"], gen.number(1, 3))
    who = name if "name" in parts else gen.pick(GROUPS[group]) if "group" in parts else ""
    if "job" in parts:
        who = f"{who}, {article(job)}" if who else article(job)
    elif not who:
        who = gen.pick(["somebody", "a person"])
    who += f" {gen.pick(['from', 'in', 'living in'])} {town}" if "town" in parts else ""
    who += f" {gen.pick(['who works at', 'working for', 'employed by'])} {company}" if "company" in parts else ""
    prompt = gen.say(gen.pick(CONTACT_PROMPTS), w=who)
    host = company.lower().replace(" & ", "").replace(" ", "") + ".example" if gen.chance(0.4) else "example.com"
    plain = "".join(c for c in f"{first}.{last}".lower() if c.isascii() and (c.isalpha() or c in ".-"))
    mail = gen.pick([plain, plain.split(".")[0], plain.replace(".", "_"), plain.split(".")[-1]]) + "@" + host
    whole_name = [field(gen, "name fullName full_name contact", STRING, name, "[full name|first and last name]")]
    halves = [
        field(gen, "firstName givenName first_name", STRING, first, "the first name", 0.2),
        field(gen, "lastName familyName last_name", STRING, last, "the family name", 0.2),
    ]
    spare = [
        field(gen, "email mail emailAddress", STRING, mail, "[email address|where mail goes]"),
        field(gen, "phone tel phoneNumber mobile", STRING, words.phone(gen), "[phone number|a number to call]"),
        field(gen, "job profession role title", STRING, job, "[what they do|profession]"),
        field(gen, "city town place livesIn", STRING, town, "[where they live|town]"),
        field(gen, "company employer organisation", STRING, company, "[where they work|the company]"),
        field(gen, "age years", whole(gen, 18, 99), gen.number(20, 70), "age in years"),
    ]
    if "group" in parts and not {"job", "company"} & set(parts):
        spare.append(field(gen, "group relation kind", choice(gen, group, list(GROUPS), 3, 4), group, "how I know them", 0.6))
    schema, value = shape(gen, halves if gen.chance(0.25) else whole_name, spare, 1, 4, 0.3)
    told = gen.text("[||||You make up test data.|You fill an address book with invented people.|Invent plausible contacts.]")
    return told, prompt, schema, gen.pick(["Contact", "Contact", "Person", "Card"]), value
