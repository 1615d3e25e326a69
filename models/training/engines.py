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
    """Tern's command line: `respond` for single turns, `complete` on the rendered text for longer conversations."""

    def __init__(self, tern: Path, path: Path):
        self.tern, self.path = tern, path

    def answer(self, chat: Item, schema: Item | None) -> str:
        messages = chat["messages"]
        system = messages[0]["content"] if messages[0]["role"] == "system" else None
        single = len(messages) == (2 if system else 1)
        with tempfile.TemporaryDirectory() as folder:
            command = [
                str(self.tern),
                "respond" if single else "complete",
                messages[-1]["content"] if single else render(chat, prompt=True),
            ]
            command += ["--model", str(self.path), "--greedy", "--max-tokens", "256", "--json"]
            if single and system:
                command += ["--instructions", system]
            if single and chat["tools"]:
                (Path(folder) / "tools.json").write_text(json.dumps(chat["tools"]))
                command += ["--tools", f"{folder}/tools.json"]
            if schema:
                (Path(folder) / "schema.json").write_text(json.dumps(schema))
                command += ["--schema", f"{folder}/schema.json"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"(failed: {done.stderr.strip()})"
        reply = json.loads(done.stdout)
        calls = "".join(
            f"<tool_call>{json.dumps({'name': c['name'], 'arguments': c['arguments']})}</tool_call>" for c in reply.get("calls", [])
        )
        return (reply.get("content") or reply.get("text") or "") + calls
