"""Messages to a café, put into classes."""

from __future__ import annotations

from .. import words
from ..chance import Gen
from ..tasks import Task
from .shape import FLAG, STRING, blocks, choice, field, shape

MESSAGES = blocks("messages.txt")
CLASS_NAMES = {
    "question": "question question inquiry info",
    "complaint": "complaint complaint problem trouble",
    "booking": "booking booking reservation table",
    "praise": "praise praise compliment thanks",
    "spam": "spam spam advertising junk",
}
DESKS = {"question": "counter", "complaint": "manager", "booking": "host", "praise": "team", "spam": "bin"}
MESSAGE_PROMPTS = """{m}
{m}
"{m}"
What kind of message is this? {m}
Where does this one belong? "{m}"
Inbox: {m}
Sort this, please: {m}
This came in at night. {m}
Message from a stranger: {m}
Subject: hello. Text: {m}
I don't know which pile this goes on: "{m}"
Read it and put a label on it. {m}
Somebody wrote: {m}
{m} - is that important?
Next mail: {m}
The answering machine says: "{m}\"""".splitlines()


def message(gen: Gen) -> Task:
    """A message to a café that belongs to one of up to five classes."""
    kind = gen.pick(list(MESSAGES))
    said = gen.say(
        gen.pick(MESSAGES[kind]),
        d=gen.pick(words.DRINKS),
        b=gen.pick(words.BAKES),
        n=words.spoken(gen, gen.number(2, 9)),
        p=words.first_name(gen),
    )
    names = {k: gen.pick(v.split()) for k, v in CLASS_NAMES.items()}
    labels = choice(gen, names[kind], list(names.values()), 2, 5)
    sorted_as = field(
        gen, "category category label kind type class topic", labels, names[kind], "[what the message is|where it belongs]", 0.3
    )
    desks = "[who gets it: questions to the counter, complaints to the manager, bookings to the host, praise to the team, spam to the bin]"
    spare = [
        field(gen, "isSpam spam junk", FLAG, kind == "spam", "whether it is advertising or a trick"),
        field(
            gen,
            "needsReply answerNeeded reply_needed",
            FLAG,
            kind in ("question", "complaint", "booking"),
            "[false for praise and spam|true for questions, complaints and bookings]",
            1,
        ),
        field(gen, "forwardTo desk sendTo", choice(gen, DESKS[kind], list(DESKS.values()), 4, 5), DESKS[kind], desks, 1),
        field(gen, "text message original", STRING, said, "the message as it was written", 0.8),
        field(gen, "urgent isUrgent", FLAG, kind == "complaint", "true for complaints only", 1),
    ]
    schema, value = shape(gen, [sorted_as], spare, 0, 2, 0.2)
    told = gen.text("[||||You sort the mail of a café.|Classify messages.|Put every message into one class.|You guard an inbox.]")
    prompt = gen.pick(MESSAGE_PROMPTS).replace("{m}", said)
    return told, prompt, schema, gen.pick(["Message", "Mail", "Classification", "Ticket"]), value
