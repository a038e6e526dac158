"""Cards, money and pay tables: what is read, what is refused, what comes out to the cent."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import JOKER, NAMES, missing_from, name, names, read_card, read_cards, words
from houseway.felt import MeterMoved
from houseway.games import NAMES as GAMES
from houseway.meter import credited, equal_shares, exactly, paid
from houseway.money import MOST, brief, dollars, read_amount, read_percent
from houseway.paytable import Line, load_tables, read_line
from houseway.refusal import Refusal


def test_every_card_is_read_back_from_its_name() -> None:
    assert [read_card(text) for text in NAMES] == list(range(54))
    assert len(set(NAMES)) == 54


def test_cards_may_be_written_together_apart_and_as_tens() -> None:
    assert read_cards("8c 8d/Jk") == read_cards("8c8dJk") == (24, 25, JOKER)
    assert read_card("10h") == read_card("Th") == read_card("TH")
    assert names(read_cards("As,Td")) == "As Td"
    assert words(read_card("8d")) == "eight of diamonds"


@pytest.mark.parametrize("text", ["8x", "1c", "11c", "cc", "Joker", "♠", "8", "-8c", "٨c"])
def test_an_unknown_card_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="unknown card"):
        read_cards(text)


def test_a_card_too_many_is_found() -> None:
    assert missing_from(range(52), read_cards("As Kd As")) == read_card("As")
    assert missing_from(range(52), read_cards("As Kd")) is None
    assert name(read_card("As")) == "As"


@given(st.integers(0, MOST))
def test_an_amount_is_read_back_from_its_text(amount: int) -> None:
    assert read_amount(dollars(amount)) == amount
    assert read_amount(brief(amount)) == amount


@pytest.mark.parametrize(
    "text",
    ["", "-1", "+1", "NaN", "inf", "1e3", "1.234", "1,00", "0x10", "1_000", "١٢", "1.", ".5", "true", "9" * 30, "1 2"],
)
def test_what_is_not_an_amount_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        read_amount(text)


def test_amounts_may_have_dollar_signs_and_thousands() -> None:
    assert read_amount("$1,234.5") == 123450
    assert dollars(-5) == "-0.05"
    assert brief(1200) == "12"


def test_percentages_are_exact() -> None:
    assert read_percent("12.5%") == Fraction(25, 2)
    with pytest.raises(Refusal):
        read_percent("-5")


@pytest.mark.parametrize(
    ("text", "stake", "net"),
    [
        ("3 to 2", 1000, 1500),
        ("3 to 2", 101, 151),
        ("500 times", 200, 99_800),
        ("2 for 1", 500, 500),
        ("$50000", 100, 5_000_000),
        ("$50 in all", 100, 4_900),
        ("10% of meter", 100, 99_950),
        ("push", 700, 0),
    ],
)
def test_each_kind_of_line_pays_what_it_says(text: str, stake: int, net: int) -> None:
    assert read_line("x", text).net(stake, Fraction(1_000_500)) == net


def test_a_multiple_is_read_to_or_for_as_the_rules_say() -> None:
    assert read_line("x", "5 times", "to").net(100) == 500
    assert read_line("x", "5 times", "for").net(100) == 400


@given(st.integers(1, 10**6), st.integers(1, 10**4), st.integers(1, 4))
def test_a_payout_is_rounded_down_to_the_cent(stake: int, number: int, per: int) -> None:
    net = Line("x", "to", number, per).net(stake)
    assert 0 <= Fraction(stake * number, per) - net < 1


@pytest.mark.parametrize("game", [game for game in GAMES if game != "ultimate8"])
def test_no_line_pays_more_than_the_line_above_it(game: str) -> None:
    for tables in load_tables(f"houseway.games.{game}").values():
        for table in tables.values():
            pays = [line.net(100, Fraction(10**9)) for line in table.lines.values()]
            assert pays == sorted(pays, reverse=True), (game, table.name)


def test_a_meter_carries_fractions_and_stays_above_its_reset() -> None:
    meter = credited(Fraction(1000), 33, Fraction(70))
    assert meter == Fraction(10231, 10)
    assert paid(meter, 500, 1000) == 1000
    assert paid(meter, 20, 1000) == Fraction(10031, 10)
    assert equal_shares(Fraction(1000), 3) == 333


def test_a_meter_below_its_reset_is_not_topped_up_by_a_prize_that_leaves_something() -> None:
    assert paid(Fraction(500), 50, 1000) == 450
    assert paid(Fraction(1001, 2), 500, 1000) == 1000


@pytest.mark.parametrize("amount", [Fraction(0), Fraction(7), Fraction(10**18 - 1, 10**18), 10**18 + Fraction(1, 3)])
def test_a_meter_reads_what_a_meter_has_written(amount: Fraction) -> None:
    assert exactly(str(amount)) == amount


@pytest.mark.parametrize(
    "text", ["", "1/0", "-1", "1.5", "1e30000000", " 1", "1/2/3", "1_0", "٣", "9" * 39, "1/" + "9" * 20]
)
def test_a_meter_shows_nothing_that_takes_long_to_read(text: str) -> None:
    with pytest.raises(ValueError, match="is nothing that a meter shows"):
        exactly(text)
    with pytest.raises(ValueError, match="is nothing that a meter shows"):
        assert MeterMoved("progressive", 1, text, "HG1").shown
