"""Pack's Poker rules: what the rulebook forbids is refused with its clause."""

from fractions import Fraction
from importlib import resources

import pytest

from houseway.games.packs.rules import BONUSES, LISTED, WAGERS, Rules, bonuses, check_wagers, meters, offers, pay_tables
from houseway.refusal import Refusal
from houseway.table import Placed
from naive import packs as naive

NAIVE_TABLES = {
    "five_card": (naive.FIVE_CARD_LINES, naive.FIVE_CARD),
    "five_card_progressive": (naive.FIVE_CARD_PROGRESSIVE_LINES, naive.FIVE_CARD_PROGRESSIVE),
    "seven_card": (naive.SEVEN_CARD_LINES, naive.SEVEN_CARD),
    "seven_card_progressive": (naive.SEVEN_CARD_LINES, naive.SEVEN_CARD_PROGRESSIVE),
}


@pytest.mark.parametrize(
    ("option", "clause"),
    [
        ("five_card=F", "43.11(b)1"),
        ("five_card_progressive=F", "43.11(b)2"),
        ("seven_card=X", "43.11(c)1"),
        ("seven_card_progressive=N", "43.11(c)2"),
        ("five_card_rate=0.99", "43.12(e)"),
        ("seven_card_rate=4.99", "43.12(e)"),
        ("five_card_rate=101", "43.12(e)"),
        ("chip_unit=0", "G1"),
    ],
)
def test_a_configuration_that_is_not_listed_is_refused(option: str, clause: str) -> None:
    with pytest.raises(Refusal) as refusal:
        Rules.read([option])
    assert refusal.value.clause == clause


@pytest.mark.parametrize("kind", ["pack", *BONUSES])
def test_limits_that_leave_no_wager_are_refused(kind: str) -> None:
    with pytest.raises(Refusal) as refusal:
        Rules.read([f"{kind}_min=10", f"{kind}_max=5"])
    assert refusal.value.clause == "43.6(b)"


@pytest.mark.parametrize("option", ["reveal=nobody", "collect=never", "dealing=machine", "seven_card_top=flush"])
def test_an_election_that_the_rulebook_does_not_have_is_refused(option: str) -> None:
    with pytest.raises(Refusal):
        Rules.read([option])


@pytest.mark.parametrize("option", LISTED)
def test_the_listed_tables_are_those_of_the_rulebook(option: str) -> None:
    """Line by line against the second copy that the naive settlement has."""
    names, columns = NAIVE_TABLES[option]
    tables = pay_tables("for")[option]
    assert list(tables) == list(columns)
    for letter, column in columns.items():
        wanted = list(naive.table_lines(names, column).values())
        assert [pays(line.words()) for line in tables[letter].lines.values()] == wanted
        assert tables[letter].clause == LISTED[option]


def pays(words: str) -> str:
    """A line of a sign in the naive settlement's form."""
    plain = words.replace(",", "").removesuffix(" to 1").removesuffix(" for 1")
    return plain.removesuffix(" of the meter")


def test_a_bonus_is_progressive_when_its_progressive_table_is_given() -> None:
    offered = bonuses(Rules.read(["five_card=B", "seven_card=C", "seven_card_progressive=D"]))
    assert (offered["five_card"].progressive, offered["five_card"].table.name) == (False, "B")
    assert (offered["seven_card"].progressive, offered["seven_card"].table.name) == (True, "D")


def test_a_meter_hangs_only_where_the_bonus_is_progressive() -> None:
    assert meters(Rules()) == {}
    assert meters(Rules.read(["five_card_progressive=A", "five_card_reset=750"])) == {"five_card": 75_000}
    both = Rules.read(["five_card_progressive=A", "seven_card_progressive=A"])
    assert list(meters(both)) == ["five_card", "seven_card"]


def test_the_least_rates_are_accepted() -> None:
    rules = Rules.read(["five_card_rate=1", "seven_card_rate=5"])
    assert (rules.five_card_rate, rules.seven_card_rate) == (Fraction(1), Fraction(5))


@pytest.mark.parametrize(
    ("options", "wagers", "clause"),
    [
        ("", [Placed(1, "pack_4", 1000)], "43.6(b)"),
        ("", [Placed(1, "ante", 1000)], "43.6(b)"),
        ("", [Placed(1, "pack_1", 1000), Placed(1, "pack_1", 1000)], "43.6(b)"),
        ("", [Placed(1, "pack_1", 1000, player="Bea")], "43.6(c)"),
        ("", [Placed(1, "pack_1", 1050)], "G1"),
        ("", [Placed(1, "pack_1", 0)], "G1"),
        ("", [Placed(1, "pack_1", 1000, coupon=1100)], "G2"),
        ("", [Placed(1, "five_card_1", 1000, coupon=1000)], "G2"),
        ("", [Placed(1, "seven_card_1", 1000, coupon=1000)], "G2"),
        ("five_card=none", [Placed(1, "five_card_1", 1000)], "43.6(b)"),
        ("seven_card=none", [Placed(1, "seven_card_2", 1000)], "43.6(b)"),
        ("bonus_needs_pack=yes", [Placed(1, "pack_2", 1000), Placed(1, "five_card_1", 1000)], "43.6(b)"),
        ("bonus_needs_pack=yes", [Placed(1, "pack_1", 1000), Placed(2, "seven_card_1", 1000)], "43.6(b)"),
        ("pack_min=10", [Placed(1, "pack_1", 900)], "43.6(b)"),
        ("five_card_max=10", [Placed(1, "five_card_1", 1100)], "43.6(b)"),
        ("seven_card_min=5", [Placed(1, "seven_card_3", 400)], "43.6(b)"),
    ],
)
def test_a_wager_that_may_not_lie_there_is_refused(options: str, wagers: list[Placed], clause: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_wagers(Rules.read(options.split()), wagers, {})
    assert refusal.value.clause == clause


def test_any_of_the_wagers_may_be_made_alone() -> None:
    for wager in WAGERS:
        check_wagers(Rules(), [Placed(3, wager, 100)], {})
    check_wagers(Rules(), [Placed(seat, wager, 700) for seat in range(1, 7) for wager in WAGERS], {})
    check_wagers(Rules(), [Placed(1, "pack_2", 1000, coupon=1000)], {})


@pytest.mark.parametrize("options", ["", "five_card=none", "five_card=none seven_card=none", "five_card_progressive=A"])
def test_what_is_offered_is_accepted_and_nothing_else(options: str) -> None:
    rules = Rules.read(options.split())
    offered = {offer.wager: offer for offer in offers(rules)}
    for wager in WAGERS:
        placed = Placed(1, wager, offered[wager].low if wager in offered else 100)
        if wager in offered:
            check_wagers(rules, [placed], {})
        else:
            with pytest.raises(Refusal):
                check_wagers(rules, [placed], {})


def test_rules_are_written_as_they_are_read() -> None:
    words = ["five_card_progressive=C", "seven_card=none", "seven_card_rate=7.5", "five_card_reset=750", "collect=end"]
    rules = Rules.read(words)
    assert sorted(rules.differing()) == sorted(words)
    assert Rules.read(f"{key}={text}" for key, text in rules.written().items()) == rules


def test_the_page_of_the_game_names_every_option() -> None:
    page = resources.files("houseway.games.packs").joinpath("README.md").read_text(encoding="utf-8")
    shown = [name for name in Rules().written() if f"`{name}`" not in page]
    assert shown == ["five_card_min", "five_card_max", "seven_card_min", "seven_card_max"]
