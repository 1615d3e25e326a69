"""A server that a program starts itself, what the system says of it, and requests without a client in between."""
import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import time
import urllib.parse

CAFE = pathlib.Path(__file__).resolve().parents[2] / "models" / "cafe.gguf"
MODEL = "model"
# Seconds after which an answer is taken for lost: more than measurements of others may stop a server for.
PATIENCE = 900


def add_options(parser):
    parser.add_argument("--tern", default=".build/release/tern", help="the program (default: .build/release/tern)")
    parser.add_argument("-m", dest="model", default=str(CAFE), help="a GGUF file (default: Café)")
    parser.add_argument("--url", default="", help="a server that runs already, whose model is called 'model'")
    parser.add_argument("--pid", type=int, default=0, help="its process, to look at its memory")
    parser.add_argument("--option", action="append", default=[], help="a further option of `tern serve`, repeatable")


def report(o, server, measure):
    """The figures of a measurement, which are printed and written where options say; the server ends with it."""
    try:
        figures = measure()
    finally:
        code = server.stop()
    figures["exit status"] = code
    for name, value in figures.items():
        print(f"{name}: {json.dumps(value, ensure_ascii=False)}")
    if o.json:
        with open(o.json, "w") as file:
            json.dump(figures, file, indent=1)
    return figures


class Served:
    def __init__(self, o, *more):
        self.process = None
        if o.url:
            place = urllib.parse.urlparse(o.url)
            self.host, self.port, self.pid = place.hostname, place.port or 80, o.pid
            return
        self.host = "127.0.0.1"
        command = [o.tern, "serve", "-m", o.model, "--alias", MODEL, "--port", "0", "--json", "--log", "off"]
        # Ctrl-C is for the program, which then ends the server.
        self.process = subprocess.Popen(
            command + list(more) + o.option, stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.pid = self.process.pid
        self.port = json.loads(self.process.stdout.readline())["port"]
        while status(self.get("/health")) != 200:
            time.sleep(0.1)

    def connect(self, timeout=PATIENCE):
        connection = socket.create_connection((self.host, self.port), timeout=timeout)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def get(self, path):
        return self.exchange(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())

    def post(self, path, body):
        """The whole answer to a request on a connection of its own."""
        return self.exchange(request(path, body, "Connection: close\r\n"))

    def exchange(self, data, timeout=PATIENCE):
        with self.connect(timeout) as connection:
            connection.sendall(data)
            return read_all(connection)

    def metric(self, name):
        text = body(self.get("/metrics")).decode()
        return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name + "{"))

    def is_alive(self):
        if self.process is not None and self.process.poll() is not None:
            return False
        return status(self.get("/health")) == 200

    def is_stopped(self):
        """Whether somebody has stopped the process for a while (SIGSTOP)."""
        return self.proc("stat", lambda text: text.rsplit(")", 1)[1].split()[0] == "T")

    def resident(self):
        """Resident memory in MiB; 0 where the process is not known."""
        return self.proc("status", lambda text: int(text.split("VmRSS:")[1].split()[0]) / 1024)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd")) if self.pid else 0

    def threads(self):
        return self.proc("status", lambda text: int(text.split("Threads:")[1].split()[0]))

    def seconds(self):
        """Processor time so far."""
        return self.proc("stat", lambda text: sum(map(int, text.rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK"))

    def proc(self, name, read):
        return read(open(f"/proc/{self.pid}/{name}").read()) if self.pid else 0

    def stop(self):
        """Ends the server; its exit status."""
        if self.process is None:
            return 0
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return -9


def request(path, document, headers=""):
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n{headers}\r\n"
    return head.encode() + data


def read_all(connection):
    parts = []
    while piece := connection.recv(1 << 16):
        parts.append(piece)
    return b"".join(parts)


def status(answer):
    """The status of an answer; 0 where there is none."""
    words = answer.split(b" ", 2)
    return int(words[1]) if answer.startswith(b"HTTP/1.") and len(words) == 3 else 0


def body(answer):
    """The body of a whole answer, out of its chunks."""
    head, _, rest = answer.partition(b"\r\n\r\n")
    if b"transfer-encoding: chunked" not in head.lower():
        return rest
    parts = []
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        count = int(size, 16)
        if count == 0:
            return b"".join(parts)
        parts.append(rest[:count])
        rest = rest[count + 2:]
    raise ValueError("a body without its last chunk")


def events(answer):
    """The documents of an event stream."""
    lines = body(answer).decode().split("\n")
    return [json.loads(line[6:]) for line in lines if line.startswith("data: {")]


def abort(connection):
    """Ends a connection without the usual good-bye."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
