"""Conversations from the banks: hand-written tools, tasks, personas, facts and talk, put together at random."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from itertools import accumulate
from typing import Any

from . import words
from .bank import SLOT, Block, Field, Kind, blocks, slots
from .chance import Gen, listed, sentence, tidy, turn
from .concepts import Concept, Context, Param, Value
from .dates import some_date, today_line
from .knowledge import knowledge_exchange
from .remarks import dressed
from .tasks import Task
from .toolkit import Tool, Use, restyle, tool_name

Chat = dict[str, Any]
# Words that many tools' names share; any other common word makes two tools look alike.
COMMON = set("get find check list set look up search show add create make the a of for to by and in on fetch lookup read new my".split())


SPANS = [("from", "until"), ("from", "to"), ("start", "end"), ("begin", "end"), ("open", "close"), ("opens", "closes"), ("since", "until"), ("first", "last"), ("on", "off"), ("fromTime", "untilTime")]


def another(gen: Gen, kind: Kind, context: Context, taken: list[Any]) -> Value:
    """A value of a kind that is none of those taken, if eight draws find one: a question may hang on what tells two values apart."""
    # In Python 1 equals True, and a flag is no number.
    numbers_and_texts = [other for other in taken if not isinstance(other, bool)]
    value = kind.draw(gen, context)
    for _ in range(8):
        if value.json not in numbers_and_texts:
            break
        value = kind.draw(gen, context)
    return value


def values(gen: Gen, fields: dict[str, Field], names: set[str], context: Context, given: dict[str, Any] | None = None) -> dict[str, Value]:
    """Values for the fields with these names, unlike each other and those that are given."""
    held: dict[str, Value] = {}
    for name in sorted(names):
        if name in fields:
            held[name] = another(gen, fields[name].kind, context, [value.json for value in held.values()] + list((given or {}).values()))
    for first, last in SPANS:
        # What begins ends later.
        if first in held and last in held and fields[first].kind.name == fields[last].kind.name == "time" and held[last].json < held[first].json:
            held[first], held[last] = held[last], held[first]
    return held


def drawn(gen: Gen, block: Block, context: Context) -> dict[str, Any]:
    """The block's draws, as JSON values; strings where they are spoken."""
    made: dict[str, Any] = {}
    taken: list[Any] = []
    for name, one in block.draws.items():
        value = another(gen, one.kind, context, taken)
        taken.append(value.json)
        made[name] = value.said if one.kind.name in ("day", "time", "list") else value.json
    return made


# Words in -s that are no plural.
SINGULAR = set("lens gas news christmas canvas series species mathematics physics gymnastics tennis chess always perhaps yes james pancreas atlas iris basis cosmos chaos".split())
VERBS = {"is": "are", "was": "were", "has": "have", "isn't": "aren't", "wasn't": "weren't", "hasn't": "haven't"}


def many(value: Any) -> bool:
    """Whether a value in small letters is several things: "oat biscuits", "a cake and a candle"."""
    if not isinstance(value, str) or not value[:1].islower() or "," in value:
        return False
    head = re.split(r" (?:of|with|in|for|from|on|to|without|under|at|by) ", value)[0].split(" ")
    return " and " in value and head[0] not in ("a", "an", "the") or head[-1].endswith("s") and not head[-1].endswith(("ss", "us", "is", "'s")) and head[-1] not in SINGULAR and head[0] not in ("a", "an", "one")


COUNTED = set("""days minutes hours seconds weeks months years nights guests cups stars points euros kilos grams metres kilometres litres pages pieces degrees tickets seats rooms tables eggs bags
boxes bottles coins copies desks chairs steps sacks jars loaves cakes plates glasses spoons trees flowers books letters parcels lines bars rounds laps goals players visitors members workers lamps
keys doors boats cars horses sheep tons barrels baskets crates trays sheets bricks nails ropes frames hives drops slices portions rolls tins buckets benches mugs cookies scoops persons""".split())
ODD = {"loaves": "loaf", "boxes": "box", "copies": "copy", "glasses": "glass", "benches": "bench", "sheep": "sheep", "cookies": "cookie"}


