"""Conversations in which the answer states the result of tool calls: values, comparisons, lists, failures, deeds, chains."""

from __future__ import annotations

from . import words
from .banked import alike
from .chance import Gen, article, listed, plural, turn
from .outcomes_forms import Kit, asked, drawn, dumped, entities, itemised, kit_of, reason, shown, sorry, style_of, told, ways
from .outcomes_numbers import measure_scene
from .toolbox import Chat, call, calling


def fact_scene(gen: Gen, kit: Kit) -> list[Chat]:
    """A value in words."""
    block, tool = kit.block, kit.tools[0]
    bare, names = entities(gen, block["head"][1], 1)
    value = str(drawn(gen, block["head"][2]))
    said = gen.text(gen.pick(ways(block, "fact")), e=names[0], v=value)
    ask = asked(gen, gen.pick(ways(block, "ask")), e=names[0])
    if gen.chance(0.14):
        result, plain = reason(gen, bare[0])
        answer = sorry(gen, plain, "")
    else:
        result = shown(gen, style_of(gen), block, block["arg"], bare[0], value, "", said, {})
        answer = gen.say("[{f}.|{f}.|{f}.|I looked it up: {f}.|I found it: {f}.|According to the list, {f}.]", f=said)
    return [turn("user", ask), calling([call(tool, {tool.params[0].name: bare[0]})]), turn("tool", result), turn("assistant", answer)]


def list_scene(gen: Gen, kit: Kit) -> list[Chat]:
    """Several items: all, their number, the first or last, the best, or none."""
    block, tool = kit.block, kit.tools[0]
    noun, of = block["head"][3:]
    bare, names = entities(gen, block["head"][1], 1)
    way = gen.weighted({"all": 4.5, "count": 1.6, "end": 1.5, "best": 1.8 if "num" in block else 0, "empty": 1.0, "fail": 0.7})
    count = gen.number(2, 5) if way in ("best", "end") else gen.weighted({1: 0.5, 2: 2, 3: 3, 4: 2, 5: 1})
    items = entities(gen, block["head"][2], count)[0]
    kind = block["head"][2]
    items = sorted(items) if kind == "time" else items
    many, e = plural(noun, 2), names[0]
    asks = ways(block, "ask") if way in ("all", "empty", "fail") else []
    flag, to = ("many" if count > 1 else "one"), "to " if noun == "task" else "the " if kind in ("food", "animal") else ""
    numbers, unit, key, best, has = [], "", "", "", ""
    if "num" in block and (way == "best" or gen.chance(0.3)):
        key, span, unit, best, has = block["num"].split(";")
        low, high = span.split()
        numbers = gen.some(range(int(low), int(high) + 1), count) if int(high) - int(low) >= count else []
        if not numbers:
            items = items[: int(high) - int(low)]
            numbers = gen.some(range(int(low), int(high) + 1), len(items))
    if way == "empty":
        items, numbers = [], []
    result = itemised(gen, items, key, numbers, unit)
    if way in ("all", "empty", "fail"):
        ask = asked(gen, gen.pick(asks), e=e)
    if way == "fail":
        result, plain = reason(gen, bare[0])
        answer = sorry(gen, plain, f"the {many} {of} {e}")
    elif way == "empty":
        answer = gen.say("[I found no {m} {o} {e}.|There are no {m} {o} {e}[|, sorry].|"
            "Nothing came up: the list of {m} {o} {e} is empty.|I'm sorry, no {m} were found for {e}.|The search for {e} gave no {m}.]",
            m=many, e=e, o=of)
    elif way == "all":
        told_items = [article(i) for i in items] if block["head"][0] in ("orders", "pets") else items
        said = gen.text(gen.pick(ways(block, "fact", flag)), e=e, l=listed(told_items))
        priced = [f"{i} ({told(str(n), ' ' + unit)})" for i, n in zip(told_items, numbers)]
        if priced and gen.chance(0.5):
            said = gen.text(gen.pick(ways(block, "fact", flag)), e=e, l=listed(priced))
        answer = gen.say("[{s}.|{s}.|{s}.|I found {n} {m} {o} {e}: {l}.]", s=said, n=len(items), m=plural(noun, len(items)), e=e, o=of,
            l=listed(items))
    elif way == "count":
        ask = asked(gen, "[how many {m} are there for {e}?|how many {m} {o} {e}|count the {m} {o} {e}|{m} {o} {e}, how many?|"
            "I only need the number of {m} {o} {e}]", m=many, e=e, o=of)
        n = len(items)
        answer = gen.say("[There is {n} {m} {o} {e}|I count {n} {m} {o} {e}]" if n == 1 else "[There are {n} {m} {o} {e}|"
            "I count {n} {m} {o} {e}|The list for {e} has {n} {m}]", n=n, m=plural(noun, n), e=e, o=of)
        answer += gen.pick([".", f": {listed(items)}."])
    elif way == "end":
        first = gen.chance(0.6)
        where = "first" if first else "last"
        ask = asked(gen, "[what's the {w} {m} {o} {e}?|which {m} comes {w} for {e}|the {w} {m} {o} {e}, please|"
            "just the {w} {m} on the list for {e}]", w=where, m=noun, e=e, o=of)
        answer = gen.say("[The {w} {m} {o} {e} is {i}.|The {w} {m} on the list for {e} is {i}.]", w=where, m=noun, e=e, o=of,
            i=to + items[0 if first else -1])
    elif way == "best":
        ask = asked(gen, "[which is the {w} {m} {o} {e}?|what's the {w} {m} {o} {e}|find me the {w} {m} {o} {e}|"
            "{e}: I want the {w} {m}]", w=best, m=noun, e=e, o=of)
        at = numbers.index(max(numbers) if best == "best" else min(numbers))
        value = gen.text(has, v=told(str(numbers[at]), " " + unit))
        answer = gen.say("[The {w} {m} {o} {e} is {i}, which {h}.|{i} is the {w} {m} {o} {e}: it {h}.|That is {i}, which {h}.]", w=best,
            m=noun, e=e, o=of, i=to + items[at], h=value)
    return [turn("user", ask), calling([call(tool, {tool.params[0].name: bare[0]})]), turn("tool", result), turn("assistant", answer)]


