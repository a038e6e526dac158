"""The house under load: bots at many tables over real sockets, beside a bare insert of the same bytes.

`houseway serve` runs in a process of its own, the bots in another, on this machine. They play in a closed loop, each
saying the next thing as soon as the last is answered, which shows the most that the house does; and at a fixed rate,
which shows how long an answer takes when nobody has to queue for it. A bare insert is measured on the same database
right after it: rates move with the machine, so read the ratio. A machine that others use, too, changes its pace from
one second to the next: so all of it is done several times, and the run in the middle, by its ratio, is told. How long
decisions took is told of those of all runs together: in one run a hundredth of them are so few that a single pause of
the machine is all of them. Every command of a bot and of the clock is an entry of the record, and the ratio is entries
to rows.

`make bench-house`, or `python -m bench.bench_house --help` for more.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import create_engine, text

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from bench.house_bare import Bare, measure
from bench.house_bots import Result
from bench.house_pauses import LATE, Pauses
from house.postgres import VARIABLE, NoPostgres, clusters
from house.served import Served, prepare
from houseway.house.definition import Clocks, Definition
from houseway.house.founding import TABLES
from houseway.house.opening import address

ROOT = Path(__file__).parent.parent
CLOCKS = Clocks(betting=2_000, decision=10_000, validation=0, result=0)  # nobody waits for a clock
BARE_SECONDS = 4
HERE = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
WANTED_RATIO, WANTED_P99 = 50, 50  # percent; milliseconds
QUIET = 1  # the load of a machine that has nothing else to do
PY_SPY = str(Path(sys.executable).with_name("py-spy"))
TICKS = os.sysconf("SC_CLK_TCK")


class Run(msgspec.Struct):
    """What a run came to."""

    bots: Result
    entries: int  # of the record, between the beginning and the end
    processor: int  # milliseconds that the house took
    bare: Bare
    pauses: list[int]  # of the machine, in milliseconds

    @property
    def ratio(self) -> int:
        """Entries to bare rows, in percent."""
        return 100 * self.entries // self.bots.seconds // self.bare.rate

    @property
    def p99(self) -> int:
        """Of the decisions, in nanoseconds."""
        return _place(self.bots.decisions, 99)


def main() -> None:
    asked = _asked()
    for each in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, _end)
    print(f"{asked.tables} tables of five games, {asked.bots} bots at each, {asked.seconds} s, {os.cpu_count()} cores")
    if (load := os.getloadavg()[0]) > QUIET:
        print(f"the machine is busy with something else (load {load:.1f}): neither rates nor ratios mean much")
    head = ("database", "bots", "commands/s", "p50 ms", "p99 ms", "entries/s", "bare/s", "p50 ms", "p99 ms", "ratio")
    print("{:<22} {:>9} {:>10} {:>7} {:>7} {:>10} {:>8} {:>7} {:>7} {:>6}  processor".format(*head))
    for name in asked.databases:
        words = HERE[name]
        for rate in asked.rates:
            try:
                runs = [_run_once(name, rate, asked) for _ in range(asked.times)]
                _print(words, rate, runs)
            except NoPostgres as reason:
                print(f"{words:<22} {reason}")
                break
    print(f"wanted: ratio {WANTED_RATIO} % in a closed loop, p99 of decisions below {WANTED_P99} ms at 50 tables")


def _end(number: int, _: object) -> None:
    """Whoever ends it ends the house and the database that it has begun, too."""
    raise SystemExit(128 + number)


def _run_once(name: str, rate: int, asked: argparse.Namespace) -> Run:
    with _database(name) as database:
        return _run(database, rate, asked)


def _run(database: str, rate: int, asked: argparse.Namespace) -> Run:
    tables = _definitions(asked.tables, asked.unlinked)
    prepare(database, CLOCKS, tables)
    served = Served(database, "--unlimited", "--grace", "0")
    try:
        served.start()
        served.await_open()
        _await_answer(served)
        with ExitStack() as stack:
            into = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="houseway-bench-"))) / "result.json"
            bots = stack.enter_context(_bots(served, [table.name for table in tables], rate, into, asked))
            stack.callback(bots.kill)
            _hear(bots, b"begin")
            if asked.profile:
                stack.enter_context(_profile(served, asked, f"{database.partition(':')[0]}-{rate}"))
            entries, processor = _entries(database), _processor(served)
            with Pauses() as pauses:
                _hear(bots, b"end")
            entries, processor = _entries(database) - entries, _processor(served) - processor
            result = _result(bots, into)
        served.terminate()
        if served.ended() != 0:
            raise SystemExit("the house did not end well")
    finally:
        served.close()
    return Run(result, entries, processor, measure(database, BARE_SECONDS), pauses.found)


def _definitions(many: int, unlinked: bool) -> list[Definition]:
    """Tables of all games by turns; they share the house's meters, unless told."""
    made = []
    for number in range(many):
        first = TABLES[number % len(TABLES)]
        meters = {} if unlinked else first.meters
        name = f"{first.game}-{number // len(TABLES) + 101}"
        made.append(msgspec.structs.replace(first, name=name, clocks=CLOCKS, meters=meters))
    return made


