"""General questions about what the user told: which name, which place, which number it was. They repeat no word of the statement."""

from __future__ import annotations

import re
from typing import Any

from .bank import Block
from .banked import phrase
from .chance import Gen, listed, turn

# What each kind of value may be called.
NOUNS: dict[str, list[str]] = {
    "person": ["name", "name", "name", "person"], "fullname": ["name", "name", "name", "person"], "city": ["place", "place", "city", "town"],
    "country": ["place", "country"], "place": ["place"], "street": ["address", "street", "place"], "title": ["title"], "code": ["code"], "time": ["time"],
    "integer": ["number"], "number": ["number"], "email": ["address", "email address"],
}  # fmt: skip
# Kinds that are asked for together: what several values are called, and questions for one that need no noun.
CLASSES: dict[tuple[str, ...], tuple[list[str], list[str]]] = {
    ("person", "fullname"): (
        ["names", "people"],
        ["Who did I [mention|tell you about|talk about]?", "Who was [it|that][ again|]?", "whose name did I say", "Who was I talking about[ just now|]?"],
    ),
    ("city", "country", "place", "street"): (
        ["places"],
        ["Where was [that|it][ again|]?", "What was the place called[ again|]?", "Where did I say that [is|was]?", "[which|what] place was I talking about"],
    ),
    ("title",): (["titles"], ["What was it called[ again|]?", "What's the title again?"]),
    ("code",): (["codes"], ["What was it I gave you?", "Can you repeat the code?"]),
    ("time",): (["times"], ["When was [that|it][ again|]?", "What time was it again?"]),
    ("integer", "number"): (["numbers"], ["How many was it[ again|]?", "How much did I say?", "What was the figure again?"]),
    ("email",): (["addresses"], ["Where should the mail go?", "What was the address again?"]),
}
ONE = """[[Which|What] {n} did I [mention|tell you about|name|say|give you|talk about]?|What was the {n}[ again|]?|Do you [still |]remember the {n}[ that I [mentioned|told you]|]?|Say the {n} [once more|again][, please|].
|the {n} again?|I [mentioned|told you] {a:n}. Which one?|[which|what] {n} was it|And the {n}?|Tell me the {n} that I [mentioned|said].|Have I told you {a:n}?|You still [know|have] the {n}, [right|don't you]?|Which {n} was [that|it]?]""".replace("\n", "")
SEVERAL = "[[Which|What] {n} did I [mention|tell you about|name|say]?|What were the {n}[ again|]?|Do you [still |]remember the {n}?|Tell me the {n} that I [mentioned|said].|Say the {n} again[, please|].|the {n} again?|Which {n} were [those|they]?]"
ANSWER = "[You mentioned {v}.|You told me about {v}.|It was {v}.|{v}.|You said {v}.]"
ANSWERS = "[You mentioned {v}.|You told me about {v}.|{v}.|They were {v}.|You said {v}.]"


def mention(gen: Gen, heard: str, beside: str, known: list[tuple[Block, dict[str, Any]]]) -> list[dict[str, Any]]:
    """A general question about the values of one class in the facts that the user told (`heard`), or nothing where there are none; at most four are asked for at once.

    What was talked of `beside` holds no number where numbers are asked for, and no name where names are.
    """
    # A name among choices or free texts is no value of its own, and would be left out.
    if any(isinstance(value, str) and value[:1].isupper() and block.draws[name].kind.name in ("enum", "text") for block, made in known for name, value in made.items()):
        return []
    for kinds in gen.shuffled(list(CLASSES)):
        held = [(block.draws[name].kind.name, str(value)) for block, made in known for name, value in made.items() if block.draws[name].kind.name in kinds]
        values = list(dict.fromkeys(value for _, value in held))
        if not 1 <= len(values) <= 4 or any(value not in heard for value in values):
            continue
        if "integer" in kinds and set(re.findall(r"\d[\d.]*\d|\d", heard + beside)) != set(values):
            continue
        if "integer" not in kinds and re.search(r"[a-z,] [A-Z](?!\b|')", beside):
            continue
        plurals, further = CLASSES[kinds]
        if len(values) > 1:
            ask = gen.text(SEVERAL, n=gen.pick(plurals))
            return [turn("user", ask), turn("assistant", phrase(gen, ANSWERS, {"v": listed(sorted(values, key=heard.index))}))]
        noun = gen.pick(NOUNS[held[0][0]])
        ask = gen.text(gen.pick(further)) if gen.chance(0.3) else gen.text(ONE, n=noun)
        return [turn("user", ask), turn("assistant", phrase(gen, ANSWER, {"v": values[0]}))]
    return []
