"""What people say around a wish: moods, reasons, other people, numbers that mean nothing for the call."""

from __future__ import annotations

from typing import Any

from . import words
from .chance import Gen

BEFORE = (
    "[Good [morning|afternoon|evening][!|.]|Hi there[!|.]|Hello again.|Hey!|Quick question.|One question.|Sorry to bother you.|Excuse me.|Listen.|So.|Right then.|Okay.|Well.|Help!|Hungry!|Finally!|Oh dear."
    "|I'm [in a hurry|running late|curious|lost|a bit tired|new here|just back|almost ready|off in a minute].|I feel like [baking|cooking|going out|a change|something new][ tonight| today|]."
    "|[Long|Busy|Strange|Lovely|Quiet] [day|evening|week|morning] today.|It's [late|getting dark|my first time here|been a while|one of those days]."
    "|Something [buzzes|rattles|smells|looks|sounds] [strange|odd|funny|wrong] [here|today]."
    "|My [sister|brother|boss|neighbour|mother|friend|flatmate] [is visiting|is asking|wants to know|left in a hurry|forgot again|told me to ask you|will be here soon]."
    "|We're [planning a trip|having guests|nearly done|about to leave|out of ideas|all set].|I [forgot|lost my notes|can't find my glasses|left my list at home|have no idea].|I need your help.|There's something I need."
    "|Let me think.|You know what?|This may sound odd.|Before I forget:|First things first.|Back to work.|Now for something else.|Next.|I [packed|washed up|cleaned] already.|That [was quick|went well].]"
)
AFTER = (
    "[That would [help|be great|be lovely|be perfect].|No rush.|I'm curious.|Just the short version[, please|].|I can never remember.|Then I can plan [my|the] [day|evening|trip].|It's for a friend.|If you don't mind."
    "|I'd rather know now.|Before [we|I] leave[, please|].|You'd do me a favour.|As [always|usual].|It can't be that hard.|Just so I know.|[I've|I have] been wondering.|Nobody could tell me.|It's [important|urgent|for work|for the party]."
    "|Thanks a lot[!|.]|Much obliged.|Cheers[!|.]|I'm all ears.|Be quick[, please|].|Take your time.|Tell me that first.|That's all[ for now|].|Then we can go.|Or so I hear.|I mean it.|Go[!|.]|What would I do without you?]"
)
NAMED_BEFORE = "[{p} is [here|coming over|on the phone|asking|visiting].|My [sister|brother|friend|neighbour|colleague] {p} sent me.|I just talked to {p}.|{p} says hello.|I'm here with {p}.|I'm {p}, by the way.]"
NAMED_AFTER = "[{p} wants to know.|{p} asked me to find out.|I promised {p}.|It was {p}'s idea.|{p} bet me a coffee on it.|{p} will be happy.]"
NUMBERED = "[Dinner for {n} tonight!|There are {n} of us.|I have {n} minutes.|I've been waiting for {n} minutes.|This is my {n}th coffee today.|I walked {n} kilometres.|We are {n} people at the table.]"
PLACED = "[I'm in {c} right now.|Greetings from {c}[!|.]|I moved here from {c}.|We were in {c} last week.|My train from {c} was late.]"


def dressed(gen: Gen, ask: str, params: list[Any], given: set[str]) -> str:
    """A wish with a remark before it, after it, or both; none that could be taken for an argument."""
    open_ = [p for p in params if p.name not in given]
    numbers = any(p.schema.get("type") in ("integer", "number") for p in params)
    texts = any(p.schema.get("type") == "string" and "enum" not in p.schema for p in open_)
    before, after = [BEFORE] * 5, [AFTER] * 4
    if not texts:
        before += [NAMED_BEFORE, PLACED]
        after += [NAMED_AFTER, NAMED_AFTER]
    if not numbers:
        before += [NUMBERED]
    values = {
        "p": gen.pick([words.first_name, words.full_name])(gen),
        "n": words.spoken(gen, gen.number(3, 12)),
        "c": words.city(gen),
    }
    way = gen.weighted({"before": 5, "after": 3, "both": 1})
    if way != "after":
        ask = f"{gen.say(gen.pick(before), **values)} {ask}"
    if way != "before" and ask[-1] in ".?!":
        ask = f"{ask} {gen.say(gen.pick(after), **values)}"
    return ask