def _bots(
    served: Served, tables: list[str], rate: int, into: Path, asked: argparse.Namespace
) -> subprocess.Popen[bytes]:
    options = {"--tables": ",".join(tables), "--bots": asked.bots, "--seconds": asked.seconds, "--rate": rate}
    words = [str(word) for option in (*options.items(), ("--result", into)) for word in option]
    return subprocess.Popen(
        [sys.executable, "-m", "bench.house_bots", served.url, *words], cwd=ROOT, stdout=subprocess.PIPE
    )


def _hear(bots: subprocess.Popen[bytes], word: bytes) -> None:
    assert bots.stdout is not None
    if bots.stdout.readline().strip() != word:
        raise SystemExit(f"the bots broke off (exit code {bots.wait()})")


def _result(bots: subprocess.Popen[bytes], written: Path) -> Result:
    if (code := bots.wait()) != 0 or not written.exists():
        raise SystemExit(f"the bots told no result (exit code {code})")
    return msgspec.json.decode(written.read_bytes(), type=Result)


def _await_answer(served: Served) -> None:
    """Wait until the house answers."""
    until = time.monotonic() + 30
    while not served.is_well() and time.monotonic() < until:
        time.sleep(1 / 10)


def _entries(database: str) -> int:
    engine = create_engine(address(database))
    with engine.connect() as connection:
        found = int(connection.execute(text("SELECT SUM(version) FROM streams")).scalar_one())
    engine.dispose()
    return found


