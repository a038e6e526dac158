"""Settlement of Lucky 8's: played rounds against the naive settlement, and every line of the five bonus tables."""

from itertools import accumulate
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.asks import Act
from houseway.cards import Card, name, read_cards
from houseway.felt import INVENTORY, Payoff
from houseway.games.lucky8s import GAME
from houseway.games.lucky8s.hands import SetHand, house_way
from houseway.games.lucky8s.hands import settings as ways_to_set
from houseway.games.lucky8s.rules import Rules, pay_tables
from houseway.games.lucky8s.settle import Stakes, compare, settle_bonus, settle_played
from houseway.irregularity import Irregularity
from houseway.procedure import Round, Setup
from houseway.shoe import Shoe
from houseway.table import Placed
from naive import Line
from naive import lucky8s as naive

DECK = GAME.deck(GAME.rules())
LUCKY = [read_cards(f"8{suit}")[0] for suit in "cdhs"] * 2


class Bet(NamedTuple):
    """One bettor's wagers, in dollars."""

    ante: int
    bonus: int
    coupon: bool


bets = st.builds(Bet, st.integers(1, 50), st.integers(0, 20), st.booleans())
rules_of_the_house = st.builds(
    Rules,
    bonus_table=st.integers(1, 5),
    set_hands=st.sampled_from(("as_set", "house_way")),
    dealing=st.sampled_from(("whole_deck", "hand_shuffle", "groups_of_eight")),
    folded_bonus=st.sampled_from(("stays", "lost")),
    misdealt_dealer_bonus=st.sampled_from(("settled", "paid_only")),
)
counts_dealt = st.dictionaries(st.sampled_from([None, 1, 2, 3]), st.sampled_from([6, 7, 9]), max_size=2)


@settings(max_examples=250)
@given(
    rules=rules_of_the_house,
    spots=st.lists(st.lists(bets, min_size=1, max_size=3), min_size=1, max_size=6),
    miscounts=st.one_of(st.just({}), counts_dealt),
    number=st.integers(0, 2**32),
)
def test_rounds_settle_as_the_naive_settlement(
    rules: Rules, spots: list[list[Bet]], miscounts: dict[int | None, int], number: int
) -> None:
    chance = Random(number)
    miscounts = {seat: count for seat, count in miscounts.items() if seat is None or seat <= len(spots)}
    order = chance.sample(DECK, len(DECK))
    hands = dealt(order, len(spots), miscounts)
    playing = Round(GAME, setup(rules, spots, miscounts, order))
    calls, groups = play_anyhow(playing, chance)
    for seat, bettors in enumerate(spots, 1):
        for player, bet in zip(players(seat), bettors, strict=False):
            found = [line(paid) for paid in playing.payoffs if (paid.seat, paid.player) == (seat, player)]
            wanted = naive.settle(
                texts(hands[seat]),
                groups.get(seat),
                calls.get(seat) == "play",
                bet.ante * 100,
                bet.bonus * 100,
                texts(hands[None]),
                rules.bonus_table,
                bet.ante * 100 if bet.coupon else 0,
                rules.folded_bonus,
                rules.misdealt_dealer_bonus,
            )
            assert sorted(found) == sorted(wanted)
    gained = playing.felt.stake(INVENTORY) + playing.felt.stake("cage") - playing.setup.inventory
    assert gained == -sum(payoff.net for payoff in playing.payoffs)


def setup(rules: Rules, spots: list[list[Bet]], miscounts: dict[int | None, int], order: list[Card]) -> Setup:
    wagers: list[Placed] = []
    for seat, bettors in enumerate(spots, 1):
        for player, bet in zip(players(seat), bettors, strict=False):
            wagers.append(Placed(seat, "ante", bet.ante * 100, player, bet.ante * 100 if bet.coupon else 0))
            if bet.bonus:
                wagers.append(Placed(seat, "bonus", bet.bonus * 100, player))
    dealing = tuple(Irregularity("miscount", seat, count) for seat, count in miscounts.items())
    return Setup(rules, Shoe(order), tuple(wagers), dealing=dealing)


def players(seat: int) -> tuple[str | None, ...]:
    """The seated player, and two who wager behind him."""
    return None, f"Bea{seat}", f"Cy{seat}"


def dealt(order: list[Card], spots: int, miscounts: dict[int | None, int]) -> dict[int | None, list[Card]]:
    """Who gets which cards: stacks off the top, the dealer last."""
    places: list[int | None] = [*range(1, spots + 1), None]
    sizes = [miscounts.get(place, 8) for place in places]
    ends = list(accumulate(sizes))
    return {place: order[end - size : end] for place, size, end in zip(places, sizes, ends, strict=True)}