def agreeing(text: str, said: dict[str, Any]) -> str:
    """The template with plural verbs where values of its slots are several things, and with a singular noun after the number one."""
    for name in set(SLOT.findall(text)):
        if str(said.get(name)) in ("1", "one"):
            text = re.sub(rf"(\{{{re.escape(name)}\}} (?:more )?)([a-z]+)\b", lambda found: found[1] + (ODD.get(found[2], found[2][:-1]) if found[2] in COUNTED else found[2]), text)
        if many(said.get(name.removeprefix("a:"))):
            slot = re.escape("{" + name + "}")
            text = re.sub(rf"({slot}) (is|was|has|isn't|wasn't|hasn't)\b", lambda found: f"{found[1]} {VERBS[found[2]]}", text)
            text = re.sub(rf"\b([Tt])here(?: is|'s) (no |)(?={slot})", r"\1here are \2", text)
    return text


def phrase(gen: Gen, text: str, said: dict[str, Any]) -> str:
    """A drawing of the template as sentences. An address keeps its small letters, wherever it stands."""
    made = sentence(gen.text(agreeing(text, said), **said))
    for value in said.values():
        if isinstance(value, str) and "@" in value:
            made = re.sub(re.escape(value), value, made, flags=re.IGNORECASE)
    return made


def stopped(text: str) -> str:
    """The text with a full stop where it ends in a value."""
    return text if re.search("[.!?…][\"”’']?$", text) else text + "."


# How much replies count in training, in percent, where many others would do as well: less than what can be right or wrong.
FREE = 80


def spoken_turns(gen: Gen, said: tuple[str, ...], made: dict[str, Any], share: int = 100) -> list[Chat]:
    """What the user and the assistant say in turn; the user writes as it comes, without capitals that the bank does not have."""
    chats = []
    for at, text in enumerate(said):
        chats.append(turn("assistant", phrase(gen, text, made)) | {"share": share} if at % 2 else turn("user", typed(gen, text, made)))
    return chats


def typed(gen: Gen, text: str, made: dict[str, Any]) -> str:
    """A drawing as people type it: now and then without capitals or without the last full stop."""
    out = tidy(gen.text(agreeing(text, made), **made))
    if gen.chance(0.06) and not SLOT.search(text):
        out = out.lower()
    # A mark at the end of a value is part of it.
    if gen.chance(0.08) and out[-1:] in ".!" and not text.rstrip().endswith("}"):
        out = out[:-1]
    return out


QUOTES = ['"{}"', '"{}"', "'{}'", "'{}'", "“{}”", "„{}“", "«{}»", "‘{}’", "*{}*", "`{}`"]


def quoted(gen: Gen, kind: Kind, said: str) -> str:
    """A free text or name as people write it, in quotation marks now and then, which are no part of it."""
    return gen.pick(QUOTES).format(said) if kind.name in ("text", "title", "place", "coin") and gen.chance(0.07) else said


def priced(answer: str, name: str, value: Any) -> Any:
    """A number of a result with its currency, where the answer will name it."""
    return f"{value} euros" if f"{{{name}}} euro" in answer and isinstance(value, (int, float)) and not isinstance(value, bool) else value


HINTS = {"day": "[YYYY-MM-DD|as YYYY-MM-DD]", "time": "[HH:MM|as HH:MM]"}


def described(gen: Gen, one: Field) -> dict[str, Any]:
    """The field's schema; the form of dates and times is mostly told."""
    schema = one.kind.schema(gen)
    about = gen.pick(one.about) if one.about and gen.chance(0.85) else ""
    if one.kind.name in HINTS and "YYYY" not in about and "HH" not in about and gen.chance(0.8):
        about = f"{about}, {gen.text(HINTS[one.kind.name])}" if about else gen.text(HINTS[one.kind.name])
    return schema | ({"description": about} if about else {})


def shown(value: Any) -> str:
    """A value that an ask sets, as an answer names it."""
    return listed(value) if isinstance(value, list) else str(value)


def concept(kind: Kind) -> Concept:
    return Concept("", "", kind.schema, lambda g, s, c: kind.draw(g, c), "{v}")


