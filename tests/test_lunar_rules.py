"""What a Lunar Poker table may be, what may be wagered on it, and the clause that refuses the rest."""

import pytest

from houseway.games import load
from houseway.games.lunar.rules import Rules, check_wagers, offers, pay_tables
from houseway.procedure import Round, Setup
from houseway.refusal import Refusal
from houseway.rounds import read_wagers
from houseway.shoe import stacked

GAME = load("lunar")
DECK = GAME.deck(Rules())


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        ("positions=3", "69E-1.13X(b)1"),
        ("positions=6", "69E-1.13X(b)1"),
        ("rate=69.9", "38.12(h)"),
        ("rate=101", "38.12(h)"),
        ("dealing=hand", "38.8(b)1"),
        ("two_decks=yes", "38.2(b)"),
        ("payout_limit=4999.99", "38.12(f)"),
        ("ante_min=20 ante_max=10", "38.6(a)"),
        ("super_min=20 super_max=10", "38.6(a)"),
        ("chip_unit=0", "G1"),
    ],
)
def test_a_configuration_that_the_rulebook_forbids_is_refused(options: str, clause: str) -> None:
    with pytest.raises(Refusal) as refusal:
        Rules.read(options.split())
    assert refusal.value.clause == clause


@pytest.mark.parametrize(
    "options",
    [
        "positions=4",
        "rate=70",
        "rate=100",
        "dealing=hand shuffler=automated",
        "dealing=automated_shoe",
        "two_decks=yes shuffler=counting",
        "payout_limit=5000",
        "payout_limit=none",
        "reset=0",
    ],
)
def test_a_configuration_that_the_rulebook_allows_is_read_and_written_alike(options: str) -> None:
    rules = Rules.read(options.split())
    assert Rules.read(f"{key}={text}" for key, text in rules.written().items()) == rules


@pytest.mark.parametrize(
    ("options", "least"),
    [
        ("", 5_000_00),  # $1 wins at most 600 and 150: the fixed amount is more
        ("ante_min=10", 6_150_00),  # 600 times 10, and 150 times the chip unit
        ("ante_min=10 super_min=5", 6_750_00),
        ("ante_min=5 super_min=100", 26_000_00),  # 250 times 100, and a royal flush on a bet of 10
    ],
)
def test_the_least_payout_limit_is_what_the_minimum_wagers_can_win(options: str, least: int) -> None:
    assert Rules.read(options.split()).least_limit == least
    Rules.read([*options.split(), f"payout_limit={least // 100}"])
    with pytest.raises(Refusal, match="payout_limit"):
        Rules.read([*options.split(), f"payout_limit={least // 100 - 1}"])


@pytest.mark.parametrize(
    ("options", "wagers", "clause"),
    [
        ("", "bonus 5, ante 10", "38.6(a)"),
        ("", "ante 10.50", "G1"),
        ("", "ante 0", "G1"),
        ("ante_min=10", "ante 9", "38.6(a)"),
        ("ante_max=10", "ante 11", "38.6(a)"),
        ("super_min=5", "ante 10, super 4", "38.6(a)"),
        ("super_max=5", "ante 10, super 6", "38.6(a)"),
        ("", "super 5", "38.1 ante wager"),
        ("", "progressive 1", "38.6(c)"),
        ("", "ante 10, progressive 2", "38.6(c)"),
        ("", "ante 10, progressive 0", "38.6(c)"),
        ("", "ante 10, progressive 1 + coupon 1", "38.6(c)"),
        ("", "ante 10, progressive 1, progressive 1", "69E-1.13X(d)2"),
        ("", "ante 10, ante 10", "38.6(f)"),
        ("", "ante 10, super 5, super 5", "38.1 super side bet"),
        ("progressive=no", "ante 10, progressive 1", "69E-1.13X(d)"),
        ("", "ante 10 + coupon 11", "G2"),
        ("", "ante 10, super 10 + coupon 5", "G2"),
    ],
)
def test_a_wager_that_may_not_lie_there_is_refused(options: str, wagers: str, clause: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_wagers(Rules.read(options.split()), list(read_wagers(1, None, wagers)), {})
    assert refusal.value.clause == clause


def test_only_seated_players_wager() -> None:
    with pytest.raises(Refusal) as refusal:
        check_wagers(Rules(), list(read_wagers(1, "Bea", "ante 10")), {})
    assert refusal.value.clause == "38.6(g)"


def test_a_seat_that_the_table_does_not_have_is_refused() -> None:
    setup = Setup(Rules(positions=4), stacked((), DECK), tuple(read_wagers(5, None, "ante 10")))
    with pytest.raises(Refusal, match="positions 1 to 4"):
        Round(GAME, setup)


def test_nobody_wagers_more_than_he_has() -> None:
    setup = Setup(Rules(), stacked((), DECK), tuple(read_wagers(1, None, "ante 10, super 5")), {1: 14_00})
    with pytest.raises(Refusal, match="has 14"):
        Round(GAME, setup)


def test_the_progressive_is_offered_where_the_table_has_it() -> None:
    assert [offer.wager for offer in offers(Rules())] == ["ante", "super", "progressive"]
    assert [offer.wager for offer in offers(Rules(progressive=False))] == ["ante", "super"]
    assert [offer.required for offer in offers(Rules())] == [True, False, False]


def test_printed_odds_never_use_the_word_for() -> None:
    for tables in pay_tables().values():
        for table in tables.values():
            assert [line.name for line in table.lines.values() if " for " in line.words()] == []


def test_each_line_pays_at_least_what_the_rulebook_lists() -> None:
    tables = pay_tables()
    listed = {
        "instant_cash": (600, 200),
        "super": (250, 150, 100, 60, 30, 7, 5, 2),
        "bet": (100, 50, 20, 7, 5, 4, 3, 2, 1, 1),
    }
    for wager, odds in listed.items():
        lines = tables[wager]["standard"].lines.values()
        assert tuple(line.net(1) for line in lines) == odds
    prizes = tables["progressive"]
    assert [line.number for line in prizes["percent"].lines.values()] == [100, 10, 500_00, 100_00, 50_00]
    assert [line.number for line in prizes["amount"].lines.values()] == [100, 5_000_00, 500_00, 100_00, 50_00]
