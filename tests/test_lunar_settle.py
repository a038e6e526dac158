"""Whole rounds of Lunar Poker, settled by the engine and by the oracle: every wager, every option, the meter."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealing import play_randomly, random_wagers
from houseway.cards import Card, names
from houseway.felt import Acted, CardsMoved, Payoff, Revealed
from houseway.games import load
from houseway.games.lunar.hands import qualifies
from houseway.games.lunar.rules import Rules, offers
from houseway.games.lunar.settle import bet_lines
from houseway.poker import rank_of
from houseway.procedure import Round, Setup, opening_felt
from houseway.shoe import Shoe
from houseway.table import Placed
from naive import Line
from naive import lunar as naive
from naive.poker import cards_of

GAME = load("lunar")
PRESETS = (
    "",
    "second_hand=six_only fixed_prizes=inventory",
    "straight_flush_progressive=amount reset=500 rate=85",
    "declare=player progressive=no",
    "payout_limit=5000 declare=player",
    "payout_limit=5000 limit_covers=bet dealing=automated_shoe",
    "dealing=hand shuffler=automated positions=4",
)
numbers = st.integers(min_value=0, max_value=2**48)
# Hands that win something; one of which a card is gone is left out.
STRONG = (
    *("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "9c 8c 7c 6c 5c", "Ad 2d 3d 4d 5d", "8c 8d 8h 8s Ac", "Kc Kd Kh Ks Ac"),
    *("7c 7d 7h 4s 4c", "Qd Td 8d 5d 2d", "9s 8d 7h 6s 5h", "6d 5h 4d 3h 2d", "Jc Jd Jh 9s 3c", "Ac Kd Qh 9d 4c"),
    *("Ac Kd 9h 9s 4c", "Ks Qs Js Ts 2h", "Kc Kd 6h 6s 3c", "Th 9h 8h 7h Kc", "3s 5s 8s Js Ks", "Ah Kc 8s 7d 3h"),
)
# Dealers with no hand or hardly one, so that forcing and ace-king are not rare.
WEAK = ("Qc Jd 9h 7s 5c", "Ac Qd 9h 7s 4c", "Tc 9d 6h 4s 2c", "Ac Kd 7h 5s 3d", "2c 2d 9h 7s 5c", "Kc Jd 8h 6s 2d")


@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=60, deadline=None)
@given(number=numbers)
def test_every_wager_is_settled_as_the_oracle_says(preset: str, number: int) -> None:
    chance = Random(number)
    rules = Rules.read(preset.split())
    played = play_randomly(Round(GAME, likely_setup(rules, chance)), chance)
    if "stub" in {move.target for move in played.moves if isinstance(move, CardsMoved) and move.source != "shoe"}:
        return  # reshuffled: the oracle does not know the order
    refused = {payoff.seat for payoff in played.payoffs if payoff.result == "void" and payoff.clause == "38.11(b)3"}
    for seat in played.table.seats:
        lines = [line_of(payoff) for payoff in played.payoffs if payoff.seat == seat and payoff.wager != "progressive"]
        assert sorted(lines) == sorted(expected_lines(played, seat, rules)), seat
    if rules.progressive and not refused:
        hands = {placed.seat: first_five(played, placed.seat) for placed in wagered(played, "progressive")}
        lines_by_seat, meter = naive.progressive(
            hands,
            int(opening_felt(GAME, played.setup).meters["progressive"]),
            reset=rules.reset,
            rate=int(rules.rate),
            straight_flush=rules.straight_flush_progressive,
            fixed_prizes=rules.fixed_prizes,
        )
        found = {payoff.seat: line_of(payoff) for payoff in played.payoffs if payoff.wager == "progressive"}
        assert found == lines_by_seat
        assert played.felt.meters["progressive"] == meter


def test_the_oracle_knows_limit_coupon_and_declaration() -> None:
    """Worked by hand: 200 times 120 is 24,000; 150 times 50 is 7,500; what is not declared plays on at 50 to 1."""
    suited, dealer = cards_of("Ah 2h 3h 4h 5h"), cards_of("2c 2d 9h 7s 5c")
    full = naive.settle(suited, 100_00, dealer, super_bet=50_00, coupon=20_00)
    assert full == [Line("super", 50_00, 7_500_00, "38.12(d)"), Line("ante", 100_00, 24_000_00, "38.12(c)")]
    cut = naive.settle(suited, 100_00, dealer, super_bet=50_00, coupon=20_00, payout_limit=6_000_00)
    assert [line.net for line in cut] == [6_000_00, 6_000_00]
    bet_only = naive.settle(suited, 100_00, dealer, super_bet=50_00, payout_limit=6_000_00, limit_covers="bet")
    assert [line.net for line in bet_only] == [7_500_00, 20_000_00]
    silent = naive.settle(suited, 10_00, dealer, super_bet=5_00, declared=False)
    assert [(line.net, line.clause) for line in silent] == [
        (-5_00, "38.10(a)"),
        (0, "38.10(i)3"),
        (1_000_00, "38.10(i)3"),
    ]
    no_hand = naive.settle(cards_of("9c 9d 4h 3s 2c"), 20_00, cards_of("Qc Jd 9h 7s 5c"), coupon=10_00)
    assert [line.net for line in no_hand] == [30_00, 0]


@given(number=numbers)
def test_a_sixth_card_never_lowers_what_a_hand_is_paid(number: int) -> None:
    cards = Random(number).sample(range(52), 6)
    ranked, six_only = Rules(), Rules(second_hand="six_only")
    if qualifies(rank_of(cards[:5])):
        for rules in (ranked, six_only):
            assert odds(cards, rules) >= bet_lines(cards[:5], rank_of(cards[:5]), rules)[0].number
        assert odds(cards, ranked) >= odds(cards, six_only)


def odds(cards: Sequence[Card], rules: Rules) -> int:
    return sum(line.number for line in bet_lines(cards, rank_of(cards), rules))


def likely_setup(rules: Rules, chance: Random) -> Setup:
    """A setup with hands that win something more often than chance gives them."""
    seats = sorted(chance.sample(range(1, rules.positions + 1), chance.randint(1, rules.positions)))
    hands = likely_hands(len(seats), chance)
    order = [card for hand in hands for card in hand]
    if rules.dealing != "automated_shoe":
        order = [hand[place] for place in range(5) for hand in hands]
    rest = [card for card in range(52) if card not in order]
    chance.shuffle(rest)
    chips = {seat: chance.choice((60, 300, 5_000)) * 100 for seat in seats}
    wagers = [placed for seat in seats for placed in random_wagers(offers(rules), seat, chips[seat] // 2, chance)]
    wagers = [with_coupon(placed, chance) for placed in wagers]
    meters = {"progressive": chance.randint(100, 40_000) * 100} if rules.progressive else {}
    return Setup(rules, Shoe([*order, *rest]), tuple(wagers), chips, meters=dict(meters), inventory=10**12)


def likely_hands(players: int, chance: Random) -> list[Sequence[Card]]:
    """A hand for each player and the dealer; about half of them from the lists above."""
    left = list(range(52))
    chance.shuffle(left)
    hands: list[Sequence[Card]] = []
    for number in range(players + 1):
        listed = chance.choice(WEAK if number == players else STRONG)
        cards = [GAME_CARD[name] for name in listed.split()]
        if chance.random() < 0.4 or not set(cards) <= set(left):
            cards = left[:5]
        hands.append(cards)
        left = [card for card in left if card not in cards]
    return hands


GAME_CARD = {names((card,)): card for card in range(52)}


def with_coupon(placed: Placed, chance: Random) -> Placed:
    if placed.wager == "ante" and chance.random() < 0.3:
        return Placed(placed.seat, "ante", placed.amount, None, chance.randint(1, placed.amount // 100) * 100)
    return placed


def expected_lines(played: Round, seat: int, rules: Rules) -> list[Line]:
    """What the oracle makes of the moves that a camera saw."""
    ante = next(placed for placed in wagered(played, "ante") if placed.seat == seat)
    side = [placed.amount for placed in wagered(played, "super") if placed.seat == seat]
    acts = [move for move in played.moves if isinstance(move, Acted) and move.seat == seat]
    verbs = [move.verb for move in acts]
    option = next((verb for verb in verbs if verb in ("buy", "exchange")), None)
    discards = next((move.cards for move in acts if move.verb == "exchange"), ())
    dealer = dealt(played, "dealer/hand", "38.10(k)")
    forced = [card for move in played.moves for card in new_dealer_card(move)] if "force" in verbs else []
    final = [card for card in dealt(played, f"{seat}/hand", "none") if card not in discards]
    return naive.settle(
        first_five(played, seat),
        ante.amount,
        texts(dealer),
        super_bet=sum(side),
        option=option,
        final_cards=texts(final),
        bets="bet" in verbs,
        forced_card=names(forced) if forced else None,
        second_hand=rules.second_hand,
        payout_limit=rules.payout_limit,
        limit_covers=rules.limit_covers,
        coupon=ante.coupon,
        declared=rules.declare == "house" or "declare" in verbs,
    )


def dealt(played: Round, area: str, but: str) -> list[Card]:
    """The cards that went to an area from shoe or stub, except by one clause."""
    return [
        card
        for move in played.moves
        if isinstance(move, CardsMoved) and move.target == area and move.source in ("shoe", "stub")
        for card in move.cards
        if move.clause != but
    ]


def new_dealer_card(move: object) -> tuple[Card, ...]:
    fits = isinstance(move, CardsMoved) and move.target == "dealer/hand" and move.clause == "38.10(k)"
    return move.cards if fits and isinstance(move, CardsMoved) else ()


def first_five(played: Round, seat: int) -> tuple[str, ...]:
    return texts(dealt(played, f"{seat}/hand", "none")[:5])


def wagered(played: Round, wager: str) -> list[Placed]:
    return [placed for placed in played.setup.wagers if placed.wager == wager]


def texts(cards: Sequence[Card]) -> tuple[str, ...]:
    return cards_of(names(cards))


def line_of(payoff: Payoff) -> Line:
    return Line(payoff.wager, payoff.stake, payoff.net, payoff.clause)


def test_the_moves_of_a_round_show_all_that_the_oracle_needs() -> None:
    """The likely rounds do reach every kind of result, so that the comparison above is not idle."""
    reached: set[str] = set()
    shown = 0
    for number in range(250):
        chance = Random(number)
        played = play_randomly(Round(GAME, likely_setup(Rules(), chance)), chance)
        reached |= {payoff.clause for payoff in played.payoffs}
        shown += sum(isinstance(move, Revealed) for move in played.moves)
    decided = {"38.10(b)4", "38.10(c)", "38.10(d)", "38.10(i)1", "38.10(i)3", "38.10(j)1", "38.10(k)", "38.10(k)2"}
    assert decided | {"38.11(b)3", "38.12(c)", "38.12(d)", "38.12(g)"} <= reached
    assert shown > 250
