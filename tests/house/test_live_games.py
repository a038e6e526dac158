"""Every game at a live table, played by people and bots: money, cards and the record hold through many rounds."""

from collections import Counter
from random import Random

import msgspec
import pytest

from house.evenings import ANN, BOB, SUE, Evening, definition
from houseway.client import act
from houseway.games import NAMES
from houseway.house.commands import Ready, Sit, Validate
from houseway.house.live import LiveTable
from houseway.house.rebuilding import Differs, rebuild, rerun
from houseway.house.record import canonical
from houseway.rounds import RoundFile
from houseway.settling import differences, settle

every_game = pytest.mark.parametrize("game", NAMES)
ROUNDS = 12


@pytest.fixture(scope="module", params=NAMES)
def played(request: pytest.FixtureRequest) -> Evening:
    """An evening with two people and two bots."""
    evening = Evening(definition(request.param)).open().seat(ANN, BOB, bots=2)
    evening.rounds(ROUNDS, ANN, BOB)
    return evening


def test_rounds_are_played_and_closed(played: Evening) -> None:
    events = Counter(done.event for done in played.dones)
    assert events["round.closed/1"] + events["round.voided/1"] == ROUNDS
    assert played.table.state.number == ROUNDS
    assert played.table.state.phase == "betting"


def test_what_a_round_brought_is_what_the_chips_say(played: Evening) -> None:
    for done in played.dones:
        if "closed" in done.body:
            payoffs = done.body["closed"]["payoffs"]
            assert sum(done.body["closed"]["nets"].values()) == sum(payoff["net"] for payoff in payoffs)


def test_the_same_commands_give_the_same_bytes(played: Evening) -> None:
    again = LiveTable(played.defined)
    for done, other in zip(played.dones, rerun(again, played.entries), strict=True):
        assert canonical(msgspec.to_builtins(done)) == canonical(msgspec.to_builtins(other))
    assert again.snapshot() == played.table.snapshot()


def test_a_table_goes_on_from_a_snapshot(played: Evening) -> None:
    running, kept, version = LiveTable(played.defined), None, 0
    for place, _ in enumerate(rerun(running, played.entries), 1):
        snapshot = running.snapshot()
        if snapshot is not None and place <= len(played.entries) * 2 // 3:
            kept, version = snapshot, place
    assert kept is not None
    restored = rebuild(played.defined, played.entries[version:], kept)
    assert restored.snapshot() == running.snapshot()
    assert restored.version == running.version


def test_the_round_files_settle_to_what_was_paid(played: Evening) -> None:
    numbers = [finished.number for finished in played.table.finished]
    assert len(numbers) >= 10
    for number in numbers:
        for viewer in ("Ann", None):
            file = RoundFile(played.table.round_file(number, viewer))
            assert differences(file, settle(file)) == []


def test_a_changed_entry_is_named(played: Evening) -> None:
    for place, part in ((3, b'"phase":"betting"'), (len(played.entries) - 2, b'"deadline"')):
        entries = list(played.entries)
        body = entries[place].body
        assert part in body
        entries[place] = msgspec.structs.replace(entries[place], body=body.replace(part, part[:-2] + b'x"', 1))
        with pytest.raises(Differs) as differs:
            rebuild(played.defined, entries)
        assert differs.value.version == place + 1


@every_game
def test_who_decides_by_what_he_is_told_alone_is_never_refused(game: str) -> None:
    evening, chance, verbs = Evening(definition(game)).open().seat(ANN, BOB), Random(8), Counter[str]()
    for _ in range(ROUNDS):
        for actor in (ANN, BOB):
            evening.bet(actor, ready=False)
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
        while (running := evening.table.round) is not None:
            asked = {actor: evening.table.view(actor).ask for actor in (ANN, BOB)}
            mine = [(actor, ask) for actor, ask in asked.items() if ask is not None and ask.yours]
            if mine:
                actor, ask = chance.choice(mine)
                said = act(ask, min(ask.yours), chance)
                verbs[said.verb] += 1
                verbs["groups"] += len(said.groups)
                evening.do(said, actor)
            elif "supervisor" in running.waiting():
                evening.do(Validate(True, "looked at it"), SUE)
            else:
                evening.clock()
        evening.clock()
    assert verbs["groups"] > ROUNDS if game == "lucky8s" else not verbs["groups"]


@pytest.mark.parametrize(
    ("game", "rules", "antes"),
    [
        ("ultimate8", (), 15_00),
        ("ultimate8", ("main_ante=2", "ace_ante=1"), 3_00),
        ("ultimate8", ("chip_unit=2.5", "main_ante=5", "ace_ante=2.5"), 7_50),
        *((game, (), 0) for game in NAMES if game != "ultimate8"),
    ],
)
def test_the_sign_says_with_how_many_chips_somebody_is_dealt_in(game: str, rules: tuple[str, ...], antes: int) -> None:
    evening = Evening(definition(game, *rules)).open()
    posted = evening.table.view(ANN).sign
    assert posted.antes == antes
    if antes:
        evening.seat(ANN, chips=antes)
        evening.do(Ready(), ANN)
        evening.do(Sit(2, antes - posted.chip_unit), BOB)
        assert evening.refused(Ready(), BOB).clause == "42.1 ante"
