"""Rounds by player and by number: what was noted is what was played, on both databases."""

from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, Select, select, text
from sqlalchemy.engine import default

from house.deeds import everything
from house.evenings import ANN, BOB, EVE, SUE, definition
from house.kept import KeptEvening, played
from houseway.asks import Act
from houseway.games import NAMES
from houseway.house import history
from houseway.house.commands import Back, CloseTable, Consent, Ready, VoidRound, Wager
from houseway.house.definition import Definition
from houseway.house.history import NOBODY, noting
from houseway.house.schema import rounds
from houseway.house.store import Conflict, Store
from houseway.refusal import Refusal
from houseway.shoe import commitment


def test_the_last_rounds_of_a_player_are_told_the_newest_first(store: Store) -> None:
    evenings = played(store, rounds=4)
    lines = history.last_rounds(store, "Ann", 100)
    assert len(lines) == 4 * len(NAMES)
    assert {line.table for line in lines} == {f"{game}-1" for game in NAMES}
    assert [line.at for line in lines] == sorted((line.at for line in lines), reverse=True)
    for game, evening in evenings.items():
        own = {line.number: line for line in lines if line.game == game}
        ended = [done.body["closed"] for done in evening.dones if "closed" in done.body]
        assert {number: (line.net, line.void) for number, line in own.items()} == {
            closed["number"]: (closed["nets"].get("Ann", 0), closed["void"]) for closed in ended
        }
        for closed in ended:
            mine = [payoff for payoff in closed["payoffs"] if payoff["seat"] == 1]
            assert sum(own[closed["number"]].wagered.values()) == sum(payoff["stake"] for payoff in mine)
    assert history.last_rounds(store, "Ann", 3) == lines[:3]
    assert history.last_rounds(store, "Eve") == ()
    assert history.last_rounds(store, "bot-Ada") == ()


def test_without_a_number_twenty_rounds_are_told(store: Store) -> None:
    played(store, ["packs"], rounds=23)
    assert [line.number for line in history.last_rounds(store, "Bob")] == list(range(23, 3, -1))


@pytest.mark.parametrize("game", NAMES)
def test_a_round_is_found_by_its_number(store: Store, game: str) -> None:
    evening = played(store, [game], rounds=3)[game]
    for finished in evening.table.finished:
        assert history.find_round(store, f"{game}-1", finished.number) == finished
        entries = history.entries_of(store, finished)
        assert entries == evening.entries[finished.opened[0] - 1 : finished.closed[0]]
        assert "opened" in msgspec.json.decode(entries[0].body)
        assert "closed" in msgspec.json.decode(entries[-1].body)


@pytest.mark.parametrize(("table", "number"), [("lunar-1", 0), ("lunar-1", 4), ("lunar-1", -1), ("lunar", 1), ("", 1)])
def test_a_round_that_there_is_not_is_refused(store: Store, table: str, number: int) -> None:
    played(store, ["lunar"], rounds=3)
    with pytest.raises(Refusal, match=f"has no round {number} that is over"):
        history.find_round(store, table, number)


def test_a_round_in_play_is_not_found(store: Store) -> None:
    evening = KeptEvening(store, definition("lunar"))
    evening.open().seat(ANN)
    evening.bet(ANN)
    assert evening.table.round is not None
    with pytest.raises(Refusal, match="has no round 1 that is over"):
        history.find_round(store, "lunar-1", 1)
    evening.play()
    assert history.find_round(store, "lunar-1", 1).number == 1


def test_void_rounds_and_rounds_that_were_given_up_are_noted(store: Store) -> None:
    evening = KeptEvening(store, definition("lunar"))
    evening.open().seat(ANN, BOB)
    evening.bet(ANN)
    evening.do(VoidRound("a fire"), SUE)
    evening.clock()
    evening.bet(BOB)
    evening.give_up()
    assert [(line.number, line.void, line.net) for line in history.last_rounds(store, "Ann")] == [(1, True, 0)]
    assert [(line.number, line.void, line.net) for line in history.last_rounds(store, "Bob")] == [(2, True, 0)]


def test_who_backs_a_spot_was_in_the_round(store: Store) -> None:
    evening = KeptEvening(store, definition("lucky8s"))
    evening.open()
    evening.do(Back(4, 1_000_00), ANN)
    evening.do(Back(4, 1_000_00), BOB)
    evening.do(Wager(4, "ante", 10_00), ANN)
    evening.do(Consent("Bob", True), ANN)
    evening.do(Wager(4, "ante", 30_00), BOB)
    evening.do(Wager(4, "bonus", 5_00), BOB)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    evening.decide(4, Act("house way"))
    evening.decide(4, Act("fold"))
    (ann,), (bob,) = history.last_rounds(store, "Ann"), history.last_rounds(store, "Bob")
    assert (ann.wagered, ann.net) == ({"ante": 10_00}, -10_00)
    assert bob.wagered == {"ante": 30_00, "bonus": 5_00}
    assert bob.net <= -30_00 + 5_00 * 1000
    assert "Ann" in history.find_round(store, "lucky8s-1", 1).backers


