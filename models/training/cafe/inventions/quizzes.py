"""Quiz questions on coffee, bread and wine."""

from __future__ import annotations

from ..chance import Gen
from ..tasks import Task
from .shape import STRING, choice, field, posed, tables

QUIZZES = tables("quizzes.txt")
SUBJECTS = {
    "coffee": ["coffee", "coffee", "making coffee", "coffee and its drinks", "beans, cups and baristas"],
    "bread": ["bread", "bread", "baking bread", "loaves and dough", "the bread of the world"],
    "wine": ["wine", "wine", "wines and grapes", "what is in our wine cellar", "reds, whites and bubbles"],
}
QUIZ_PROMPTS = """A quiz question about {t}.
Ask me something about {t}.
Pub quiz tonight, the round on {t}. What do we ask?
Test how much my staff knows about {t}.
[Generate|Write|Make] one question on {t} [with the right answer|for our quiz].
Trivia card, subject: {t}
I have an exam on {t} tomorrow. Quiz me.
What would a quizmaster ask about {t}?
For the back of our menu I want a little question about {t}.
Let's see if the guests know their {t}.
Next question, please. Category: {t}
My students just read a chapter on {t}. Check whether they paid attention.
Do I know anything about {t}? Find out!
{t} for two hundred points.
The winner gets a free drink, but only for a good answer on {t}.""".splitlines()


def quiz(gen: Gen) -> Task:
    """A quiz question on coffee, bread or wine."""
    subject = gen.pick(list(QUIZZES))
    question, right, *wrong, why = gen.pick(QUIZZES[subject])
    asked = field(gen, "question question text prompt", STRING, question, "[the question|what is asked]", 0.2)
    spare = [
        field(gen, "explanation why reason background", STRING, why, "[why it is right|one sentence that explains the answer]"),
        field(gen, "category subject topic", choice(gen, subject, [*QUIZZES, "tea", "cheese", "cake"], 3, 5), subject, "the subject"),
    ]
    schema, value = posed(gen, asked, right, wrong, spare if gen.chance(0.6) else [])
    prompt = gen.say(gen.pick(QUIZ_PROMPTS), t=gen.pick(SUBJECTS[subject]))
    told = gen.text("[||||You write quiz cards.|Quizmaster of a coffee shop.|Write fair questions with one right answer.]")
    return told, prompt, schema, gen.pick(["Question", "Quiz", "QuizQuestion", "Card"]), value