def play_anyhow(playing: Round, chance: Random) -> tuple[dict[int, str], dict[int, tuple[naive.Group, ...]]]:
    """Set and call at random; the calls and the groups that were set."""
    calls: dict[int, str] = {}
    groups: dict[int, tuple[naive.Group, ...]] = {}
    while playing.ask is not None:
        for who, offered in list(playing.ask.choices.items()):
            if not isinstance(who, int):
                playing.answer(who, Act("validate"))
            elif offered.choice("set"):
                act = chance.choice([*offered])
                if act.verb == "set":
                    groups[who] = tuple(texts(group) for group in act.groups)
                playing.answer(who, act)
            else:
                calls[who] = chance.choice(("play", "fold"))
                playing.answer(who, Act(calls[who]))
    return calls, groups


def line(payoff: Payoff) -> Line:
    return Line(payoff.wager, payoff.stake, payoff.net, payoff.clause)


def texts(cards: list[Card] | tuple[Card, ...]) -> naive.Group:
    return tuple(name(card) for card in cards)


# --- the bonus


@pytest.mark.parametrize("table", range(1, 6))
@pytest.mark.parametrize(
    ("count", "jokers"), [(count, jokers) for count in range(9) for jokers in range(3) if jokers <= count]
)
def test_every_line_of_every_bonus_table(table: int, count: int, jokers: int) -> None:
    """50.2(c)1 to 7, 50.6(n), ruling L7: natural 8s and jokers in every composition, to 1."""
    cards = (*LUCKY[: count - jokers], *read_cards("Jk Jk")[:jokers], *read_cards("7c 7d 7h 7s 6c 6d 6h 6s")[count:])
    assert len(cards) == 8
    payoff = settle_bonus(1, Stakes(1000, 300), cards, Rules(bonus_table=table), folded=False)
    odds = {2: 1, 3: 2, 4: 5, 5: 40, 6: 250 if table == 1 else 500, 7: 500 if table == 1 else 1000}
    odds[8] = (1000, 5000, 10_000, 25_000, 200_000)[table - 1]
    won = count in odds
    assert (payoff.net, payoff.result) == ((300 * odds[count], "win") if won else (-300, "lose"))
    assert (payoff.clause, payoff.line, payoff.stake) == ("50.6(n)", str(count) if won else None, 300)


def test_the_tables_have_no_other_lines() -> None:
    assert {table: list(listed.lines) for table, listed in pay_tables()["bonus"].items()} == {
        str(table): ["8", "7", "6", "5", "4", "3", "2"] for table in range(1, 6)
    }


# --- the comparison


@pytest.mark.parametrize(
    ("player", "dealer", "result", "clause"),
    [
        ((4, 3), (3, 0), "win", "50.6(m)1"),
        ((2, 0), (3, 5), "lose", "50.6(m)2"),
        ((3, 1), (3, 2), "win", "50.6(m)3"),
        ((3, 2), (3, 1), "lose", "50.6(m)3"),
        ((3, 1), (3, 1), "lose", "50.6(m)4"),
        ((0, 8), (0, 8), "lose", "50.6(m)4"),
    ],
)
def test_comparison(player: tuple[int, int], dealer: tuple[int, int], result: str, clause: str) -> None:
    assert compare(made(*player), made(*dealer)) == (result, clause)


def test_a_payoff_says_why() -> None:
    ante, in_to_win = settle_played(3, Stakes(1000), made(4, 1), made(3, 2), True)
    assert ante.words == in_to_win.words == "4 hands of 8, 1 side card against 3 hands of 8, 2 side cards"


def test_no_way_to_set_a_hand_is_better_than_house_way() -> None:
    """50.6(e), (j): whatever else a player sets wins against no more dealers."""
    chance = Random(506)
    for _ in range(40):
        cards = chance.sample(DECK, 8)
        best = house_way(cards)
        for groups in ways_to_set(cards):
            side = 8 - sum(map(len, groups))
            assert (best.hands, -len(best.side)) >= (len(groups), -side)


def made(hands: int, side: int) -> SetHand:
    """A hand of so many hands of 8 and side cards; which cards they are does not matter here."""
    return SetHand(((0,),) * hands, (0,) * side)


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "no natural 8 or joker"), (1, "1 natural 8 or joker"), (2, "2 natural 8s and jokers")],
)
def test_a_bonus_says_how_many_were_counted(count: int, words: str) -> None:
    cards = [*LUCKY[:count], *read_cards("Ac Kc Qc Jc Tc 9c 7c 6c")][:8]
    assert settle_bonus(1, Stakes(ante=1000, bonus=500), cards, Rules(), folded=False).words == words
