"""Every round run again: a forger who makes all hashes anew is caught by what the commands come to, and located."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, select

from house.evenings import ANN, BOB, CHIPS, EVE, SUE, definition
from house.forging import Change, Forged, forge
from house.kept import KeptEvening, audited, played
from house.stacking import Shuffler, shuffler
from house.test_verify import flip_all, tampering, verified_after
from houseway.games import NAMES
from houseway.house.appending import meter_mark
from houseway.house.auditing import Audit
from houseway.house.commands import Fill, Leave, MakeLeave, Ready, Sit
from houseway.house.office_deeds import STREAM as HOUSE
from houseway.house.practice import but
from houseway.house.rebuilding import rebuild
from houseway.house.record import Done
from houseway.house.schema import entries, meters
from houseway.house.store import Store
from houseway.house.turn import Sealed
from houseway.house.verifying import Problem, verify
from houseway.shoe import commitment

__all__ = ["shuffler"]


@pytest.fixture
def house(store: Store) -> dict[str, KeptEvening]:
    """Rounds of all five games."""
    return played(store)


def test_every_round_of_every_game_is_run_again(store: Store, house: dict[str, KeptEvening]) -> None:
    verified, audit = audited(store)
    assert verified.problem is None
    assert verified.entries == sum(len(evening.entries) for evening in house.values()) + store.head(HOUSE)
    assert (audit.rerun, audit.taken) == (3 * len(NAMES), 0)


@pytest.mark.usefixtures("house")
def test_a_changed_byte_of_a_rich_house_is_found_and_named(store: Store, url: str) -> None:
    store.close()
    with tampering(url) as engine:
        assert flip_all(engine, lambda length: [Random(length).randrange(length)], rows=4) > 120


@pytest.mark.parametrize("game", ["blackjack", "packs"])
def test_a_changed_byte_in_the_last_entry_of_a_round_is_named_there(store: Store, url: str, game: str) -> None:
    """Whatever it makes of the round's number, its players or its seed: no entry before it is blamed."""
    evening = played(store, [game])[game]
    store.close()
    chance = Random(8)
    with tampering(url) as engine:
        for version in [version for version, done in enumerate(evening.dones, 1) if "closed" in done.body]:
            for part in ("body", "sealed"):
                written = getattr(evening.entries[version - 1], part)
                marks = [written.find(word) + len(word) for word in (b'"number":', b'"closed":{', b'"seed":"')]
                for place in [*marks, *(chance.randrange(len(written)) for _ in range(8))]:
                    flipped = written[:place] + bytes([written[place] ^ 4]) + written[place + 1 :]
                    statement = f"UPDATE entries SET {part} = :flipped WHERE stream = :stream AND version = :version"
                    values = {"flipped": flipped, "stream": evening.stream, "version": version}
                    problem = verified_after(engine, statement, values)
                    assert problem is not None
                    assert (problem.stream, problem.version) == (evening.stream, version), (part, place, problem)


def card(forged: Forged) -> None:
    """Another card was dealt, in the moves alone."""
    move = next(move for move in forged.body["moves"] if move["move"] == "cards" and move["source"] == "shoe")
    move["cards"][0] = (move["cards"][0] + 1) % 52


def payoff(forged: Forged) -> None:
    forged.body["closed"]["payoffs"][0]["net"] += 100


def paid(forged: Forged) -> None:
    """A dollar more, paid from the inventory."""
    table = forged.stream.removeprefix("table/")
    added = dict(forged.transfer)
    for account, cents in ((f"inventory/{table}", -100), (f"chips/{table}/Ann", 100)):
        added[account] = added.get(account, 0) + cents
    forged.transfer = [[account, cents] for account, cents in added.items() if cents]
    payoff(forged)


def seed(forged: Forged) -> None:
    forged.sealed["seed"] = "11" * 32


def told_seed(forged: Forged) -> None:
    forged.body["seed"] = {"commitment": commitment(bytes(32)), "seed": bytes(32).hex()}


def published(forged: Forged) -> None:
    forged.body["commitment"] = commitment(bytes(32))


def hashes(forged: Forged) -> None:
    forged.body["sealed"][0], forged.body["sealed"][1] = forged.body["sealed"][1], forged.body["sealed"][0]


def kept_shoe(forged: Forged) -> None:
    shoe = forged.sealed["round"]["shoe"]
    shoe[0], shoe[1] = shoe[1], shoe[0]


def earlier(forged: Forged) -> None:
    forged.at -= 1


def somebody_else(forged: Forged) -> None:
    forged.actor = "Eve"


def name_of_event(forged: Forged) -> None:
    forged.event = "table.sat/1" if forged.event != "table.sat/1" else "table.left/1"


def decided(forged: Forged) -> None:
    """A bot wagered otherwise."""
    forged.sealed["decided"][0] = []


def has(part: str) -> Callable[[Done], bool]:
    return lambda done: part in done.body or part in done.sealed


