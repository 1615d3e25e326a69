#!/usr/bin/env python3
"""Requests with something changed, one after the other: what the server answers, and whether others notice.

    python3 Benchmarks/scale/mutate.py --requests 100000

Starts `tern serve` (or takes a running one by --url and --pid). Each request begins as a right one of one of the
endpoints; a value of its JSON is then changed for another, or bytes of its body or of all of it are flipped, taken out,
doubled or cut off, as a seed says. A changed request must get a status from 200 to 499, and what is 200 must be whole;
where bytes of the header were changed, the connection may also be closed without a word or the version of HTTP refused
(505), and a request that goes on beyond what was sent is given up. Meanwhile other clients ask right questions; none may be lost or answered differently.
Exits with 1 otherwise. Needs nothing but Python.
"""
import argparse
import collections
import copy
import json
import random
import sys
import threading
import time

import served
from served import MODEL, body, events, request, status
from soak import QUESTIONS, RIGHT, SCHEMA, TOOL, chat


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    served.add_options(parser)
    parser.add_argument("--requests", type=int, default=100_000, help="changed requests (default: 100000)")
    parser.add_argument("--clients", type=int, default=8, help="clients that send them (default: 8)")
    parser.add_argument("--seed", type=int, default=1, help="of what is changed (default: 1)")
    parser.add_argument("--json", default="", help="a file for the figures")
    return parser.parse_args()