def fixed(text: str) -> tuple[str, Any]:
    """`key=value` of a result: a JSON value, or else a string."""
    key, _, value = text.partition("=")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


class BankTool(Tool):
    """A tool of a bank: an ask decides which parameters are given."""

    block: Block
    spelled: dict[str, str]

    def use(self, gen: Gen, context: Context, fixed: dict[str, Value] | None = None) -> Use:
        given, text = self.block.asks[gen.weighted({at: 1 + self.optional(ask) for at, ask in enumerate(self.block.asks)})]
        held = values(gen, self.block.fields, slots(text), context, given)
        ask = typed(gen, text, {name: quoted(gen, self.block.fields[name].kind, value.said) for name, value in held.items()})
        args = self.ordered({name: value.json for name, value in held.items()} | given)
        if gen.remarks and gen.chance(gen.remarks / 3):
            ask = dressed(gen, ask, self.params, set(args))
        said = {name: value.said for name, value in held.items()} | {name: shown(value) for name, value in given.items()}
        return Use(ask, args, f"the {self.block.names[0]}", lambda g: self.outcome(g, said, args, context))

    def optional(self, ask: tuple[dict[str, Any], str]) -> int:
        """How many parameters that could be left out an ask tells. They are forgotten more easily than the others, so such asks count more."""
        return sum(self.block.fields[name].optional for name in slots(ask[1]) | set(ask[0]) if name in self.block.fields)

    def ordered(self, held: dict[str, Any]) -> dict[str, Any]:
        return {self.spelled[name]: held[name] for name in self.block.fields if name in held}

    def outcome(self, gen: Gen, said: dict[str, str], args: dict[str, Any], context: Context) -> tuple[Any, str]:
        if self.block.fails and gen.chance(0.12):
            result, answer = gen.pick(self.block.fails)
            return gen.text(result, **said), stopped(phrase(gen, answer, said))
        result, answer = gen.pick(self.block.results)
        made = drawn(gen, self.block, context)
        back = {self.spelled[name]: name for name in self.block.fields}
        known = {back[name]: value for name, value in args.items()}
        if isinstance(result, list):
            held = dict(fixed(part) if "=" in part else (part, priced(answer, part, made.get(part, known.get(part)))) for part in result)
            text: str = json.dumps(held, ensure_ascii=False, separators=gen.pick([(",", ":"), (", ", ": ")]))
        else:
            text = gen.text(result, **({name: priced(answer, name, value) if "eur" not in result.lower() else value for name, value in (said | made).items()}))
        return text, stopped(phrase(gen, answer, said | made))

    def several(self, gen: Gen, context: Context) -> list[Chat] | None:
        """A wish that needs one call for each of several values."""
        if not self.block.many:
            return None
        given, text = gen.pick(self.block.many)
        count = max(int(number) for number in re.findall(r"\.(\d)\}", text))
        named = slots(text)
        first = values(gen, self.block.fields, named, context)
        split = {found for found in re.findall(r"\{(?:a:)?(\w+)\.\d\}", text)}
        rounds = [first]
        for _ in range(1, count):
            for _ in range(20):
                other = values(gen, self.block.fields, split, context)
                if all(other[name].json != earlier[name].json for earlier in rounds for name in split):
                    break
            else:
                return None
            rounds.append(first | other)
        said: dict[str, Any] = {}
        for index, held in enumerate(rounds, 1):
            said |= {(name if index == 1 else f"{name}.{index}"): value.said for name, value in held.items()}
            said |= {f"{name}.{index}": value.said for name, value in held.items()}
        chats = [turn("user", typed(gen, text, said))]
        calls, results, answers = [], [], []
        for held in rounds:
            args = self.ordered({name: value.json for name, value in held.items()} | given)
            told = {name: value.said for name, value in held.items()} | {name: shown(value) for name, value in given.items()}
            result, answer = self.outcome(gen, told, args, context)
            calls.append({"name": self.name, "arguments": args})
            results.append(turn("tool", result))
            answers.append(answer)
        chats.append({"role": "assistant", "content": "", "tool_calls": calls})
        return chats + results + [turn("assistant", " ".join(answers))]