def dealt(done: Done) -> bool:
    return any(move["move"] == "cards" and move["source"] == "shoe" for move in done.body["moves"])


FORGERIES: list[tuple[Change | None, Callable[[Done], bool]]] = [
    (card, dealt),
    (payoff, has("closed")),
    (paid, has("closed")),
    (seed, has("commitment")),
    (told_seed, has("closed")),
    (published, has("commitment")),
    (hashes, lambda done: "sealed" in done.body),
    (kept_shoe, has("closed")),
    (earlier, lambda done: done.body["deadline"] is not None and done.body["phase"] == "result"),
    (somebody_else, lambda done: done.event == "table.wagered/1"),
    (name_of_event, has("closed")),
    (decided, has("decided")),
    (None, lambda done: done.event == "table.readied/1"),
]


@pytest.mark.parametrize("game", NAMES)
def test_a_forger_who_makes_all_hashes_anew_is_caught_and_located(store: Store, url: str, game: str) -> None:
    evening = played(store, [game])[game]
    store.close()
    caught = 0
    with tampering(url) as engine:
        for change, fits in FORGERIES:
            at = [version for version, done in enumerate(evening.dones, 1) if fits(done)]
            for version in at[:1] + at[-1:]:
                with engine.connect() as connection:
                    forge(connection, evening.stream, version, change)
                    assert verify(connection).problem is None, change
                    problem = verify(connection, Audit()).problem
                    assert problem is not None, change
                    assert (problem.stream, type(problem.version)) == (evening.stream, int), (change, problem)
                    # What a bot decided is for the bot to say, and what is left out is not there: what follows tells.
                    assert problem.version == version or change in (decided, None), (change, problem)
                    caught += 1
                    connection.rollback()
    assert caught > 20


def test_a_stacked_shoe_is_not_what_was_published(store: Store, shuffler: Shuffler) -> None:
    """The record agrees with itself, and the program that wrote it would agree: but the seed gives other cards."""
    shuffler.ready = ["Ah 2c Kh 3c Qh 4d Jh 5d Th 7s"]
    evening = played(store, ["lunar"])["lunar"]
    problem = audited(store)[0].problem
    first = next(version for version, done in enumerate(evening.dones, 1) if "closed" in done.body)
    assert problem == Problem("table/lunar-1", first, "the cards of the round are not those of its shuffle")


def test_a_table_that_nobody_set_up_or_that_was_set_up_otherwise_is_found(store: Store, url: str) -> None:
    evening = played(store, ["lunar"])["lunar"]
    store.close()
    timed = next(version for version, done in enumerate(evening.dones, 1) if done.body["deadline"] is not None)
    with tampering(url) as engine:
        set_up = 4

        def otherwise(forged: Forged) -> None:
            forged.body["definition"]["clocks"]["betting"] += 1

        def garbled(forged: Forged) -> None:
            forged.body["definition"]["clocks"] = 5

        for change, place in (
            (None, ("table/lunar-1", 1)),
            (garbled, (HOUSE, set_up)),
            (otherwise, ("table/lunar-1", timed)),
        ):
            with engine.connect() as connection:
                forge(connection, HOUSE, set_up, change)
                problem = verify(connection, Audit()).problem
                assert problem is not None
                assert (problem.stream, problem.version) == place, problem
                connection.rollback()


def test_a_name_is_given_to_one_table(store: Store) -> None:
    for _ in range(2):
        KeptEvening(store, definition("packs"))
    assert audited(store)[0].problem == Problem(HOUSE, 5, "the table packs-1 was set up before")


def lost(store: Store, game: str) -> KeptEvening:
    """A house with a round between two others that was given up, while others came and went."""
    evening = KeptEvening(store, definition(game))
    evening.open().seat(ANN, BOB, bots=1)
    evening.rounds(1, ANN, BOB)
    for actor in (ANN, BOB):
        evening.bet(actor, ready=False)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    evening.do(Fill(77_00, "low"), SUE)
    evening.do(Sit(5, CHIPS), EVE)
    evening.do(Leave(), EVE)
    evening.do(MakeLeave("Bob", "rude"), SUE)
    evening.give_up()
    evening.clock()
    evening.rounds(1, ANN)
    return evening


@pytest.mark.parametrize("in_a_round", [False, True])
def test_a_record_in_which_who_was_made_to_leave_came_again_at_once_is_sound(store: Store, in_a_round: bool) -> None:
    """As it was written before anybody was kept away: the entry says nothing of that."""
    evening = KeptEvening(store, definition("lucky8s"))
    evening.open().seat(ANN, BOB)
    if in_a_round:
        evening.bet(ANN)
        assert evening.table.round is not None
    sealed = Sealed(bytes(32), practice=but("keeps_away"))
    evening.keep(evening.table.execute(MakeLeave("Ann", "rude"), SUE, evening.at, sealed), SUE)
    assert "keeps_away" not in evening.dones[-1].sealed
    if in_a_round:
        evening.play()
        evening.clock()
    evening.do(Sit(1, CHIPS), ANN)
    evening.do(MakeLeave("Ann", "rude again"), SUE)
    assert evening.dones[-1].sealed["keeps_away"] is True
    kept = evening.table.snapshot()
    assert kept is not None
    store.snapshot(evening.stream, evening.table.version, kept)
    evening.refused(Sit(1, CHIPS), ANN)
    assert audited(store)[0].problem is None
    assert rebuild(evening.defined, evening.entries).state.kept_away == ["Ann"]


