#!/usr/bin/env python3
"""Clients of a server that ask at once: tokens per second of all, and the time to the first token.

    python3 Benchmarks/scale/clients.py --url http://127.0.0.1:8080 --clients 1,2,4,8,16

Works with any server of OpenAI's completions that knows `ignore_eos`. Every client sends prompts of its own, given as
words that no other prompt begins with, and reads the stream. A first round is not counted. Needs nothing but Python.

The last column looks at the first answer of each client, which all ask for at the same time: the k-th first token may
take k times as long as that of a request that is alone. It is the worst of these ratios: 1 where prompts are computed
one after the other and lose nothing by the answers beside them, as many as there are clients where all are done last.
"""
import argparse
import http.client
import json
import statistics
import threading
import time
import urllib.parse


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8080", help="the server, without /v1")
    parser.add_argument("--model", default="", help="the model's name (default: the first of /v1/models)")
    parser.add_argument("--clients", default="1,2,4,8,16", help="numbers of clients (default: 1,2,4,8,16)")
    parser.add_argument("-p", dest="prompt", type=int, default=256, help="tokens of a prompt (default: 256)")
    parser.add_argument("-n", dest="generate", type=int, default=128, help="tokens of an answer (default: 128)")
    parser.add_argument("--rounds", type=int, default=2, help="answers for each client (default: 2)")
    return parser.parse_args()


class Server:
    def __init__(self, o):
        self.o, self.place = o, urllib.parse.urlparse(o.url)
        self.model = o.model or self.get("/v1/models")["data"][0]["id"]
        self.number = 0
        self.lock = threading.Lock()

    def connect(self):
        return http.client.HTTPConnection(self.place.hostname, self.place.port or 80, timeout=1800)

    def get(self, path):
        connection = self.connect()
        connection.request("GET", path)
        return json.loads(connection.getresponse().read())

    def prompt(self):
        """Token ids that no earlier prompt begins with."""
        with self.lock:
            self.number += 1
            number = self.number
        return [1000 + (number * 7919 + place * 104729) % 20000 for place in range(self.o.prompt)]

    def ask(self, tokens=None):
        """Seconds to the first token, and tokens."""
        body = {
            "model": self.model, "prompt": self.prompt(), "max_tokens": tokens or self.o.generate, "ignore_eos": True, "stream": True,
            "stream_options": {"include_usage": True}, "temperature": 1,
        }
        began = time.monotonic()
        connection = self.connect()
        connection.request("POST", "/v1/completions", json.dumps(body), {"content-type": "application/json"})
        reply = connection.getresponse()
        if reply.status != 200:
            raise RuntimeError(f"{reply.status}: {reply.read()[:300]}")
        first, tokens = None, 0
        for line in reply:
            if line.startswith(b"data: {"):
                event = json.loads(line[6:])
                if event["choices"] and first is None:
                    first = time.monotonic() - began
                tokens = (event.get("usage") or {}).get("completion_tokens", tokens)
        return first, tokens


def measure(server, clients, rounds):
    """Tokens per second of all, the seconds to all first tokens, and those of the answers that were asked for at once."""
    firsts, together, counts, faults = [], [], [], []

    def client():
        try:
            for round in range(rounds):
                first, tokens = server.ask()
                firsts.append(first)
                counts.append(tokens)
                if round == 0:
                    together.append(first)
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=client) for _ in range(clients)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return sum(counts) / (time.monotonic() - began), firsts, together


def worst(together, alone):
    """The worst ratio of the k-th first token to k times that of a request that is alone."""
    return max(first / (alone * k) for k, first in enumerate(sorted(together), 1))


def main():
    o = options()
    server = Server(o)
    server.ask()
    alone = statistics.median(server.ask(1)[0] for _ in range(5))
    one = None
    print(f"alone: first token after {alone:.2f} s\n")
    print("| clients | tokens/s of all | to one | first token: median, longest | k-th to k alone: worst |")
    print("|---|---|---|---|---|")
    for clients in (int(n) for n in o.clients.split(",")):
        rate, firsts, together = measure(server, clients, o.rounds)
        one = one or rate
        times = f"{statistics.median(firsts):.2f} s, {max(firsts):.2f} s"
        print(f"| {clients} | {rate:.1f} | {rate / one:.2f} | {times} | {worst(together, alone):.2f} |", flush=True)


main()
