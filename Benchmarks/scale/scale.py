#!/usr/bin/env python3
"""Replicas of `tern serve` behind HAProxy on this machine: how they share the work, and what is lost when one goes.

    python3 Benchmarks/scale/scale.py --tern .build/release/tern --replicas 3 -m model.gguf

Starts the replicas, each with its share of the processors, and HAProxy with haproxy.cfg beside this script; then

    one      sessions of several turns on a single replica: how much of their prompts was computed before
    share    the same on all replicas: how many stay on one of them, how much of their prompts was computed before,
             tokens per second of all
    kill     the same while one replica is killed: requests without an answer
    stop     the same while one replica is asked to end (SIGTERM): requests without an answer
    drain    a replica that is to get nothing new finishes its streams

Prints a line for each, and exits with 1 where a request of `share`, `stop` or `drain` was lost, a session moved
without need, or less than 95 % as much was known of the prompts as by one replica. Needs HAProxy and nothing else but Python.
"""
import argparse
import collections
import concurrent.futures
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tern", default=".build/release/tern", help="the program (default: .build/release/tern)")
    parser.add_argument("-m", dest="model", default="", help="a GGUF file (default: Café)")
    parser.add_argument("--replicas", type=int, default=3, help="how many (default: 3)")
    parser.add_argument("--threads", type=int, default=0, help="threads of each (default: the processors shared)")
    parser.add_argument("--sessions", type=int, default=24, help="sessions side by side (default: 24)")
    parser.add_argument("--turns", type=int, default=6, help="turns of each session (default: 6)")
    parser.add_argument("--tokens", type=int, default=24, help="tokens of an answer (default: 24)")
    return parser.parse_args()


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Fleet:
    """The replicas and the balancer before them."""

    def __init__(self, o, replicas):
        self.o, self.replicas = o, replicas
        self.folder = tempfile.mkdtemp(prefix="tern-scale-")
        self.ports = {f"r{n}": free_port() for n in range(1, replicas + 1)}
        self.front = free_port()
        self.processes = {}
        for name in self.ports:
            self.start(name)
        for name in self.ports:
            self.wait(name)
        config = (HERE / "haproxy.cfg").read_text().splitlines()
        config = [line for line in config if not line.strip().startswith("server ")]
        config += [f"    server {name} 127.0.0.1:{port}" for name, port in self.ports.items()]
        path = pathlib.Path(self.folder, "haproxy.cfg")
        path.write_text("\n".join(config) + "\n")
        environment = dict(os.environ, FRONT=f"127.0.0.1:{self.front}", ADMIN=f"{self.folder}/admin", WIDTH="48")
        self.balancer = subprocess.Popen(["haproxy", "-f", str(path)], env=environment, stderr=subprocess.DEVNULL)
        until(lambda: answers(self.front))

    def start(self, name):
        threads = self.o.threads or max(1, (os.cpu_count() or 1) // self.replicas)
        command = [self.o.tern, "serve", "--port", str(self.ports[name]), "--threads", str(threads), "--lameduck", "2", "--alias", "m"]
        if self.o.model:
            command += ["--model", self.o.model]
        self.processes[name] = subprocess.Popen(command, stderr=open(f"{self.folder}/{name}.log", "a"))

    def wait(self, name):
        until(lambda: answers(self.ports[name]))

    def command(self, words):
        with socket.socket(socket.AF_UNIX) as s:
            s.connect(f"{self.folder}/admin")
            s.sendall(words.encode() + b"\n")
            return s.makefile().read()

    def end(self):
        self.balancer.kill()
        for process in self.processes.values():
            process.kill()


def answers(port):
    try:
        return request(port, "GET", "/health")[0] == 200
    except OSError:
        return False


def until(what, limit=300):
    end = time.monotonic() + limit
    while not what():
        if time.monotonic() > end:
            sys.exit("waited too long")
        time.sleep(0.05)


def request(port, method, path, body=None, headers={}):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    try:
        connection.request(method, path, json.dumps(body) if body else None, {"content-type": "application/json", **headers})
        reply = connection.getresponse()
        return reply.status, dict(reply.getheaders()), reply.read()
    finally:
        connection.close()


class Load:
    """Sessions that take their turns one after another, side by side."""

    def __init__(self, fleet, o):
        self.fleet, self.o = fleet, o
        self.lock = threading.Lock()
        self.replicas = collections.defaultdict(list)
        self.failures = []
        self.done = self.prompt = self.cached = self.generated = 0

    def run(self, during=lambda: None):
        began = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(self.o.sessions + 1) as pool:
            jobs = [pool.submit(self.session, n) for n in range(self.o.sessions)] + [pool.submit(during)]
            for job in jobs:
                job.result()
        self.seconds = time.monotonic() - began
        return self

    def session(self, number):
        messages = [{"role": "system", "content": "You are a barista."}, {"role": "user", "content": f"I am guest {number}."}]
        for turn in range(self.o.turns):
            body = {"model": "m", "messages": messages, "max_tokens": self.o.tokens, "temperature": 0, "ignore_eos": True}
            try:
                status, headers, text = request(self.fleet.front, "POST", "/v1/chat/completions", body)
            except (OSError, http.client.HTTPException) as error:
                status, headers, text = type(error).__name__, {}, b""
            with self.lock:
                self.done += 1
                if status != 200:
                    self.failures.append((number, turn, status, text[:100]))
                    continue
                reply = json.loads(text)
                usage = reply["usage"]
                self.replicas[number].append(headers.get("x-replica"))
                self.prompt += usage["prompt_tokens"]
                self.cached += (usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0)
                self.generated += usage["completion_tokens"]
            messages = messages + [reply["choices"][0]["message"], {"role": "user", "content": f"And guest {turn}?"}]

    def middle(self, action):
        """Does something when half of the requests are done."""
        def wait():
            until(lambda: self.done * 2 >= self.o.sessions * self.o.turns, 3600)
            action()
        return wait

    def known(self):
        """The share of the prompts' tokens that had been computed before."""
        return self.cached / max(1, self.prompt)

    def stayed(self):
        return sum(len(set(names)) == 1 for names in self.replicas.values()) / max(1, len(self.replicas))

    def line(self, name):
        shared = collections.Counter(name for names in self.replicas.values() for name in names)
        print(
            f"{name}: {self.done} requests, {len(self.failures)} lost, {self.stayed():.0%} of the sessions stayed, "
            f"{self.known():.1%} of the prompts' tokens known, "
            f"{self.generated / self.seconds:.0f} tokens/s; " + ", ".join(f"{n} {c}" for n, c in sorted(shared.items())),
            flush=True)
        for failure in self.failures[:3]:
            print("  lost:", *failure)


def drain(fleet, o):
    """Streams on a replica that gets nothing new come to their ends."""
    body = {"model": "m", "prompt": "Coffee", "max_tokens": 200, "ignore_eos": True, "stream": True}
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        streams = [
            pool.submit(request, fleet.front, "POST", "/v1/completions", body, {"x-session-id": f"drain {n}"}) for n in range(8)
        ]
        time.sleep(0.2)
        fleet.command("set server replicas/r1 state drain")
        ends = [job.result() for job in streams]
    whole = sum(status == 200 and text.rstrip().endswith(b"[DONE]") for status, _, text in ends)
    later = [request(fleet.front, "POST", "/v1/completions", dict(body, stream=False, max_tokens=1), {"x-session-id": f"drain {n}"}) for n in range(8)]
    new = sum(headers.get("x-replica") == "r1" for _, headers, _ in later)
    fleet.command("set server replicas/r1 state ready")
    print(f"drain: {whole} of 8 streams whole, {new} new requests on the drained replica", flush=True)
    return whole == 8 and new == 0


def single(o):
    """The load on one replica."""
    fleet = Fleet(o, 1)
    try:
        one = Load(fleet, o).run()
        one.line("one")
        return one
    finally:
        fleet.end()


def main():
    o = options()
    one = single(o)
    fleet = Fleet(o, o.replicas)
    try:
        share = Load(fleet, o).run()
        share.line("share")
        print(f"       {share.known() / max(1e-9, one.known()):.1%} of what one replica knew of the prompts", flush=True)
        fine = not share.failures and share.stayed() == 1 and share.known() >= 0.95 * one.known()
        kill = Load(fleet, o)
        kill.run(kill.middle(lambda: fleet.processes["r1"].kill())).line("kill")
        fleet.start("r1")
        fleet.wait("r1")
        time.sleep(1)
        stop = Load(fleet, o)
        stop.run(stop.middle(lambda: fleet.processes["r1"].send_signal(signal.SIGTERM))).line("stop")
        fine = fine and not stop.failures and fleet.processes["r1"].wait(60) == 0
        fleet.start("r1")
        fleet.wait("r1")
        time.sleep(1)
        fine = drain(fleet, o) and fine
    finally:
        fleet.end()
    sys.exit(0 if fine else 1)


main()
