"""Reviews of a café, judged and answered."""

from __future__ import annotations

from .. import words
from ..chance import Gen
from ..tasks import Task
from .shape import FLAG, STRING, choice, field, shape, tables

REVIEWS = tables("reviews.txt")["reviews"]
REVIEW_PROMPTS = """{r}
{r}
A guest wrote: "{r}"
New review: {r}
We got this yesterday: {r}
"{r}" What do we say to that?
Please read this one. {r}
How does this sound to you? {r}
On our comment card: "{r}"
From the guest book: {r}
My boss wants to know what this guest thinks. "{r}"
Somebody left this online. {r}
{r} That's what table nine told me.
Read, judge, reply: {r}
{p} says: {r}
Feedback from {p}: {r}""".splitlines()


def review(gen: Gen) -> Task:
    """A review with what it says and a short reply."""
    raw, mood, stars, about, reply = gen.pick(REVIEWS)
    said = gen.say(raw, d=gen.pick(words.DRINKS), b=gen.pick(words.BAKES))
    prompt = gen.pick(REVIEW_PROMPTS).replace("{r}", said).replace("{p}", words.first_name(gen))
    moods = ["positive", "negative", "neutral"] + (["mixed"] if mood == "mixed" or gen.chance(0.3) else [])
    topics = choice(gen, about, ["service", "food", "price", "place", "drinks", "parking", "website"], 3, 6)
    if about in ("food", "drinks"):
        topics["enum"] = [t for t in topics["enum"] if t == about or t not in ("food", "drinks")]
    judged = field(
        gen,
        "sentiment sentiment mood opinion tone",
        {"type": "string", "enum": gen.shuffled(moods)},
        mood,
        "[how the guest feels|the mood of the text]",
    )
    spare = [
        field(
            gen,
            "reply answer response",
            STRING,
            reply,
            "[a short, kind answer to the guest|one or two sentences back|what we write back]",
            0.7,
        ),
        field(
            gen, "stars rating score", {"type": "integer", "minimum": 1, "maximum": 5}, int(stars), "[stars the guest would give|1 to 5]"
        ),
        field(gen, "topic about subject", topics, about, "[what it is about|main topic]"),
        field(gen, "happy satisfied isPositive", FLAG, mood == "positive", "true only where the guest is pleased", 0.8),
        field(
            gen,
            "angry isComplaint needsApology",
            FLAG,
            mood == "negative",
            "[true where something went wrong and the guest only complains|whether the review is negative]",
            1,
        ),
    ]
    schema, value = shape(gen, [judged] if gen.chance(0.85) else [], spare, 1, 3, 0.2)
    told = gen.text(
        "[|||You answer reviews of a café.|Read what guests write and answer kindly.|Reviews come in, records go out.|Be brief and polite.]"
    )
    return told, prompt, schema, gen.pick(["Review", "Feedback", "ReviewReply"]), value
