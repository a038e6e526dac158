"""The README's `make play`: the house opens, says where, answers there, and closes when it is told to."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        serve = f"SERVE=--port 0 --database sqlite:///{folder}/house.db"
        house = subprocess.Popen(
            ["make", "play", serve], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert house.stdout is not None
        address = next((found for line in house.stdout if (found := re.search(r"http://\S+", line))), None)
        if address is None:
            sys.exit("make play printed no address")
        with urllib.request.urlopen(f"{address[0]}healthz", timeout=10) as answer:
            health = json.load(answer)
        os.killpg(house.pid, signal.SIGTERM)
        house.wait(60)
        print(f"make play: {health}")
        if health["tables"] != 5:
            sys.exit("the house has not opened its five tables")


main()