def bank_tool(gen: Gen, block: Block | None = None) -> BankTool:
    block = block or gen.pick(blocks()["tool"])
    name = tool_name(gen, gen.pick(block.names).split())
    params = []
    for one in block.fields.values():
        schema = described(gen, one)
        params.append(Param(concept(one.kind), gen.pick(one.names), schema, not one.optional))
    first = [param.name for param in params]
    restyle(params, name)
    if len(set(param.name for param in params)) < len(params):
        for param, back in zip(params, first):
            param.name = back
    tool = BankTool(name, gen.pick(block.about), params, "bank " + block.place, lambda *_: None, None)  # type: ignore[arg-type, return-value]
    tool.block = block
    tool.spelled = {key: param.name for key, param in zip(block.fields, params)}
    return tool


def alike(tool: Tool, other: Tool) -> bool:
    """Whether a wish for one could be taken for one for the other: equal topics, or names that share a telling word."""
    words_of = lambda t: {w.lower().rstrip("s") for w in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", t.name)} - COMMON  # noqa: E731
    return tool.topic == other.topic or bool(words_of(tool) & words_of(other))


def titled(block: Block) -> str:
    """The title of the structure: its name in one word."""
    return "".join(word[:1].upper() + word[1:] for word in (block.names[0] if block.names else "Answer").split())


def bank_task(gen: Gen, block: Block | None = None) -> Task:
    """A structure to be read from a text."""
    block = block or gen.pick(blocks()["task"])
    context = Context(some_date(gen))
    given, text = gen.pick(block.asks)
    held = values(gen, block.fields, slots(text), context, given)
    found = {name: value.json for name, value in held.items()} | given
    schema: dict[str, Any] = {"type": "object", "properties": {}, "required": []}
    value: dict[str, Any] = {}
    order = gen.shuffled(list(block.fields)) if gen.chance(0.25) else list(block.fields)
    for name in order:
        one = block.fields[name]
        spelled = gen.pick(one.names)
        schema["properties"][spelled] = described(gen, one)
        if not one.optional:
            schema["required"].append(spelled)
        if name in found:
            value[spelled] = found[name]
    told = gen.pick(block.told) if block.told else ""
    if context.needs_today:
        told = f"{told} {today_line(gen, context.today)}".strip()
    return told, typed(gen, text, {name: v.said for name, v in held.items()}), schema, titled(block), value


def persona_scene(gen: Gen, count: int, block: Block | None = None) -> tuple[str, list[Chat]]:
    """Instructions and some exchanges that follow them."""
    block = block or gen.pick(blocks()["persona"])
    made = drawn(gen, block, Context(some_date(gen)))
    spoken = {name: words.spoken(gen, value) if isinstance(value, int) else value for name, value in made.items()}
    chats: list[Chat] = []
    told = gen.pick(block.told)
    known = slots(told)
    # An answer may use what the instructions tell, or what the question names.
    fitting = [said for said in block.says if all(slots(said[at]) <= known | slots(" ".join(said[:at])) for at in range(1, len(said), 2))]
    for said in gen.some(fitting, count):
        chats += spoken_turns(gen, said, spoken, 80)
    return phrase(gen, told, spoken), chats


@lru_cache(maxsize=None)
def talk_blocks(bank: str) -> tuple[list[Block], list[int]]:
    """The blocks of talk in banks whose names begin so, and the sums of their lines up to each. The ones on tools' subjects stand beside tools only."""
    found = [block for block in blocks()["talk"] if block.place.startswith(bank) and (bank or not block.place.startswith("nocall"))]
    return found, list(accumulate(len(block.says) for block in found))


def talk_exchange(gen: Gen, bank: str = "") -> list[Chat]:
    """One remark of small talk and its reply."""
    found, sums = talk_blocks(bank)
    block = gen.random.choices(found, cum_weights=sums)[0]
    made = drawn(gen, block, Context(some_date(gen)))
    return spoken_turns(gen, gen.pick(block.says), made, 100 if block.place.startswith("plain") else FREE)


def small(gen: Gen) -> list[Chat]:
    return talk_exchange(gen) if gen.chance(0.9) else knowledge_exchange(gen)