def test_a_snapshot_from_before_anybody_was_kept_away_is_the_table_still(store: Store) -> None:
    evening = KeptEvening(store, definition("lucky8s"))
    evening.open().seat(ANN, BOB)
    kept = evening.table.snapshot()
    assert kept is not None
    old = msgspec.json.decode(kept)
    del old["state"]["kept_away"]
    store.snapshot(evening.stream, evening.table.version, msgspec.json.encode(old))
    assert audited(store)[0].problem is None


@pytest.mark.parametrize("game", ["blackjack", "lucky8s", "lunar"])
def test_a_round_that_was_given_up_is_taken_as_written_and_counted_apart(store: Store, game: str) -> None:
    evening = lost(store, game)
    assert "round.abandoned/1" in [done.event for done in evening.dones]
    verified, audit = audited(store)
    assert verified.problem is None
    assert (audit.rerun, audit.taken) == (2, 1)


def test_the_money_and_the_cards_of_a_round_that_was_given_up_are_looked_at(store: Store, url: str) -> None:
    evening = lost(store, "lunar")
    store.close()
    given_up = next(place for place, done in enumerate(evening.dones) if done.event == "round.abandoned/1")
    opened = max(place for place, done in enumerate(evening.dones[:given_up], 1) if done.event == "round.opened/1")

    def money(forged: Forged) -> None:
        table = forged.stream.removeprefix("table/")
        forged.transfer = [*forged.transfer, [f"drop/{table}", -100], ["wallet/Eve", 100]]

    def minted(forged: Forged) -> None:
        move = {"move": "chips", "amount": 100, "source": "cage", "target": "wallet/Eve", "clause": "G1"}
        forged.body["moves"].append(move)
        forged.transfer = [*(line for line in forged.transfer if line[0] != "cage"), ["wallet/Eve", 100]]
        forged.transfer.append(["cage", -sum(cents for _, cents in forged.transfer)])

    with tampering(url) as engine:
        for change in (card, money, minted):
            with engine.connect() as connection:
                forge(connection, evening.stream, opened, change)
                assert verify(connection).problem is None
                problem = verify(connection, Audit()).problem
                assert problem is not None
                assert (problem.stream, problem.version) == (evening.stream, opened), problem
                connection.rollback()


@pytest.mark.parametrize("game", ["lunar", "packs"])
def test_the_row_of_a_meter_is_what_was_set_last(store: Store, url: str, game: str) -> None:
    """A table's own meter as well, and no meter that nobody has set. Its mark is made anew each time."""
    played(store, [game])
    store.close()
    with tampering(url) as engine, engine.connect() as connection:
        assert verify(connection, Audit()).problem is None
        rows = [dict(row) for row in connection.execute(select(meters).order_by(meters.c.name)).mappings()]
        first = rows[0]
        twice = {"numerator": 2 * first["numerator"], "denominator": 2 * first["denominator"]}
        elsewhere: list[dict[str, Any]] = [{"version": 2}, {"stream": HOUSE, "version": 1}]
        for change in (*elsewhere, {"changes": 77}, {"numerator": 1, "denominator": 3}, twice):
            problem = _with_meter(connection, {**first, **change})
            at = (change.get("stream", first["stream"]), change.get("version", first["version"]))
            assert problem == Problem(*at, f"the meter {first['name']} is not what was set last")
        nothing = {"name": "zzz", "cents": 0, "numerator": 3, "denominator": 5, "reset": 0}
        problem = _with_meter(connection, {**first, **nothing})
        assert problem == Problem(first["stream"], first["version"], "the meter zzz was never set")


def _with_meter(connection: Connection, row: dict[str, Any]) -> Problem | None:
    """What is found with another row for a meter."""
    of = (entries.c.stream == row["stream"], entries.c.version == row["version"])
    mark = meter_mark(connection.execute(select(entries.c.chain).where(*of)).scalar_one(), row)
    connection.execute(meters.delete().where(meters.c.name == row["name"]))
    connection.execute(meters.insert(), {**row, "mark": mark})
    problem = verify(connection, Audit()).problem
    connection.rollback()
    return problem


def test_entries_are_read_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.house.verifying.PAGE", 7)
    lost(store, "lunar")
    verified, audit = audited(store)
    assert (verified.problem, audit.rerun, audit.taken) == (None, 2, 1)