def deed_scene(gen: Gen, kit: Kit) -> list[Chat]:
    """Something done, done in part, done before, waiting, or failed."""
    block, tool = kit.block, kit.tools[0]
    spec = [p.strip().split(":") for p in block["param"].split(",")]
    held = {spelled.split("/")[0]: drawn(gen, kind) for spelled, kind in spec}
    args = {param.name: value for param, value in zip(tool.params, held.values())}
    ask = asked(gen, gen.pick(ways(block, "ask")), **held)
    counted = [held[spelled.split("/")[0]] for spelled, kind in spec if kind == "count" and not spelled.startswith("guests")]
    many = counted[0] if counted else gen.number(3, 9)
    way = gen.weighted({"done": 3, "ref": 2.5, "already": 0.9, "part": 1.0 if many > 2 else 0, "wait": 0.8, "fail": 1.4})
    said, reference, person = gen.text(gen.pick(ways(block, "done")), **held), words.code(gen), words.first_name(gen)
    ref = block["ref"]
    if way == "done":
        result = gen.pick(["done", "OK", "ok", "200 OK", "ACK", "success", dumped(gen, {"ok": True}), dumped(gen,
            {"status": "success"} | args), dumped(gen, {"code": 0, "msg": "done"}), "true", "accepted"])
        answer = gen.say("[Done: {s}.|{s}.|{s}.|All right, {s}.|That worked: {s}.]", s=said)
    elif way == "ref":
        key = gen.pick([ref + "_no", ref, "id", "ref", "nr", "code"])
        result = gen.pick([dumped(gen, {"ok": True, key: reference}), dumped(gen, {key: reference} | args), f"OK {reference}",
            f"{key}={reference}; state=ok", f"done, {key} {reference}", reference])
        answer = gen.say("[{s}. The {f} number is {c}.|{s}, with the {f} number {c}.|Done: {s}. Your {f} number is {c}.]", s=said, f=ref,
            c=reference)
    elif way == "already":
        result = gen.pick(["already done", dumped(gen, {"changed": False, "why": "already"}), "NOOP already", "unchanged, was so before",
            dumped(gen, {"status": "exists"}), "304 not modified"])
        answer = gen.say("[{s}, so nothing had to be done.|{s}, so I changed nothing.|{s}.|There was nothing to do: {s}.]",
            s=gen.text(block["already"], **held))
    elif way == "part":
        k = gen.number(2, many - 1)
        result = gen.pick([f"{k} of {many} ok", f"PARTIAL {k}/{many}", dumped(gen, {"done": k, "of": many}), dumped(gen, {"ok": k,
            "failed": many - k, "total": many}), f"partial success: {k} of {many}"])
        answer = gen.say("[Only {k} of {n} {s}.|Only {k} of {n} {s}, {m} did not work.|It worked only in part: {k} of {n} {s}.]", k=k,
            n=many, m=many - k, s=gen.text(block["part"], **held))
    elif way == "wait":
        result = gen.pick([f"pending, {person} must confirm", dumped(gen, {"status": "pending", "confirm_by": person}),
            f"WAITING FOR {person}", dumped(gen, {"state": "to be confirmed", "who": person})])
        answer = gen.say("[It is not final yet: {p} still has to confirm it.|The request is in, but {p} has to confirm it first.|"
            "This waits for {p}, who has to confirm it.|{p} must still confirm it, so it is not done yet.]", p=person)
    else:
        result, plain = reason(gen, "")
        answer = sorry(gen, plain, "")
    return [turn("user", ask), calling([call(tool, args)]), turn("tool", result), turn("assistant", answer)]


