"""Trains Café where a GPU is lent for minutes: the generator writes on the machine's processors while the GPU learns.

    python gpu.py --minutes 18.6 --stop-minutes 9.3 --out $OUT     half of a run; the same command again is the other half
    python gpu.py --join FOLDER --checkpoint cafe.pt               puts a carried-away checkpoint together
    python gpu.py --size tiny --minutes 2 --writers 1 --out /tmp/o the same on a processor, to try it

The clock drives the schedule, so a run ends as planned on any GPU. What is carried away are the weights in bfloat16, in pieces that
such a machine lets out. The vocabulary is the one beside this script (`tokenizer.py --out vocabulary.json`).
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

HERE = Path(__file__).parent
PIECE = 15 << 20


def carry(checkpoint: Path, out: Path) -> None:
    """Writes the weights in pieces."""
    held = torch.load(checkpoint, map_location="cpu")
    kept = {"config": held["config"], "state": held["state"], "model": {n: w.to(torch.bfloat16) for n, w in held["model"].items()}}
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=18.6, help="of the whole run")
    parser.add_argument("--stop-minutes", type=float, default=1e9, help="of this part")
    parser.add_argument("--size", default="deep")
    parser.add_argument("--lr", type=float, default=5e-3)
    parser.add_argument("--step-tokens", type=int, default=98304)
    parser.add_argument("--writers", type=int, default=max(1, (os.cpu_count() or 2) - 2))
    parser.add_argument("--vocabulary", type=Path, default=HERE / "vocabulary.json")
    parser.add_argument("--home", type=Path, default=Path.home() / "cafe-gpu", help="stays on the machine between the parts")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--join", type=Path)
    parser.add_argument("--checkpoint", type=Path)
    options = parser.parse_args()
    if options.join:
        join(options.join, options.checkpoint)
        return
    begun = time.time()
    data, checkpoint = options.home / "shards", options.home / "cafe.pt"
    data.mkdir(parents=True, exist_ok=True)
    # The writers' processes keep to one thread each.
    quiet = os.environ | {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false", "RAYON_NUM_THREADS": "1"}
    places = ["--out", data, "--tokenizer", options.vocabulary]
    writing = [sys.executable, "corpus.py", "--stage", "two", "--shards", 1_000_000, "--workers", options.writers, *places]
    writers = subprocess.Popen([str(w) for w in writing], cwd=HERE, env=quiet, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        while not any(data.glob("two-*[0-9].npz")):
            time.sleep(0.5)
            if writers.poll() is not None:
                raise SystemExit("the generator ended")
        spent = (time.time() - begun) / 60
        gpu = torch.cuda.is_available()
        training = [sys.executable, "train.py", "--data", data, "--checkpoint", checkpoint, "--size", options.size]
        training += ["--minutes", options.minutes, "--stop-minutes", options.stop_minutes - spent, "--lr", options.lr]
        training += ["--step-tokens", options.step_tokens, "--micro-tokens", options.step_tokens] if gpu else []
        subprocess.run([str(t) for t in training], cwd=HERE, check=True)
    finally:
        if writers.poll() is None:
            os.killpg(writers.pid, signal.SIGTERM)
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        carry(checkpoint, options.out)


if __name__ == "__main__":
    main()
