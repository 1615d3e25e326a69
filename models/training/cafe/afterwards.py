"""What follows a wish without a call: the answer is asked for again, a value of the wish is asked for, or the wish is taken back."""

from __future__ import annotations

import json
import re
from typing import Any

from .chance import Gen, sentence, turn
from .toolbox import Chat
from .toolkit import Use

AGAIN = (
    "[Sorry, what [was that|did you say]?|Can you say that again?|Once more, please.|I wasn't listening. Again?|Hm? Come again?|Wait, what was it?|Could you repeat the last bit?|The line was bad. What was the answer?"
    "|I forgot already. Tell me again?|Say it one more time, I'm writing it down.|What did you find, again?|Pardon?|And that was ... ?|My pen broke. Repeat it, would you?|Did I get that right? Tell me once more.|Say again?]"
)
# The part of an answer that is asked for.
PART = (
    "[What was the {p}[ again|]?|Sorry, the {p}?|I [missed|didn't catch|forgot] the {p}.|And the {p} was ... ?|the {p} once more please|Somebody shouted. What was the {p}?"
    "|My [friend|wife|boss|brother|colleague] asks about the {p}.|Remind me of the {p}.|so what's the {p}]"
)
# What is asked for, by its form: a time, a day, a number, words.
FORMS = {
    "time": "[at what time|what time|when exactly]",
    "day": "[which day|what date|on which date]",
    "number": "[how many|how much|what number|which number|what figure]",
    "words": "[which one|what|what name|which]",
}
VALUE = (
    "[{w} was that[ again|]?|{w} did you say?|{w} was it[ again|, once more|]?|{w}, please? I lost it.|{w} again? I was looking out of the window.|Tell me again. {w}?|{w}? Say it slowly."
    "|My [father|girlfriend|boss|neighbour|daughter] asks: {w} was it?|Good grief, {w} was it?|I've told nobody yet. {w} was it again?|Well, well. And {w} was that?|{w} did it say[ there|]?]"
)
OR = (
    "[Was it {a} or {b}?|{a} or {b}?|Did you say {a} or {b}?|So that's {a}, not {b}?|I heard {a}, my friend heard {b}. Which is it?|Sorry, {a}? Or {b}?|I'd like to be sure: {a} or {b}?|{a}, was it, or {b}?]"
)
VALUED = "[It was {v}.|I said {v}.|It's {v}.|{v}, as I said.|That was {v}.]"
CLOCK, DATE = re.compile(r"\d\d:\d\d"), re.compile(r"\d{4}-\d\d-\d\d")
LEADS = ["", "", "", "As I said: ", "Sure: ", "Of course. ", "Once more: "]
WISHED = (
    "[[Which|What] {p} did I [say|ask for|give you|mention|name]?|What {p} was [it|that][ again|]?|And the {p} that I said was ... ?|I forgot the {p}. What did I say?|Which {p} did you take?|What did I give you as the {p}?"
    "|Did I name the right {p}? Which one was it?|Remind me, which {p} did I want?]"
)
STATED = "[You said {v}.|It was {v}.|You said {v}.|{v}, you said.|The {p} was {v}.]"
BACK = (
    "[[Oh|Ah|No], wait, [never mind|forget it|leave it].|[Actually|Hm], no, [forget it|don't|leave it|never mind].|Hang on, {r}, so [never mind|there's no need|leave it].|On second thought, [leave it|don't|let's not].|No, stop, {r}."
    "|Oh, {r}, so forget what I said.|... oh no, never mind, {r}.|Or no, let's not do that[ now| today|].|Wait, [that's not needed|there's no need] any more.|Ah, {r}. Don't bother.|Scratch that, {r}.]"
)
REASONS = """I've just done it myself|somebody has done it already|I found it out myself|that can wait|my sister did it this morning|it's not needed any more|I changed my mind|I don't need it after all|they've just told me
|I've got it here|my friend says it's settled|I was thinking of something else|it's too late for that anyway|we'll do that another day""".replace("\n", "").split("|")
LEFT = (
    "[All right, I'll leave it.|OK, I won't do anything.|No problem, I'll leave it as it is.|Fine, then I'll do nothing.|Sure, never mind then.|All right, forgotten.|Good, then nothing needs to be done.|OK, I'll leave it at that.]"
)


def named(text: str) -> str:
    """A name in code as words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", text).lower()


def simple(value: Any) -> bool:
    """Whether it is a text that says something, or a number."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool) and value != ""


def again(gen: Gen, scene: list[Chat]) -> list[Chat]:
    """The last answer, or a part of it, is asked for again; nothing is called for that."""
    last = scene[-1]["content"]
    ask = gen.text(AGAIN)
    results = [message["content"] for message in scene if message["role"] == "tool"]
    if len(results) == 1 and results[0][:1] == "{" and gen.chance(0.7):
        held = {key: value for key, value in json.loads(results[0]).items() if simple(value) and str(value) in last}
        if held:
            key = gen.pick(list(held))
            return part(gen, named(key), held[key], last)
    return [turn("user", ask), turn("assistant", gen.pick(LEADS) + last)]


def part(gen: Gen, name: str, value: str | float, last: str) -> list[Chat]:
    """A value of the answer is asked for: by its name, by its form, or whether it was this or another."""
    form = "number" if not isinstance(value, str) else "time" if CLOCK.fullmatch(value) else "day" if DATE.fullmatch(value) else "words"
    way = gen.weighted({"name": 3, "form": 3 if form != "words" else 1, "or": 1.5 if form == "number" else 0})
    if way == "name":
        ask = gen.text(PART, p=name)
    elif way == "form":
        ask = gen.text(VALUE, w=gen.text(FORMS[form]))
        ask = ask if gen.chance(0.3) else sentence(ask)
    else:
        other = value + gen.pick([1, 2, 10, -1]) if isinstance(value, int) else round(float(value) + gen.pick([1, 0.5, 10]), 1)
        pair = gen.shuffled([str(value), str(other)])
        ask = gen.text(OR, a=pair[0], b=pair[1])
    return [turn("user", ask), turn("assistant", gen.pick(LEADS) + last if gen.chance(0.4) else gen.say(VALUED, v=str(value)))]


def wished(gen: Gen, use: Use) -> list[Chat]:
    """A value that the wish named is asked for."""
    told = {name: value for name, value in use.args.items() if simple(value) and str(value).lower() in use.ask.lower()}
    if not told:
        return []
    name = gen.pick(sorted(told))
    return [turn("user", gen.text(WISHED, p=named(name))), turn("assistant", gen.say(STATED, p=named(name), v=str(told[name])))]


def taken_back(gen: Gen, use: Use) -> list[Chat]:
    """A wish and its end in one message."""
    stop = "" if use.ask[-1:] in ".!?…" else gen.pick(["...", ".", " -"])
    ask = f"{use.ask}{stop} {gen.text(BACK, r=gen.pick(REASONS))}"
    return [turn("user", ask), turn("assistant", gen.text(LEFT))]


def followed(gen: Gen, use: Use, scene: list[Chat], often: float) -> list[Chat]:
    """What is asked after a call, in a share of the cases."""
    if not gen.chance(often):
        return []
    return again(gen, scene) if gen.chance(0.6) else wished(gen, use)
