"""What is drawn from a block of a bank, to be read by whoever writes it."""

from __future__ import annotations

import json

from .bank import Block
from .banked import bank_task, bank_tool, drawn, persona_scene, phrase
from .chance import Gen
from .concepts import Context
from .dates import some_date
from .forms import form_task


def example(gen: Gen, block: Block) -> str:
    """Something drawn from the block, to be read."""
    context = Context(some_date(gen))
    if block.head == "tool":
        tool = bank_tool(gen, block)
        lines = [f"--- {tool.name}: {tool.description} | " + "; ".join(f"{p.name}{'' if p.required else '?'} {p.schema}" for p in tool.params)]
        for _ in range(3):
            use = tool.use(gen, context)
            result, answer = use.outcome(gen)
            lines.append(f"  {use.ask}\n     {json.dumps(use.args, ensure_ascii=False)} -> {result} -> {answer}")
        if many := tool.several(gen, context):
            lines.append(f"  {many[0]['content']}\n     {[c['arguments'] for c in many[1]['tool_calls']]} -> {many[-1]['content']}")
        return "\n".join(lines)
    if block.head in ("task", "form"):
        lines = []
        for _ in range(3):
            told, prompt, schema, title, value = (bank_task if block.head == "task" else form_task)(gen, block)
            lines.append(f"--- {title} [{told}] {prompt}\n     {json.dumps(value, ensure_ascii=False)}")
        return "\n".join(lines)
    if block.head in ("persona", "trait"):
        told, chats = persona_scene(gen, 3, block)
        return f"--- {told}\n" + "\n".join(f"  {c['role']}: {c['content']}" for c in chats)
    made = drawn(gen, block, context)
    said = ([gen.pick(block.tells)] if block.tells else []) + gen.some(block.says, 2)
    return "---\n" + "\n".join("  " + " => ".join(phrase(gen, text, made) for text in one) for one in said)