def _processor(served: Served) -> int:
    """Milliseconds of processor time of the house; not the database's, where that is a server."""
    fields = Path(f"/proc/{served.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 // TICKS


@contextmanager
def _database(name: str) -> Iterator[str]:
    """An empty database on this machine's disk, removed afterwards."""
    if name == "sqlite":
        with tempfile.TemporaryDirectory(prefix="houseway-bench-") as folder:
            yield f"sqlite:///{folder}/house.db"
        return
    if VARIABLE in os.environ:
        with _schema(os.environ[VARIABLE]) as there:
            yield there
        return
    for cluster in clusters():
        yield cluster.url


@contextmanager
def _schema(server: str) -> Iterator[str]:
    schema = f"houseway_bench_{os.getpid()}"
    engine = create_engine(address(server), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
        try:
            there = address(server).set(drivername="postgresql")
            there = there.update_query_dict({"options": f"-csearch_path={schema}"})
            yield there.render_as_string(hide_password=False)
        finally:
            connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    engine.dispose()


@contextmanager
def _profile(served: Served, asked: argparse.Namespace, name: str) -> Iterator[None]:
    """Show where the time goes while the bots play: a flame graph by py-spy."""
    pid = served.process.pid
    file = Path(asked.profile) / f"house-{name}-{pid}.{'svg' if asked.format == 'flamegraph' else asked.format}"
    words = ["--gil"] if not asked.idle else ["--idle"]
    command = [PY_SPY, "record", *words, "-d", str(asked.seconds - 1), "-f", asked.format, "-o", str(file)]
    profiler = subprocess.Popen([*command, "-p", str(pid)], stdout=subprocess.DEVNULL)
    yield
    profiler.wait(60)


def _print(words: str, rate: int, runs: list[Run]) -> None:
    if not all(run.bots.decisions for run in runs):
        raise SystemExit("no decision was answered")
    in_order = sorted(runs, key=lambda run: run.ratio)
    run = in_order[len(runs) // 2]
    bots, bare = run.bots, run.bare
    decisions = sorted(took for each in runs for took in each.bots.decisions)
    entries = run.entries // bots.seconds
    each = 1000 * run.processor // max(1, run.entries)  # a measure that other work on the machine changes little
    share = f"house {run.processor // bots.seconds // 10} % ({each} us an entry), "
    share += f"bots {bots.processor // bots.seconds // 10} %"
    line = (
        words,
        f"{rate}/s" if rate else "closed",
        bots.answered // bots.seconds,
        *(_milliseconds(decisions, place) for place in (50, 99)),
        entries,
        bare.rate,
        *(_milliseconds(bare.took, place) for place in (50, 99)),
        f"{run.ratio} %",
    )
    print("{:<22} {:>9} {:>10} {:>7} {:>7} {:>10} {:>8} {:>7} {:>7} {:>6}  {}".format(*line, share), flush=True)
    if len(runs) > 1:
        ratios = ", ".join(f"{each.ratio}" for each in in_order)
        worst = ", ".join(f"{each.p99 / 10**6:.0f}" for each in sorted(runs, key=lambda run: run.p99))
        print(f"  of {len(runs)} runs: ratios {ratios} %; p99 of each {worst} ms", flush=True)
    if pauses := [pause for each in runs for pause in each.pauses]:
        print(
            f"  the machine stood still {len(pauses)} times for {LATE} ms or more, for up to {max(pauses)}", flush=True
        )
    for why, times in bots.refused.items():
        print(f"  refused {times} times: {why}")


def _milliseconds(took: list[int], percent: int) -> str:
    return f"{_place(took, percent) / 10**6:.2f}"


def _place(took: list[int], percent: int) -> int:
    return took[min(len(took) - 1, len(took) * percent // 100)]


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.bench_house", description=__doc__)
    parser.add_argument("--tables", type=_some, default=50)
    parser.add_argument("--bots", type=_some, default=2, help="at each table")
    parser.add_argument("--seconds", type=_some, default=10)
    parser.add_argument("--times", type=_some, default=3)
    parser.add_argument("--rates", type=_any, nargs="+", default=[0, 200], help="commands a second; 0: a closed loop")
    parser.add_argument("--databases", nargs="+", choices=HERE, default=list(HERE))
    parser.add_argument("--unlinked", action="store_true", help="every table has meters of its own")
    parser.add_argument("--profile", metavar="FOLDER", help="write what py-spy sees of the house there")
    parser.add_argument("--format", default="flamegraph", choices=("flamegraph", "raw", "speedscope"))
    parser.add_argument(
        "--idle", action="store_true", help="of the profile: waiting threads too, not the lock's holder"
    )
    return parser.parse_args()


def _any(word: str) -> int:
    if not (word.isascii() and word.isdecimal()):
        raise argparse.ArgumentTypeError(f"{word!r} is no whole number")
    return int(word)


def _some(word: str) -> int:
    if (number := _any(word)) == 0:
        raise argparse.ArgumentTypeError("there has to be 1 at least")
    return number


if __name__ == "__main__":
    main()
