#!/usr/bin/env python3
"""Clients of all kinds, good and bad, for a long time: what the server answers wrong, and what it loses of memory.

    python3 Benchmarks/scale/soak.py --clients 64 --seconds 1800
    python3 Benchmarks/scale/soak.py --streams 500 --seconds 30

Starts `tern serve` (or takes a running one by --url and --pid). First every question with one right answer is asked
alone; these are the answers. Then each client asks again and again by a kind drawn at random: plain and streamed
answers of all endpoints, calls of tools, JSON by a schema, vectors, tokens; streams that are cut, clients that vanish or
send the half, bytes that mean nothing, wrong JSON, huge headers, headers and bodies that come byte by byte. At the end
it says how often each was done, what was wrong, and what of memory, descriptors and threads there was after a sixth of
the time and at the end; Ctrl-C ends it earlier. Exits with 1 where an answer was wrong or missing, the server ended, requests were left in it,
or memory grew by more than --growth.

With --streams N it measures something else: N clients wait in the queue for the first token of a stream; memory before
and while they wait. Needs nothing but Python.
"""
import argparse
import collections
import json
import random
import resource
import socket
import sys
import threading
import time

import served
from served import MODEL, body, events, request, status


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    served.add_options(parser)
    parser.add_argument("--clients", type=int, default=64, help="clients at once (default: 64)")
    parser.add_argument("--seconds", type=float, default=1800, help="how long (default: 1800)")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn (default: 1)")
    parser.add_argument("--growth", type=float, default=1.05, help="what memory may grow by after a sixth (default: 1.05)")
    parser.add_argument("--streams", type=int, default=0, help="measure so many streams that wait instead")
    parser.add_argument("--json", default="", help="a file for the figures")
    return parser.parse_args()


TOOL = {"name": "get_weather", "description": "The weather of a city.", "parameters": {
    "type": "object", "properties": {"city": {"type": "string", "maxLength": 12}, "days": {"type": "integer", "minimum": 1, "maximum": 7}},
    "required": ["city", "days"], "additionalProperties": False}}
SCHEMA = {"type": "object", "properties": {"name": {"type": "string", "maxLength": 10}, "price": {"type": "integer"}, "kind": {"enum": ["tea", "coffee"]}},
          "required": ["name", "price", "kind"], "additionalProperties": False}
QUESTIONS = ["Hello", "When do you open?", "What is in the soup?", "Two teas please", "Is the cake vegan?", "Where are you?", "I would like to book a table"]
LONG = "Tell me about every dish, one after the other, with its price. "


def chat(question, **more):
    return {"model": MODEL, "messages": [{"role": "user", "content": question}], "temperature": 0, "max_tokens": 32, **more}


def message(question, **more):
    return chat(question, **more)


def chat_text(answer):
    choice = json.loads(body(answer))["choices"][0]
    return choice["message"]["content"], choice["finish_reason"]


def chat_stream(answer):
    if not answer.endswith(b"data: [DONE]\n\n\r\n0\r\n\r\n"):
        raise ValueError("a stream without its end")
    choices = [choice for event in events(answer) for choice in event["choices"]]
    return "".join(choice["delta"].get("content") or "" for choice in choices), choices[-1]["finish_reason"]


def call(answer):
    made = json.loads(body(answer))["choices"][0]["message"]["tool_calls"][0]["function"]
    arguments = json.loads(made["arguments"])
    if made["name"] != "get_weather" or set(arguments) != {"city", "days"} or not 1 <= arguments["days"] <= 7:
        raise ValueError(f"a call that does not fit: {made}")
    return arguments


def record(answer):
    value = json.loads(chat_text(answer)[0])
    if set(value) != {"name", "price", "kind"} or value["kind"] not in ("tea", "coffee"):
        raise ValueError(f"a value that does not fit: {value}")
    return value


def message_stream(answer):
    told = events(answer)
    names = [event["type"] for event in told if event["type"] != "ping"]
    if names[0] != "message_start" or names[-1] != "message_stop":
        raise ValueError(f"events out of order: {names}")
    return "".join(event["delta"].get("text", "") for event in told if event["type"] == "content_block_delta")


def response_stream(answer):
    told = events(answer)
    if [event["sequence_number"] for event in told] != list(range(len(told))):
        raise ValueError("events that are numbered wrong")
    return "".join(event["delta"] for event in told if event["type"] == "response.output_text.delta")


