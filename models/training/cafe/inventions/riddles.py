"""Riddles, alone or in pairs."""

from __future__ import annotations

from .. import words
from ..chance import Gen
from ..tasks import Task, obj
from .shape import STRING, choice, field, posed, records, tables

RIDDLES = tables("riddles.txt")
RIDDLE_PROMPTS = """[Generate|Write|Make] a riddle[| about {t}].
A riddle[| about {t}], please.
My guests are waiting for their food. Give them something to guess[|, about {t}].
Stump me[| with something about {t}].
I'd like a brain teaser[| about {t}] for the blackboard.
The sphinx in my game needs [a|one more] riddle[| about {t}].
Something to puzzle over while the coffee drips[|, on the theme of {t}].
Got a good what-am-I[| about {t}]?
What could the old troll ask before he lets us cross the bridge? [Theme: {t}.|]
My daughter loves riddles. One [about {t} |]for bedtime, please.
Riddle of the day[|: {t}]
Riddle me something[| about {t}]!
Let's play a guessing game[| about {t}]. You begin.
I need a door that opens only for the right answer. What is the question? [It has to do with {t}.|]
We have a quiz night and one riddle [about {t} |]is missing.""".splitlines()


def riddle_card(gen: Gen) -> Task:
    """A riddle from a prompt that may name its theme; with answers, a hint or the theme itself."""
    theme = gen.pick(list(RIDDLES))
    names = {"words and ideas": "words and ideas", "home": "things at home", "things": "everyday things"}
    if gen.chance(0.1):
        return _riddle_pair(gen, theme, names.get(theme, theme))
    question, right, *wrong, hint = gen.pick(RIDDLES[theme])
    prompt = gen.say(gen.pick(RIDDLE_PROMPTS), t=names.get(theme, theme))
    asked = field(gen, "question question riddle text", STRING, question, "[the riddle|what is asked]", 0.2)
    spare = [
        field(gen, "hint clue help", STRING, hint, "[a hint that does not give it away|a small hint|a clue]"),
        field(gen, "topic theme category", choice(gen, theme, list(RIDDLES)), theme, "what it is about"),
    ]
    schema, value = posed(gen, asked, right, wrong, spare if gen.chance(0.5) else [])
    told = gen.text("[||||You write riddles for a game.|Generate riddles with answers.|You keep the guests busy with riddles.]")
    return told, prompt, schema, "Riddle", value


def _riddle_pair(gen: Gen, theme: str, said: str) -> Task:
    count = gen.number(2, 3)
    found = [{"question/riddle": r[0], "answer/solution": r[1]} for r in gen.some(RIDDLES[theme], count)]
    items, value = records(gen, {"question/riddle": STRING, "answer/solution": STRING}, found)
    items |= {"minItems": count, "maxItems": count}
    prompt = gen.say(
        "[{n} riddles about {t}.|Give me {n} riddles, all about {t}.|We need {n} riddles about {t} for tonight.|Write {n} short ones about {t}, riddles I mean.]",
        n=words.spoken(gen, count),
        t=said,
    )
    schema, wrapped = obj([(gen.pick(["riddles", "items", "list"]), items, value, True)])
    return "", prompt, schema, "Riddles", wrapped