BASES = [
    ("/v1/chat/completions", chat("Hello", max_tokens=2, top_p=0.9, stop=["x"], seed=3, n=1, logprobs=True, top_logprobs=2, logit_bias={"5": 1}, user="u")),
    ("/v1/chat/completions", chat("Hello", max_tokens=2, stream=True, stream_options={"include_usage": True}, reasoning_effort="low")),
    ("/v1/chat/completions", chat("Hello", max_tokens=30, tools=[{"type": "function", "function": TOOL}], tool_choice="required", parallel_tool_calls=False)),
    ("/v1/chat/completions", chat("Hello", max_tokens=30, response_format={"type": "json_schema", "json_schema": {"name": "x", "strict": True, "schema": SCHEMA}})),
    ("/v1/chat/completions", {**chat("", max_tokens=2), "messages": [
        {"role": "system", "content": [{"type": "text", "text": "Be brief."}]}, {"role": "user", "content": "a"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c", "content": "12"}, {"role": "assistant", "content": "It"}]}),
    ("/v1/completions", {"model": MODEL, "prompt": ["a", "b"], "max_tokens": 2, "temperature": 0, "echo": True, "logprobs": 1, "n": 1}),
    ("/v1/completions", {"model": MODEL, "prompt": [[5, 6], [7]], "max_tokens": 2, "guided_regex": "[a-z]{2}"}),
    ("/v1/embeddings", {"model": MODEL, "input": ["a", "b"], "encoding_format": "base64"}),
    ("/v1/responses", {"model": MODEL, "input": [{"role": "user", "content": [{"type": "input_text", "text": "a"}]}], "max_output_tokens": 2, "store": True,
                       "instructions": "Be brief.", "tools": [{"type": "function", "name": "f", "parameters": {"type": "object"}}], "stream": True}),
    ("/v1/messages", {"model": MODEL, "max_tokens": 2, "system": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral"}}], "stop_sequences": ["x"],
                      "thinking": {"type": "enabled", "budget_tokens": 5}, "tools": [{"name": "f", "input_schema": {"type": "object"}}], "tool_choice": {"type": "auto"},
                      "stream": True, "messages": [
        {"role": "user", "content": "a"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "12"}]}]}),
    ("/v1/messages/count_tokens", {"model": MODEL, "messages": [{"role": "user", "content": "a"}]}),
    ("/v1/rerank", {"model": MODEL, "query": "a", "documents": ["b", "c"], "top_n": 1}),
    ("/tokenize", {"model": MODEL, "prompt": "abc", "add_special_tokens": True}),
    ("/detokenize", {"model": MODEL, "tokens": [5, 6, 7]}),
]
VALUES = [None, True, False, 0, -1, 1, 2, 3.5, 1e308, -1e308, 10**30, 2**63, -2**63, 2**31, "", "a", "\0", "\ud83d\ude00", "\ud800", "<|im_end|>", "<tool_call>", "}" * 50, "a" * 5000,
          [], {}, [[]], [None], [1, "a"], {"": None}, {"type": "text"}, [[[[[[[[]]]]]]]], {"$ref": "#"}, {"type": "object", "properties": {"a": {"$ref": "#"}}}, {"pattern": "(a+)+$"},
          "auto", "none", "required", "json_object", "text", "user", "assistant", "tool", "system"]


def places(value, path=()):
    """The paths of all values within a document."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for key, child in items:
        yield from places(child, path + (key,))


def change_value(draw, document):
    document = copy.deepcopy(document)
    path = draw.choice([path for path in places(document) if path])
    parent = document
    for key in path[:-1]:
        parent = parent[key]
    kind = draw.randrange(5)
    if kind == 0:
        del parent[path[-1]]
    elif kind == 1 and isinstance(parent, dict):
        parent[draw.choice(["x", "type", "content", "enum", "anyOf", "minLength", "items"])] = draw.choice(VALUES)
    elif kind == 2 and isinstance(parent, list):
        parent.append(draw.choice(VALUES + parent))
    else:
        parent[path[-1]] = draw.choice(VALUES)
    return document


def change_bytes(draw, data):
    data = bytearray(data)
    for _ in range(draw.choice([1, 1, 2, 8])):
        place, length = draw.randrange(len(data) + 1), draw.choice([1, 1, 4, 40])
        kind = draw.randrange(5)
        if kind == 0 and place < len(data):
            data[place] ^= 1 << draw.randrange(8)
        elif kind == 1:
            del data[place:place + length]
        elif kind == 2:
            data[place:place] = draw.randbytes(length)
        elif kind == 3:
            data[place:place] = data[place:place + length]
        elif kind == 4 and draw.random() < 0.3:
            del data[place:]
    return bytes(data)


def changed(draw):
    """The kind of change, and a request."""
    path, document = draw.choice(BASES)
    kind = draw.choice(["value", "value", "value", "body", "all"])
    if kind == "value":
        for _ in range(draw.choice([1, 1, 2, 3])):
            document = change_value(draw, document)
            if not any(places(document)):
                break
        return kind, request(path, document, "Connection: close\r\n")
    if kind == "body":
        return kind, request(path, change_bytes(draw, json.dumps(document).encode()), "Connection: close\r\n")
    return kind, change_bytes(draw, request(path, document, "Connection: close\r\n"))


class Trial:
    def __init__(self, o, server):
        self.o, self.server = o, server
        self.lock = threading.Lock()
        self.statuses, self.faults, self.lost = collections.Counter(), [], []
        self.next, self.plain, self.slowest = 0, 0, 0
        self.is_over = False

    def mutant(self):
        while True:
            with self.lock:
                number = self.next
                self.next += 1
            if number >= self.o.requests:
                return
            kind, data = changed(random.Random(self.o.seed * 10**9 + number))
            began = time.monotonic()
            word = self.send(kind, data)
            with self.lock:
                self.slowest = max(self.slowest, time.monotonic() - began)
                self.statuses[word] += 1
                # A version of HTTP that there is not has a status of its own.
                is_wrong = word.startswith(("5", "fault")) and not (kind == "all" and word == "505")
                if is_wrong or kind != "all" and not word[0].isdigit():
                    self.faults.append((number, kind, word, data[:2000].decode("latin-1")))
                    print(self.faults[-1], flush=True)

    def send(self, kind, data):
        """The status; or how it ended without one."""
        answer = b""
        try:
            with self.server.connect(0.5 if kind == "all" else served.PATIENCE) as connection:
                connection.sendall(data)
                while piece := connection.recv(1 << 16):
                    answer += piece
        except TimeoutError:
            # An answer that has begun is a long one; otherwise the server waits for more.
            return f"{status(answer)} long" if answer else "given up"
        except (BrokenPipeError, ConnectionResetError):
            pass
        if not answer:
            return "closed"
        if status(answer) == 200 and kind != "all":
            try:
                text = body(answer)
                if b"text/event-stream" not in answer[:1000]:
                    json.loads(text)
                elif any(event.get("type") == "error" or list(event) == ["error"] for event in events(answer)):
                    return "fault: an error in a stream"
            except ValueError as error:
                return f"fault: {error}"
        return str(status(answer))

    def others(self, number):
        """Right questions, all the while."""
        draw = random.Random(number)
        while not self.is_over:
            name, path, document, read = draw.choice(RIGHT)
            question = draw.choice(QUESTIONS)
            try:
                answer = self.server.post(path, document(question))
                fault = None if read(answer) == self.answers[name, question] else f"{name}, {question}: another answer"
            except Exception as error:
                fault = f"{name}, {question}: {type(error).__name__}: {error}"
            with self.lock:
                self.plain += 1
                if fault:
                    self.lost.append(fault[:300])
                    print(fault[:300], flush=True)

    def run(self):
        self.answers = {(name, q): read(self.server.post(path, document(q))) for name, path, document, read in RIGHT for q in QUESTIONS}
        for path, document in BASES:
            # Not every model ranks.
            if status(answer := self.server.post(path, document)) != 200 and path != "/v1/rerank":
                raise SystemExit(f"{path} without a change: {answer.decode()}")
        began = time.monotonic()
        others = [threading.Thread(target=self.others, args=(n,)) for n in range(2)]
        mutants = [threading.Thread(target=self.mutant) for _ in range(self.o.clients)]
        for thread in others + mutants:
            thread.start()
        for thread in mutants:
            thread.join()
        self.is_over = True
        for thread in others:
            thread.join()
        return {"requests": self.o.requests, "seconds": round(time.monotonic() - began), "slowest": round(self.slowest, 1), "statuses": dict(self.statuses.most_common()),
                "faults": len(self.faults), "first faults": self.faults[:10], "right requests beside": self.plain, "lost": len(self.lost), "first lost": self.lost[:10],
                "alive": self.server.is_alive(), "resident MiB": round(self.server.resident(), 1), "descriptors": self.server.descriptors()}


def main():
    o = options()
    server = served.Served(o)
    figures = served.report(o, server, Trial(o, server).run)
    sys.exit(1 if figures["faults"] or figures["lost"] or not figures["alive"] or figures["exit status"] else 0)


if __name__ == "__main__":
    main()
