"""Trains Café where a GPU is lent for minutes: the generator writes on the machine's processors while the GPU learns.

    python gpu.py --minutes 9 --start ../cafe.gguf --seed 130 --out $OUT
    python gpu.py --minutes 3 --start ~/cafe-gpu/130/cafe.pt --seed 131 --mix last --lr 2e-3 --out $OUT     a second part, from the end of the first
    python gpu.py --join FOLDER --checkpoint cafe.pt                                   puts a carried-away checkpoint together
    python gpu.py --size tiny --minutes 2 --writers 1 --out /tmp/o                     the same on a processor, to try it

The clock drives the schedule, so a part ends as planned on any GPU. What is carried away are the weights as numbers of 16 bits, in pieces of 15 MiB. The vocabulary is the one beside this script (`grow.py --vocabulary vocabulary.json`, or `tokenizer.py --out`).
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import torch

from model import count
from train import Run, arguments

HERE = Path(__file__).parent
PIECE = 15 << 20


def carry(checkpoint: Path, out: Path) -> None:
    """Writes the weights in pieces."""
    held = torch.load(checkpoint, map_location="cpu")
    kept = {"config": held["config"], "state": held["state"], "model": {n: w.to(torch.float16) for n, w in held["model"].items()}}
    memory = io.BytesIO()
    torch.save(kept, memory)
    data = memory.getvalue()
    for at, begin in enumerate(range(0, len(data), PIECE)):
        (out / f"cafe.{at:02d}").write_bytes(data[begin : begin + PIECE])


def join(folder: Path, checkpoint: Path) -> None:
    """The checkpoint that `carry` took apart, as export.py reads it."""
    data = b"".join(path.read_bytes() for path in sorted(folder.glob("cafe.[0-9][0-9]")))
    held = torch.load(io.BytesIO(data), map_location="cpu")
    held["model"] = {n: w.float() for n, w in held["model"].items()}
    torch.save(held, checkpoint)


def train(options: argparse.Namespace, writers: subprocess.Popen[bytes], begun: float) -> None:
    """Compiles while the first shards are written, then trains to the end of the minutes."""
    run = Run(options, torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    print(f"{count(run.model) / 1e6:.1f} M parameters, {run.device}, {time.time() - begun:.0f} s so far", flush=True)
    run.warm()
    print(f"warm after {time.time() - begun:.0f} s", flush=True)
    while not any(options.data.glob("two-*[0-9].npz")):
        time.sleep(0.2)
        if writers.poll() is not None:
            raise SystemExit("the generator ended")
    options.minutes -= (time.time() - begun) / 60
    run.train()
    print(f"{sum(1 for _ in options.data.glob('two-*[0-9].npz'))} shards were written, {run.state['place'][1]} read", flush=True)


def main() -> None:
    begun = time.time()
    parser = arguments()
    # Without dropout the lines of the banks, each read some forty times, are memorised.
    parser.set_defaults(size="deep", lr=3e-3, decay=0.9, step_tokens=36000, dropout=0.1, weight_decay=0.1, save_minutes=1e9)
    parser.add_argument("--writers", type=int, default=max(1, (os.cpu_count() or 2) * 2 // 5), help="more of them would slow what drives the GPU")
    parser.add_argument("--home", type=Path, default=Path.home() / "cafe-gpu", help="stays on the machine between the parts")
    parser.add_argument("--mix", default="broad", help="what the writers write: see corpus.py")
    parser.add_argument("--last-from", type=int, default=230, help="the first shard that is written with the mix `last` and without noise")
    parser.add_argument("--noise", action=argparse.BooleanOptionalAction, default=True, help="in the shards before that")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--join", type=Path)
    options = parser.parse_args()
    if options.join:
        join(options.join, options.checkpoint)
        return
    torch.manual_seed(options.seed)
    home = options.home / str(options.seed)
    options.data, options.checkpoint, options.tokenizer = home / "shards", home / "cafe.pt", HERE / "vocabulary.json"
    options.data.mkdir(parents=True, exist_ok=True)
    # The writers' processes keep to one thread each.
    quiet = os.environ | {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false", "RAYON_NUM_THREADS": "1"}
    writing = ["nice", sys.executable, "corpus.py", "--seed", options.seed, "--shards", 100_000, "--workers", options.writers]
    writing += ["--out", options.data, "--tokenizer", options.tokenizer, "--mix", options.mix, "--last-from", options.last_from]
    writing += ["--noise"] if options.noise else []
    writers = subprocess.Popen([str(w) for w in writing], cwd=HERE, env=quiet, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        train(options, writers, begun)
    finally:
        if writers.poll() is None:
            os.killpg(writers.pid, signal.SIGTERM)
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        carry(options.checkpoint, options.out)


if __name__ == "__main__":
    main()
