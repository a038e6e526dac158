"""Settlement of Ultimate 8 Poker against the naive one: pots, commission, ace pot, payoffs."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.games.ultimate8.rules import Rules
from houseway.games.ultimate8.settle import Facts, Pot, Settlement, commission, pots, settle, uncalled
from naive import ultimate8 as naive

LEFT = ("42.10(b)", "42.12(c)", "42.11(h)", "42.11(b)")

percents = st.integers(0, 100).map(lambda tenths: Fraction(tenths, 10))


@st.composite
def finished(draw: st.DrawFn) -> tuple[Facts, Rules]:
    """Facts of a round: anybody may have paid anything, left for any reason, and run out of cards in any order."""
    seats = draw(st.lists(st.integers(1, 6), min_size=2, max_size=6, unique=True).map(sorted))
    rules = Rules(commission=draw(percents), ace_ante=draw(st.sampled_from((500, 1000))))
    paid = {seat: 1000 + 100 * draw(st.integers(0, 60)) for seat in seats}
    stays = draw(st.sampled_from(seats))
    gone = {seat: draw(st.sampled_from(LEFT)) for seat in seats if seat != stays and draw(st.booleans())}
    seat, amount = uncalled(paid, gone)
    paid[seat] -= amount
    order = draw(st.permutations([seat for seat in seats if seat not in gone]))
    ace_by = draw(st.sampled_from([None, *seats]))
    return Facts(paid, gone, order, ace_by, draw(st.integers(0, 99)) * 100 + rules.ace_ante * len(seats)), rules


def oracle(facts: Facts, rules: Rules) -> naive.Settled:
    return naive.settle(
        dict(facts.paid),
        {seat for seat, clause in facts.gone.items() if clause == "42.10(b)"},
        list(facts.out),
        facts.ace_by,
        rules.ace_ante,
        facts.ace_pot - rules.ace_ante * len(facts.paid),
        rules.commission,
        rules.chip_unit,
        {seat: clause for seat, clause in facts.gone.items() if clause != "42.10(b)"},
    )


def taken(settled: Settlement) -> int:
    return sum(award.fee for award in settled.awards) + settled.ace_fee


@given(finished())
def test_every_payoff_equals_the_naive_line(case: tuple[Facts, Rules]) -> None:
    facts, rules = case
    settled, wanted = settle(facts, rules), oracle(facts, rules)
    for seat in facts.paid:
        lines = [payoff for payoff in settled.payoffs if payoff.seat == seat]
        assert [(line.wager, line.stake, line.net, line.clause) for line in lines] == wanted.lines[seat]
    assert taken(settled) == wanted.commission


@given(finished())
def test_what_is_paid_in_is_won_kept_or_taken(case: tuple[Facts, Rules]) -> None:
    facts, rules = case
    settled = settle(facts, rules)
    carried = facts.ace_pot if settled.ace_winner is None else 0
    before = facts.ace_pot - rules.ace_ante * len(facts.paid)
    assert sum(payoff.net for payoff in settled.payoffs) == before - carried - taken(settled)


@given(finished())
def test_only_those_who_stayed_and_paid_for_it_win_a_pot(case: tuple[Facts, Rules]) -> None:
    facts, rules = case
    levels = [min(facts.paid[seat] for seat in pot.contenders) for pot in pots(facts.paid, facts.gone)]
    assert levels == sorted(set(levels))
    for award in settle(facts, rules).awards:
        assert award.winner in award.pot.contenders
        assert award.winner not in facts.gone


@given(
    st.dictionaries(st.integers(1, 6), st.integers(10, 60).map(lambda units: units * 100), min_size=2),
    st.sets(st.integers(1, 6), max_size=5),
)
def test_an_uncalled_bet_is_what_the_naive_settlement_returns(paid: dict[int, int], gone: set[int]) -> None:
    seat, amount = uncalled(paid, gone)
    assert ({seat: amount} if amount else {}) == naive.uncalled(paid, gone)


@given(st.integers(0, 10**7).map(lambda units: units * 25), percents, st.sampled_from((1, 25, 100, 500)))
def test_commission_is_whole_chips_and_the_next_chip_would_be_too_much(
    amount: int, percent: Fraction, unit: int
) -> None:
    rules = Rules(commission=percent, chip_unit=unit)
    fee = commission(amount, rules)
    assert fee % unit == 0
    assert Fraction(fee) <= amount * percent / 100 < fee + unit


def test_pots_by_hand() -> None:
    paid = {1: 40_00, 2: 70_00, 3: 110_00, 4: 110_00, 5: 25_00}
    assert pots(paid, {5}) == [
        Pot(185_00, frozenset({1, 2, 3, 4})),
        Pot(90_00, frozenset({2, 3, 4})),
        Pot(80_00, frozenset({3, 4})),
    ]


def test_what_is_forfeited_above_all_others_stays_in_the_last_pot() -> None:
    paid = {1: 100_00, 2: 60_00, 3: 60_00}
    assert uncalled(paid, {1}) == (1, 0)
    assert pots(paid, {1}) == [Pot(220_00, frozenset({2, 3}))]


@pytest.mark.parametrize(("ace_by", "ace_winner"), [(1, 1), (2, None), (None, None)])
def test_the_ace_pot_goes_to_the_main_pots_winner_who_played_the_ace_of_spades(
    ace_by: int | None, ace_winner: int | None
) -> None:
    facts = Facts({1: 1000, 2: 1000}, {}, [1], ace_by, 5000)
    settled = settle(facts, Rules())
    assert settled.ace_winner == ace_winner
    clauses = {payoff.clause for payoff in settled.payoffs if payoff.wager == "ace_ante"}
    assert clauses == {"42.5(e)" if ace_winner else "42.10(l)"}