def chain_scene(gen: Gen, kit: Kit) -> list[Chat]:
    """Two tools: the second call uses what the first one found."""
    f, (first, second) = kit.block["fields"], kit.tools
    _, kind, between, last = (part.strip() for part in f[0].split(";"))
    entity, middle, value = str(drawn(gen, kind)), str(drawn(gen, between)), drawn(gen, last)
    ask = asked(gen, gen.pick(f[9].split(";")), e=entity)
    forms = [{"kind": "chain", "key": f[4]}, {"kind": "chain", "key": f[8]}]
    styles = [gen.weighted({"json": 3, "nested": 1.5, "bare": 1.5, "pairs": 1.5, "table": 1, "upper": 0.7}) for _ in forms]
    chats = [turn("user", ask), calling([call(first, {first.params[0].name: entity})])]
    if gen.chance(0.08):
        result, plain = reason(gen, entity)
        return chats + [turn("tool", result), turn("assistant", sorry(gen, plain, ""))]
    chats += [turn("tool", shown(gen, styles[0], forms[0], "", entity, middle, "", "", {})), calling([call(second,
        {second.params[0].name: middle})])]
    if gen.chance(0.08):
        result, plain = reason(gen, middle)
        answer = gen.say("[I found {m}, but then it failed: {r}.|The first step gave {m}, but the second did not work, because {r}.]",
            m=middle, r=plain)
        return chats + [turn("tool", result), turn("assistant", answer)]
    answer = gen.say(gen.pick(f[10].split(";")) + ".", e=entity, m=middle, v=value)
    return chats + [turn("tool", shown(gen, styles[1], forms[1], "", middle, value, "", "", {})), turn("assistant", answer)]


SCENES = {"measure": measure_scene, "fact": fact_scene, "list": list_scene, "deed": deed_scene, "chain": chain_scene}
SHARES = {"measure": 4.5, "fact": 1.8, "list": 2.6, "deed": 2.2, "chain": 1.0}


def outcome_chat(gen: Gen) -> Chat:
    """One to three wishes over one to three tools, each with its calls, results and an answer that states what was found."""
    kits: list[Kit] = []
    for _ in range(gen.weighted({1: 5, 2: 3, 3: 1.5})):
        other = kit_of(gen, gen.weighted(SHARES))
        known = [tool for one in kits for tool in one.tools]
        if len(known) + len(other.tools) <= 3 and not any(alike(a, b) for a in known for b in other.tools):
            kits.append(other)
    scenes = []
    for at in range(gen.weighted({1: 3, 2: 3, 3: 3, 4: 1})):
        one = kits[at] if at < len(kits) and gen.chance(0.7) else gen.pick(kits)
        scenes.append(SCENES[one.block["kind"]](gen, one))
    head = []
    if gen.chance(0.2):
        head = [turn("system", gen.text("[You are a helpful assistant.|You help guests with questions and errands.|"
            "Answer briefly and name the result.|Use the tools when they help.|You work at the counter of a small café.|Be brief.|"
            "Tell the user what the tools found.]"))]
    tools = gen.shuffled([tool for one in kits for tool in one.tools])
    return {"messages": head + [message for scene in scenes for message in scene], "tools": [tool.schema(gen) for tool in tools]}