def member(name):
    return lambda answer: json.loads(body(answer))[name]


def vector(answer):
    return [item["embedding"] for item in json.loads(body(answer))["data"]]


# Questions with one right answer: kind, path, body for a question, what of the answer is compared.
RIGHT = [
    ("chat", "/v1/chat/completions", lambda q: chat(q), chat_text),
    ("chat stream", "/v1/chat/completions", lambda q: chat(q, stream=True), chat_stream),
    ("tool call", "/v1/chat/completions", lambda q: chat(q, max_tokens=80, tools=[{"type": "function", "function": TOOL}], tool_choice="required"), call),
    ("schema", "/v1/chat/completions",
     lambda q: chat(q, max_tokens=80, response_format={"type": "json_schema", "json_schema": {"name": "x", "schema": SCHEMA}}), record),
    ("completion", "/v1/completions", lambda q: {"model": MODEL, "prompt": q, "temperature": 0, "max_tokens": 24}, lambda a: json.loads(body(a))["choices"][0]["text"]),
    ("message stream", "/v1/messages", lambda q: message(q, stream=True), message_stream),
    ("response stream", "/v1/responses", lambda q: {"model": MODEL, "input": q, "temperature": 0, "max_output_tokens": 32, "stream": True}, response_stream),
    ("embedding", "/v1/embeddings", lambda q: {"model": MODEL, "input": [q, q + "!"]}, vector),
    ("tokenize", "/tokenize", lambda q: {"model": MODEL, "prompt": q}, member("tokens")),
    ("count tokens", "/v1/messages/count_tokens", lambda q: message(q), member("input_tokens")),
]


