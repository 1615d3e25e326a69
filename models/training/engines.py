"""What answers an evaluation's items: the checkpoint in PyTorch, llama.cpp, or Tern."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Protocol

from rendering import render

Item = dict[str, Any]


class Engine(Protocol):
    def answer(self, chat: Item, schema: Item | None) -> str:
        """The greedy answer to a conversation that ends with a user's or a tool's turn."""


class TorchEngine:
    """The checkpoint itself; no constraint on the text."""

    def __init__(self, checkpoint: Path, tokenizer: Path):
        import torch

        from model import Cafe, Config
        from tokenizer import load

        held = torch.load(checkpoint, map_location="cpu")
        self.model = Cafe(Config(**held["config"])).eval()
        self.model.load_state_dict(held["model"])
        self.tokens = load(tokenizer)

    def answer(self, chat: Item, schema: Item | None) -> str:
        made = self.model.greedy(self.tokens.encode(render(chat, prompt=True)).ids, {self.tokens.token_to_id("<|im_end|>")})
        return self.tokens.decode(made, skip_special_tokens=False)


class LlamaEngine:
    """A GGUF file under llama.cpp; no constraint on the text."""

    def __init__(self, path: Path):
        import llama_cpp

        self.model = llama_cpp.Llama(str(path), n_ctx=2048, verbose=False, n_threads=1, n_threads_batch=1)

    def answer(self, chat: Item, schema: Item | None) -> str:
        ids = self.model.tokenize(render(chat, prompt=True).encode(), add_bos=False, special=True)
        made: list[int] = []
        self.model.reset()
        for token in self.model.generate(ids, temp=0.0, repeat_penalty=1.0):
            if token == self.model.token_eos() or len(made) >= 256 or len(ids) + len(made) >= 2040:
                break
            made.append(token)
        return self.model.detokenize(made, special=True).decode(errors="replace")


class TernEngine:
    """Tern's command line: its own template, the grammar of tool calls, and schemas that hold."""

    def __init__(self, tern: Path, path: Path):
        self.tern, self.path = tern, path

    def answer(self, chat: Item, schema: Item | None) -> str:
        with tempfile.TemporaryDirectory() as folder:
            command = [str(self.tern), "respond", "--model", str(self.path), "--greedy", "--max-tokens", "256", "--json"]
            for option, value in (("messages", chat["messages"]), ("tools", chat["tools"]), ("schema", schema)):
                if value:
                    path = Path(folder) / option
                    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
                    command += [f"--{option}", str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"(failed: {done.stderr.strip()})"
        reply = json.loads(done.stdout)
        calls = "".join(
            f"<tool_call>{json.dumps({'name': c['name'], 'arguments': c['arguments']}, ensure_ascii=False)}</tool_call>"
            for c in reply["calls"]
        )
        return reply["content"] + calls
