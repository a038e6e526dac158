"""A player's own rounds as files: they settle to what was paid, and their cards can be checked by anybody."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from house.evenings import ANN, BOB, EVE, SUE, Evening, definition
from house.settled import settled
from house.stacking import Shuffler, shuffler
from houseway import games
from houseway.asks import Act
from houseway.cards import UNKNOWN, read_cards
from houseway.cli import houseway
from houseway.felt import INVENTORY
from houseway.games import NAMES
from houseway.house import sealing
from houseway.house.commands import (
    Back,
    Consent,
    Credit,
    Fill,
    Leave,
    Ready,
    Report,
    Sit,
    Validate,
    VoidRound,
    Wager,
)
from houseway.house.definition import Clocks
from houseway.house.finished import Finished, kept_round, opened_to
from houseway.house.floor import can_be_reported
from houseway.house.practice import NOW, but
from houseway.house.rebuilding import rebuild
from houseway.house.turn import Sealed
from houseway.irregularity import VOIDED, Kind
from houseway.refusal import Refusal
from houseway.rounds import RoundFile
from houseway.settling import settle

__all__ = ["shuffler"]


def shoe_of(text: str) -> list[int]:
    return [card for line in re.findall(r"^shoe (.*)$", text, re.MULTILINE) for card in read_cards(line)]


@pytest.mark.parametrize("game", NAMES)
def test_a_file_is_accepted_by_settle_and_its_shuffle_by_verify_shuffle(game: str, tmp_path: Path) -> None:
    rules = ("decks=1", "cut_card=40") if game == "blackjack" else ()
    evening = Evening(definition(game, *rules)).open().seat(ANN, BOB, bots=1)
    evening.rounds(10, ANN, BOB)
    run = CliRunner()
    checked = 0
    for number in range(1, 11):
        text = evening.table.round_file(number, "Ann")
        path = tmp_path / f"{number}.round"
        path.write_text(text)
        assert run.invoke(houseway, ["settle", "--check", str(path)]).exit_code == 0
        for line in re.findall("^# houseway (verify-shuffle .*)$", text, re.MULTILINE):
            found = run.invoke(houseway, line.split())
            assert found.exit_code == 0
            order = read_cards(found.stdout.partition("shoe ")[2])
            first = int(re.findall(r"numbers (\d+) to", text)[0])
            shoe = shoe_of(text)
            assert list(order[first - 1 : first - 1 + len(shoe)]) == shoe
            checked += 1
    assert checked >= (0 if game == "ultimate8" else 5 if game == "blackjack" else 10)  # the last shoe is dealt on


def test_rounds_that_are_too_old_are_not_at_hand() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    evening.rounds(25, ANN)
    for number in (1, 26):
        with pytest.raises(Refusal, match="not among the last"):
            evening.table.round_file(number, "Ann")
    assert evening.table.round_file(25, "Ann")


@pytest.mark.parametrize("game", NAMES)
def test_a_round_that_is_not_at_hand_any_more_is_read_from_its_entry(game: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN, BOB, bots=1)
    evening.rounds(3, ANN, BOB)
    kept = [kept_round(entry.sealed) for entry in evening.entries]
    assert [finished for finished in kept if finished is not None] == list(evening.table.finished)
    assert kept_round(evening.entries[0].sealed) is None


def ultimate(rounds: int) -> Evening:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB, EVE, chips=5_000_00)
    evening.rounds(rounds, ANN, BOB, EVE)
    return evening


def test_at_ultimate_8_the_cards_are_sealed_one_by_one_and_folded_hands_stay_private() -> None:
    evening = ultimate(5)
    for finished in evening.table.finished:
        assert len(finished.sealed) == 52
        whole = set(finished.shoe)
        for viewer, seat in (("Ann", 1), ("Bob", 2), ("Sue", None)):
            text = evening.table.round_file(finished.number, viewer)
            hashes, places = sealing.read(text)
            assert hashes == finished.sealed
            assert sealing.verify(hashes, places) == []
            known = {place.card for place in places}
            assert known == {card for card in shoe_of(text) if card != UNKNOWN} < whole
            hidden = [card for other in (1, 2, 3) if other != seat for card in unseen(finished, other)]
            assert not known & set(hidden)
            if seat is not None:
                assert known >= set(finished.known[seat])
        assert finished.seed not in evening.table.round_file(finished.number, "Ann")
    record = b"".join(entry.body for entry in evening.entries)
    assert all(finished.seed.encode() not in record for finished in evening.table.finished)
    assert b'"seed":"' not in record


def unseen(finished: Finished, seat: int) -> list[int]:
    """The cards of a seat that nobody else has seen."""
    everybody = set(finished.known[0])
    return [card for card in finished.known[seat] if card not in everybody]


def test_the_hashes_are_published_before_the_round_and_bind_every_card() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB)
    published = evening.table.view(EVE).now.shuffle.sealed
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    evening.play(lambda choices, chance: choices.default)
    finished = evening.table.finished[-1]
    assert finished.sealed == published
    result = evening.table.view(ANN).result
    assert result is not None
    assert (result.seed, result.opened) == (None, opened_to(finished, "Ann"))
    assert sealing.verify(published, result.opened) == []
    one = result.opened[0]
    wrong = [sealing.Opened(one.place, (one.card + 1) % 52, one.salt), sealing.Opened(99, one.card, one.salt)]
    assert [len(sealing.verify(published, [each])) for each in wrong] == [1, 1]
    moved = sealing.Opened((one.place + 1) % 52, one.card, one.salt)
    assert sealing.verify(published, [one, moved]) != []
    order = finished.shoe
    everything = sealing.opened(order, bytes.fromhex(finished.seed), set(order))
    assert [place.card for place in everything] == list(order)
    assert sealing.verify(published, everything) == []


def test_backers_callers_and_the_floor_are_in_the_file() -> None:
    evening = Evening(definition("lucky8s")).open()
    evening.do(Back(4, 1_000_00), ANN)
    evening.do(Back(4, 1_000_00), BOB)
    evening.do(Wager(4, "ante", 10_00), ANN)
    evening.do(Consent("Bob", True), ANN)
    evening.do(Wager(4, "ante", 30_00), BOB)
    evening.do(Wager(4, "bonus", 5_00), BOB)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    evening.decide(4, Act("house way"))
    evening.do(Report("finds a late wager at seat 4", "a hand on the chips"), SUE)
    evening.decide(4, Act("play"))
    text = evening.table.round_file(1, "Bob")
    assert "seat 4 player Bob plays\n" in text
    assert "floor finds a late wager at seat 4\n" in text
    assert settled(text) == []


def test_a_void_round_and_one_that_failed_have_files_too() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN, BOB)
    evening.bet(ANN)
    evening.do(VoidRound("a fire"), SUE)
    assert settled(evening.table.round_file(1, "Ann")) == []
    evening.clock()
    evening.bet(ANN)
    assert evening.table.round is not None
    evening.table.round.table.felt.chips.clear()  # nobody can pay from what is not there
    evening.decide(1, Act("bet"))
    assert evening.dones[-1].event == "round.voided/1"
    assert settled(evening.table.round_file(2, "Ann")) == []


def test_a_validation_is_in_the_file(shuffler: Shuffler) -> None:
    shuffler.ready = ["Ah 2c Kh 3c Qh 4d Jh 5d Th 7s"]
    evening = Evening(definition("lunar")).open().seat(ANN)
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Wager(1, "progressive", 1_00), ANN)
    evening.do(Ready(), ANN)
    evening.clock()
    text = evening.table.round_file(1, "Ann")
    assert "floor validates seat 1 progressive\n" in text
    assert settled(text) == []


@pytest.mark.parametrize("granted", [True, False], ids=["validated", "refused"])
@pytest.mark.parametrize("how", ["a credit", "somebody buys chips"])
@pytest.mark.parametrize("game", ["blackjack", "lunar", "lucky8s"])
def test_a_payout_that_was_looked_at_since_the_inventory_moved_in_the_round_is_in_the_file(
    game: str, how: str, granted: bool
) -> None:
    evening = Evening(definition(game), seed=3).open().seat(ANN)
    looked = 0
    for number in range(1, 40):
        evening.do(Credit(evening.table.inventory - 500_00, "a small bank"), SUE)
        evening.bet(ANN)
        moved = False
        while (running := evening.table.round) is not None and running.ask is not None:
            if "supervisor" in running.ask.choices:
                looked += 1
                evening.do(Validate(granted, "looked at it"), SUE)
                continue
            if not moved:
                emptied(evening, how)
                moved = True
            evening.play(most=1)
        assert settled(evening.table.round_file(number, "Ann")) == []
        if "Bob" in evening.table.state.people:
            evening.do(Leave(), BOB)
        evening.clock()
        evening.do(Fill(2_000_00, "what was paid"), SUE)
    assert looked >= 3


def emptied(evening: Evening, how: str) -> None:
    if how == "a credit":
        there = evening.table.round.felt.stake(INVENTORY) if evening.table.round else 0
        evening.do(Credit(there - there % 100, "back to the cage"), SUE)
    else:
        evening.do(Sit(3, 500_00), BOB)


@pytest.mark.parametrize("so", [True, False], ids=["now", "in records of before"])
def test_the_floor_speaks_while_a_payout_waits_at_a_table_without_pauses(shuffler: Shuffler, so: bool) -> None:
    shuffler.ready = ["Ah 2c Kh 3c Qh 4d Jh 5d Th 7s"]
    evening = Evening(definition("lunar", clocks=Clocks(pause=0))).open().seat(ANN)
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Wager(1, "progressive", 1_00), ANN)
    evening.do(Ready(), ANN)
    assert evening.table.round is not None
    assert evening.table.round.waiting() == ["supervisor"]
    sealed = Sealed(bytes(32), practice=NOW if so else but("speaks_first"))
    evening.keep(evening.table.execute(VoidRound("a fire"), SUE, evening.at, sealed), SUE)
    text = evening.table.round_file(1, "Ann")
    assert ("floor speaks first\nfloor voids the round\n" in text) == so
    assert rebuild(evening.defined, evening.entries).finished == evening.table.finished
    if so:
        assert settled(text) == []


def test_a_meter_with_a_fraction_of_a_cent_stands_in_the_file_exactly(shuffler: Shuffler) -> None:
    """A prize of all that it shows is whole cents of that; what the file leaves out would be a cent somewhere."""
    shuffler.ready = ["As 2c Ks 4d Qs 7h Js 9c Ts Jd"]
    evening = Evening(definition("lunar", "rate=71.3")).open(10_000_000_00).seat(ANN)
    evening.table.state.meters["progressive"] = "10000009/10"
    for wager, amount in (("ante", 10_00), ("progressive", 1_00)):
        evening.do(Wager(1, wager, amount), ANN)
    evening.do(Ready(), ANN)
    evening.play()
    text = evening.table.round_file(1, "Ann")
    assert "meter progressive 10000.00 + 9/10 cents\n" in text
    assert settled(text) == []


@pytest.mark.parametrize("line", ["meter progressive 5 + 1/0 cents", "meter progressive 5 + 1/2", "meter + 1/2 cents"])
def test_a_meter_line_that_says_no_amount_is_refused(line: str) -> None:
    with pytest.raises(Refusal):
        RoundFile(f"game lunar\n{line}\nseat 1 wagers ante 10\n")


ANYWHERE = (3, 5)  # nobody plays there
SPOKEN = [
    (game, kind)
    for game in NAMES
    for kind in (*can_be_reported(games.load(game)), VOIDED)
    if not kind.dealing and "{name}" not in kind.words and "{number}" not in kind.words
]


@pytest.mark.parametrize("pause", [0, 1_000])
@pytest.mark.parametrize(("game", "kind"), SPOKEN, ids=lambda each: each if isinstance(each, str) else each.kind)
def test_what_the_floor_says_at_any_moment_stands_in_the_file_at_that_moment(game: str, kind: Kind, pause: int) -> None:
    """What was settled before it spoke stays so, whether the table makes pauses for it or not."""
    evening = Evening(definition(game, clocks=Clocks(pause=pause))).open(10_000_000_00).seat(ANN, BOB)
    spoken = 0
    for number in range(1, 13):
        for actor in (ANN, BOB):
            evening.bet(actor, ready=False)
        for offer in evening.table.game.offers(evening.table.rules):
            with suppress(Refusal):  # it goes with another wager that she has not made
                evening.do(Wager(1, offer.wager, offer.low), ANN)
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
        evening.play(most=(number - 1) // 2)
        if (running := evening.table.round) is not None:
            seat = evening.chance.choice((*running.table.seats, *ANYWHERE))
            said = VoidRound("a fire") if kind == VOIDED else Report(kind.words.format(seat=seat), "seen by the floor")
            if "{seat}" in kind.words and seat not in running.table.seats:
                assert evening.refused(said, SUE).message == f"nobody plays at seat {seat}, only at 1, 2"
            else:
                evening.do(said, SUE)
                spoken += 1
        evening.play()
        text = evening.table.round_file(number, "Ann")
        assert settled(text) == [], text
        evening.clock()
    assert spoken or (game == "packs" and not pause)  # nobody decides there, and nobody can speak


@pytest.mark.parametrize("first", [True, False])
def test_the_floor_speaks_before_or_after_the_supervisor_validates(shuffler: Shuffler, first: bool) -> None:
    """Who communicates while his jackpot waits forfeits it; when it is paid he does not (38.10(f))."""
    shuffler.ready = ["Ah 2c 9c Kh 3c 8d Qh 4d 7c Jh 5d 2s Th 7s 3s"]
    evening = Evening(definition("lunar", clocks=Clocks(validation=None))).open().seat(ANN, BOB)
    for actor, seat in ((ANN, 1), (BOB, 2)):
        for wager, amount in (("ante", 10_00), ("progressive", 1_00)):
            evening.do(Wager(seat, wager, amount), actor)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    assert evening.table.round is not None
    assert evening.table.round.waiting() == ["supervisor"]
    if first:
        evening.do(Report("seat 1 communicates", "heard"), SUE)
    else:
        evening.do(Validate(True, "looked at it"), SUE)
        if evening.table.round is not None:
            evening.do(Report("seat 1 communicates", "heard"), SUE)
    evening.play()
    text = evening.table.round_file(1, "Ann")
    assert settled(text) == [], text


def test_each_of_a_box_s_split_hands_is_paid_as_the_supervisor_said_of_it(shuffler: Shuffler) -> None:
    """Two payouts of one wager wait one after the other: of the first he says no, of the second yes (ruling G5)."""
    shuffler.ready = ["8h 6s 8d Td Kc Kd Qh"]  # the dealer exceeds 21
    evening = Evening(definition("blackjack", clocks=Clocks(validation=None))).open(0).seat(ANN)
    evening.bet(ANN)
    evening.decide(1, Act("split"))
    evening.play(lambda choices, _: Act("stand"), most=2)
    for granted in (False, True):
        assert evening.table.round is not None
        assert evening.table.round.waiting() == ["supervisor"]
        evening.do(Validate(granted, "looked at it"), SUE)
    text = evening.table.round_file(1, "Ann")
    assert "floor refuses seat 1 main\nfloor validates seat 1 main\n" in text
    assert settled(text) == []


def test_the_floor_does_not_wait_where_somebody_decides() -> None:
    text = "game lunar\nseat 1 wagers ante 10\nfloor waits\nfloor waits\nseat 1 bets\n"
    with pytest.raises(Refusal, match="does not wait where somebody decides"):
        settle(RoundFile(text))