def test_a_round_of_bots_alone_is_nobodys_and_is_found(store: Store) -> None:
    evening = KeptEvening(store, Definition("packs-1", "packs", bots_alone=True))
    evening.open().seat(bots=2)
    while not evening.table.finished:
        evening.clock()
    finished = history.find_round(store, "packs-1", 1)
    assert all(name.startswith("bot-") for name in finished.deciders.values())
    assert store.look(lambda connection: connection.execute(select(rounds.c.player)).scalars().all()) == [NOBODY]


def test_the_seed_is_told_when_all_of_the_shuffle_is_dealt(store: Store) -> None:
    evening = KeptEvening(store, definition("blackjack", "decks=1", "cut_card=20"))
    evening.open().seat(ANN)
    evening.rounds(1, ANN)
    first = history.find_round(store, "blackjack-1", 1)
    assert history.seed_of(store, first) is None  # the shoe is dealt on
    while evening.table.cards.commitment == first.commitment:
        evening.rounds(1, ANN)
    seed = history.seed_of(store, first)
    assert seed == first.seed
    assert commitment(bytes.fromhex(seed)) == first.commitment
    assert evening.table.finished[1].commitment == first.commitment  # more than one round was dealt of it


def test_where_hands_stay_private_no_seed_is_told(store: Store) -> None:
    evening = played(store, ["ultimate8"], rounds=2)["ultimate8"]
    for finished in evening.table.finished:
        assert history.seed_of(store, finished) is None
    assert everything(store)["shuffles"] == []


def test_notes_are_written_with_the_entry_or_not_at_all(store: Store) -> None:
    evening = KeptEvening(store, definition("packs"))
    evening.open().seat(ANN)
    evening.bet(ANN)
    done, before = evening.dones[-1], everything(store)
    beside = noting(evening.stream, evening.table.version, done)
    assert beside
    with pytest.raises(Conflict):
        store.append(evening.stream, evening.table.version, evening.at, "Ann", None, b"", done, beside=beside)
    assert everything(store) == before

    other, unpaid = noting("table/other", 1, done), msgspec.structs.replace(done, transfer=())
    assert other

    def fails(connection: Connection) -> None:
        raise Refusal("the table is on fire")

    with pytest.raises(Refusal, match="on fire"):
        store.append("table/other", 1, evening.at, "Ann", None, b"", unpaid, (), fails, other)
    assert everything(store) == before


def test_most_entries_have_nothing_noted() -> None:
    with Store.open("sqlite://") as store:
        evening = played(store, ["lunar"], rounds=2)["lunar"]
        noted = [bool(noting(evening.stream, 1, done)) for done in evening.dones]
        telling = ["closed" in done.body or "seed" in done.body for done in evening.dones]
        assert noted == telling
        assert sum(noted) < len(noted) / 2


LOOK_UPS: list[tuple[Select[Any], dict[str, Any]]] = [
    (history._LAST, {"of": "Ann", "most": 20}),
    (history._FIND, {"of": "table/a", "number": 3}),
    (history._SEED, {"of": "table/a", "published": "0" * 64}),
]


@pytest.mark.parametrize(("statement", "values"), LOOK_UPS)
def test_rounds_are_found_without_a_walk_along_the_stream(
    sqlite_url: str, statement: Select[Any], values: dict[str, Any]
) -> None:
    """The database says how it looks for them: by an index, not row by row, and mostly without sorting them."""

    def plan(connection: Connection) -> list[str]:
        words = text(f"EXPLAIN QUERY PLAN {statement.compile(dialect=default.DefaultDialect())}")
        return [row[-1] for row in connection.execute(words, {"param_1": 1, **values})]

    with Store.open(sqlite_url) as store:
        steps = store.look(plan)
    assert steps
    assert not [step for step in steps if step.startswith("SCAN") or step.endswith("FOR ORDER BY")], steps


def test_a_closed_table_has_told_its_seed(store: Store) -> None:
    evening = KeptEvening(store, definition("blackjack"))
    evening.open().seat(ANN)
    evening.rounds(1, ANN)
    finished = history.find_round(store, "blackjack-1", 1)
    assert history.seed_of(store, finished) is None
    evening.do(CloseTable("the night"), SUE)
    assert history.seed_of(store, finished) == finished.seed
    assert EVE.name not in finished.deciders.values()
