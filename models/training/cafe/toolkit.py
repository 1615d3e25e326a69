"""Tools as data: names, descriptions and schemas, and one use of a tool as request, arguments, result and answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable

from .chance import Gen, sentence
from .concepts import Context, Param, Value
from .remarks import dressed


def join_name(gen_style: str, parts: list[str]) -> str:
    """Words of a name in one style: camel, snake, kebab or pascal."""
    flat = [word.lower() for part in parts for word in part.replace("-", " ").replace("'", "").split()]
    if gen_style == "snake":
        return "_".join(flat)
    if gen_style == "kebab":
        return "-".join(flat)
    camel = "".join(word.capitalize() for word in flat)
    return camel if gen_style == "pascal" else camel[:1].lower() + camel[1:]


def tool_name(gen: Gen, parts: list[str]) -> str:
    style = gen.weighted({"camel": 0.5, "snake": 0.38, "kebab": 0.06, "pascal": 0.06})
    return join_name(style, parts)


@dataclass
class Use:
    """One wish and its call. `outcome` draws what the tool gave back and what is to be said of it."""

    ask: str
    args: dict[str, Any]
    about: str
    outcome: Callable[[Gen], tuple[Any, str]]


@dataclass
class Tool:
    """A tool and the way it is used. `topic` keeps look-alikes apart: no two tools of a list share it."""

    name: str
    description: str
    params: list[Param]
    topic: str
    make: Callable[["Tool", Gen, Context, dict[str, Value]], Use] = field(repr=False)
    main: Param | None = None

    def schema(self, gen: Gen) -> dict[str, Any]:
        """The definition as a host passes it on: bare or in OpenAI's wrapping, with or without Apple's additions."""
        parameters: dict[str, Any] = {"type": "object", "properties": {p.name: p.schema for p in self.params}}
        parameters["required"] = [p.name for p in self.params if p.required]
        if gen.chance(0.5):
            parameters |= {"title": "Arguments", "x-order": [p.name for p in self.params], "additionalProperties": False}
        return {"name": self.name, "description": self.description, "parameters": parameters}

    def use(self, gen: Gen, context: Context, fixed: dict[str, Value] | None = None) -> Use:
        """One use. Optional parameters are given half of the time."""
        values = dict(fixed or {})
        for param in self.params:
            if param.name not in values and (param.required or gen.chance(0.5)):
                values[param.name] = param.draw(gen, context)
        use = self.make(self, gen, context, values)
        if gen.remarks and gen.chance(gen.remarks):
            use.ask = dressed(gen, use.ask, self.params, set(values) | set(use.args))
        return use

    def arguments(self, values: dict[str, Value]) -> dict[str, Any]:
        return {p.name: values[p.name].json for p in self.params if p.name in values}


def phrases(tool: Tool, values: dict[str, Value], skip: set[str] = frozenset()) -> str:
    """The phrases of the values in the order of the parameters."""
    return " ".join(values[p.name].phrase for p in tool.params if p.name in values and p.name not in skip and values[p.name].phrase)


LEADS = (
    "[|||||[Please|Could you|Can you|Would you|Hi, could you|Hey, can you|I want you to|I need you to|Kindly|Do me a favour and|Next, please|"
    "Be so kind and|Now]] "
)


def request(gen: Gen, imperative: str) -> str:
    """An imperative as a request: bare, polite, or as a question."""
    lead = gen.text(LEADS).strip()
    ending = "?" if lead.endswith("you") and not lead.startswith("I ") else gen.pick([".", ".", "!", "", "."])
    thanks = gen.pick(["", "", "", "", " Thanks!", " Thank you.", " please"]) if ending else ""
    if thanks == " please":
        return sentence(f"{lead} {imperative}, please{ending}" if ending and not lead else f"{lead} {imperative}{ending}")
    return sentence(f"{lead} {imperative}{ending}{thanks}")


def distinct_params(gen: Gen, params: list[Param]) -> list[Param]:
    """The parameters with names that differ; a clash takes another of the concept's names."""
    seen: set[str] = set()
    kept = []
    for param in params:
        names = [param.name] + gen.shuffled(param.concept.names.split())
        free = [name for name in names if name not in seen]
        if free:
            param.name = free[0]
            seen.add(param.name)
            kept.append(param)
    return kept


def restyle(params: list[Param], name: str) -> None:
    """Parameter names follow the tool's style: snake beside snake, camel beside camel."""
    for param in params:
        if "_" in name and not param.name.islower():
            param.name = "".join("_" + c.lower() if c.isupper() else c for c in param.name)
        elif "_" in param.name and "_" not in name:
            head, *tail = param.name.split("_")
            param.name = head + "".join(part.capitalize() for part in tail)