class Soak:
    def __init__(self, o, server):
        self.o, self.server = o, server
        self.lock = threading.Lock()
        self.counts, self.wrong = collections.Counter(), []
        self.end = 0
        self.answers = {}
        self.kinds = [(kind[0], lambda draw, kind=kind: self.ask(draw, kind)) for kind in RIGHT] + [
            ("one connection", self.keep), ("random talk", self.talk), ("cut stream", self.cut), ("vanish", self.vanish), ("garbage", self.garbage),
            ("wrong JSON", self.wrong_json), ("slow header", self.slow_header), ("slow body", self.slow_body), ("half closed", self.half_closed),
            ("huge header", self.huge_header), ("metrics", self.metrics)]

    def learn(self):
        for name, path, document, read in RIGHT:
            for question in QUESTIONS:
                self.answers[name, question] = read(self.server.post(path, document(question)))

    def client(self, number):
        draw = random.Random(self.o.seed * 1000 + number)
        while time.monotonic() < self.end:
            name, work = draw.choice(self.kinds)
            try:
                work(draw)
                fault = None
            except Exception as error:
                fault = f"{name}: {type(error).__name__}: {error}"[:400]
            with self.lock:
                self.counts[name] += 1
                if fault:
                    self.wrong.append(fault)
                    print(fault, flush=True)

    # Clients that do all as they should.

    def compare(self, name, question, read, answer):
        if status(answer) != 200:
            raise ValueError(f"{status(answer)}: {answer[-200:]}")
        if (got := read(answer)) != self.answers[name, question]:
            raise ValueError(f"{question}: {got} instead of {self.answers[name, question]}")

    def ask(self, draw, kind):
        name, path, document, read = kind
        question = draw.choice(QUESTIONS)
        self.compare(name, question, read, self.server.post(path, document(question)))

    def keep(self, draw):
        """Several requests at once on one connection; answers come in their order."""
        asked = [draw.choice(QUESTIONS) for _ in range(3)]
        last = len(asked) - 1
        data = b"".join(request("/tokenize", {"model": MODEL, "prompt": q}, "Connection: close\r\n" if n == last else "") for n, q in enumerate(asked))
        answer = self.server.exchange(data)
        for question in asked:
            head, _, rest = answer.partition(b"\r\n\r\n")
            length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            self.compare("tokenize", question, member("tokens"), head + b"\r\n\r\n" + rest[:length])
            answer = rest[length:]

    def talk(self, draw):
        """A conversation that nobody else has: fills the cache with what does not come again."""
        messages = []
        for _ in range(draw.randint(1, 4)):
            words = " ".join(draw.choice(["soup", "cake", "tea", "open", "table", "price", "near", "warm"]) for _ in range(draw.randint(2, 30)))
            messages.append({"role": "user", "content": words})
            answer = self.server.post("/v1/chat/completions", {"model": MODEL, "messages": messages, "max_tokens": draw.randint(1, 24), "n": draw.choice([1, 1, 2])})
            if status(answer) != 200:
                raise ValueError(f"{status(answer)}: {answer[-200:]}")
            messages.append({"role": "assistant", "content": chat_text(answer)[0] or "-"})

    def metrics(self, draw):
        for path in ("/metrics", "/health", "/v1/models", "/"):
            if status(answer := self.server.get(path)) != 200:
                raise ValueError(f"{path}: {status(answer)}")

    # Clients that do not.

    def begin(self, data):
        connection = self.server.connect()
        connection.sendall(data)
        return connection

    def cut(self, draw):
        path, document = draw.choice([("/v1/chat/completions", chat(LONG, stream=True, max_tokens=200, ignore_eos=True)),
                                      ("/v1/messages", message(LONG, stream=True, max_tokens=200))])
        connection = self.begin(request(path, document, "Connection: close\r\n"))
        for _ in range(draw.randint(1, 12)):
            if not connection.recv(draw.choice([1, 50, 500])):
                break
        served.abort(connection) if draw.random() < 0.5 else connection.close()

    def vanish(self, draw):
        connection = self.begin(request("/v1/chat/completions", chat(LONG, max_tokens=200, ignore_eos=True, stream=draw.random() < 0.5)))
        time.sleep(draw.choice([0, 0, 0.02, 0.5]))
        served.abort(connection) if draw.random() < 0.5 else connection.close()

    def garbage(self, draw):
        connection = self.begin(draw.randbytes(draw.choice([1, 20, 2000])) + draw.choice([b"", b"\r\n\r\n"]))
        connection.shutdown(socket.SHUT_WR)
        self.expect(connection, {0, 400, 404, 405, 414, 431, 501, 505})

    def wrong_json(self, draw):
        text = json.dumps(chat("Hello")).encode()
        data = draw.choice([text[:draw.randint(0, len(text) - 1)], b"[" * 2000, b"\xff" + text, b"{}", b"null", text.replace(b"0", b'"x"', 1)])
        path = draw.choice(["/v1/chat/completions", "/v1/messages", "/v1/embeddings"])
        answer = self.server.post(path, data)
        if status(answer) != 400 or "error" not in json.loads(body(answer)):
            raise ValueError(f"{status(answer)} to {data[:100]}")

    def slow_header(self, draw):
        connection = self.begin(b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n")
        for _ in range(draw.randint(1, 10)):
            time.sleep(0.3)
            connection.sendall(b"X-Slow: 1\r\n")
        connection.close()

    def slow_body(self, draw):
        """Comes to its end in time, and is answered."""
        question = draw.choice(QUESTIONS)
        data = request("/tokenize", {"model": MODEL, "prompt": question}, "Connection: close\r\n")
        connection = self.begin(data[:-20])
        for byte in data[-20:]:
            time.sleep(0.1)
            connection.sendall(bytes([byte]))
        self.compare("tokenize", question, member("tokens"), served.read_all(connection))
        connection.close()

    def half_closed(self, draw):
        connection = self.begin(request("/v1/chat/completions", chat("Hello"), "Connection: close\r\n"))
        connection.shutdown(socket.SHUT_WR)
        self.expect(connection, {0, 200})

    def huge_header(self, draw):
        connection = self.begin(b"GET /health HTTP/1.1\r\nHost: x\r\n")
        try:
            for _ in range(draw.randint(1, 16)):
                connection.sendall(b"X-Huge: " + b"a" * 8000 + b"\r\n")
            connection.sendall(b"Connection: close\r\n\r\n")
            self.expect(connection, {0, 200, 413, 431})
        except (BrokenPipeError, ConnectionResetError):
            connection.close()

    def expect(self, connection, statuses):
        try:
            answer = served.read_all(connection)
        except ConnectionResetError:
            answer = b""
        connection.close()
        if status(answer) not in statuses:
            raise ValueError(f"{status(answer)}: {answer[:200]}")

    # What is looked at.

    def run(self):
        self.learn()
        before = {"descriptors": self.server.descriptors(), "resident": self.server.resident()}
        began = time.monotonic()
        self.end = began + self.o.seconds
        threads = [threading.Thread(target=self.client, args=(n,), daemon=True) for n in range(self.o.clients)]
        for thread in threads:
            thread.start()
        samples, pause, stopped = [], min(10, self.o.seconds / 30), 0
        while time.monotonic() < self.end:
            try:
                time.sleep(pause)
            except KeyboardInterrupt:
                self.end = time.monotonic()
                break
            # Time in which the server may not run does not count.
            if self.server.is_stopped():
                self.end += pause
                stopped += pause
            elif self.server.is_alive():
                samples.append((round(time.monotonic() - began - stopped), round(self.server.resident(), 1)))
            else:
                break
        for thread in threads:
            thread.join(served.PATIENCE)
        stuck = sum(thread.is_alive() for thread in threads)
        time.sleep(5)
        alive = self.server.is_alive()
        early = next((size for second, size in samples if second >= self.o.seconds / 6), 0)
        late = samples[-1][1] if samples else 0
        left = [self.server.metric("tern:num_requests_running"), self.server.metric("tern:num_requests_waiting")] if alive else None
        return {
            "seconds": round(time.monotonic() - began - stopped), "seconds stopped by others": round(stopped), "clients": self.o.clients, "done": dict(sorted(self.counts.items())), "all": sum(self.counts.values()),
            "wrong": len(self.wrong), "first wrong": self.wrong[:10], "stuck clients": stuck, "alive": alive, "left running and waiting": left,
            "MiB before": round(before["resident"], 1), "MiB after a sixth": early, "MiB at the end": late, "growth": round(late / early, 3) if early else None,
            "MiB, all clients gone": round(self.server.resident(), 1) if alive else None,
            "descriptors": [before["descriptors"], self.server.descriptors() if alive else None], "threads": self.server.threads() if alive else None,
            "samples": samples[::max(1, len(samples) // 40)],
        }


def wait_in_streams(o, server):
    """Memory before, and while so many streams wait for their first token."""
    served_text = chat(LONG, stream=True, max_tokens=64)
    for _ in range(3):
        server.post("/v1/chat/completions", served_text)
    time.sleep(2)
    idle = server.resident()
    endless = request("/v1/chat/completions", chat(LONG, stream=True, max_tokens=100_000, ignore_eos=True, n=128))
    holders = [server.connect() for _ in range(2)]
    for connection in holders:
        connection.sendall(endless)
        connection.recv(100)
    time.sleep(2)
    busy = server.resident()
    waiting = []
    for number in range(o.streams):
        connection = server.connect()
        connection.sendall(request("/v1/chat/completions", chat(f"{number}: {LONG}", stream=True)))
        waiting.append(connection)
    most, end, began = 0, time.monotonic() + o.seconds, server.seconds()
    while time.monotonic() < end:
        most = max(most, server.resident())
        time.sleep(0.5)
    queued = server.metric("tern:num_requests_waiting")
    figures = {"streams": o.streams, "waiting": queued, "MiB idle": round(idle, 1), "MiB with the answer that all wait for": round(busy, 1),
               "MiB with the streams": round(most, 1), "more than idle": round(most - idle, 1), "KiB a stream": round((most - busy) * 1024 / o.streams, 1),
               "descriptors": server.descriptors(), "threads": server.threads(), "alive": True, "wrong": 0 if queued >= o.streams else 1}
    for connection in holders + waiting:
        connection.close()
    time.sleep(3)
    figures["left running and waiting"] = [server.metric("tern:num_requests_running"), server.metric("tern:num_requests_waiting")]
    figures["MiB, all clients gone"] = round(server.resident(), 1)
    return figures


def main():
    o = options()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    waiting = o.streams + 100 if o.streams else 4 * o.clients
    more = ["--queue", str(waiting), "--queue-timeout", "3600", "--header-timeout", str(served.PATIENCE), "--idle-timeout", str(served.PATIENCE)]
    server = served.Served(o, *more, *(["--parallel", "1"] if o.streams else []))
    figures = served.report(o, server, lambda: wait_in_streams(o, server) if o.streams else Soak(o, server).run())
    is_grown = not o.streams and (figures["growth"] or 0) > o.growth
    sys.exit(1 if figures["wrong"] or not figures["alive"] or figures.get("stuck clients") or any(figures["left running and waiting"]) or is_grown or figures["exit status"] else 0)


if __name__ == "__main__":
    main()
