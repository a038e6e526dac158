"""Pack's Poker for simulation: one player with every wager that the table offers, on all three packs.

A round is sixteen cards. The player's five are ranked with each pack against the dealer's five with the same pack; the
signatures of the player's five and seven cards say what the bonuses pay.

The simulation's wagers are those on the first pack, named as in the odds. Those on the other two packs are played and
counted beside them, and the sum of the three Pack's bets is a figure of the round. What a setting says of a meter is
what it shows once this round's wagers have gone onto it.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from houseway.cards import DECK
from houseway.chance import State, deal
from houseway.compiling import compiled
from houseway.felt import Payoff
from houseway.games.packs import pack_bet
from houseway.games.packs.odds import SIZES, named
from houseway.games.packs.odds import STRATEGIES as OTHERS
from houseway.games.packs.rules import PACKS, Bonus, Rules, bonuses, check_wagers, kind_of, pack_of
from houseway.games.packs.signatures import listed, places, signature
from houseway.games.packs.stages import Stage, before, shown, stages
from houseway.games.packs.three_packs import ROUND, end_of, first_pair
from houseway.money import Cents
from houseway.poker import describe
from houseway.poker_table import NO_CARDS, Tables, load_tables, rank7
from houseway.procedure import Setup
from houseway.returns import OPTIMAL
from houseway.table import Placed
from houseway.tallies import Counts, Outcome, Setting, Shoes, Simulation

__all__ = ["STRATEGIES", "prepare"]

STRATEGIES = (OPTIMAL, *OTHERS)

SEAT = 1
LOSES = "loses"
WAYS = len(pack_bet.ENDS)
BATCH = 512  # rounds that are settled together, so that their cards stay in the processor's cache

Numbers = npt.NDArray[np.int64]
Ended = tuple[str, str, Cents]  # a wager on the layout, the line that it was paid, what that brought


class Paid(NamedTuple):
    """A bonus as the kernels read it; it has no stages if the table does not offer it."""

    places: npt.NDArray[np.int16]  # by signature: its place among those that hands have
    outcomes: Numbers  # by stage of the meter, pack, and place
    after: Numbers  # by stage of the meter and place: the stage that the next pack finds


class Plan(NamedTuple):
    """A table as the kernels read it."""

    order: Numbers  # where the cards lie in the shoe: the player's, the dealer's, those of each pack
    pair: int  # the lowest batch rank of a pair
    any_seven: bool
    units: Numbers  # by the way in which a Pack's bet ends: what it brings
    five: Paid
    seven: Paid
    columns: int  # wagers


def prepare(setting: Setting) -> Simulation:
    """The kernel for a table where one player makes every wager that it offers."""
    rules, stake = cast(Rules, setting.rules), setting.stake
    made = tuple(Placed(SEAT, f"{kind}_{pack}", stake) for kind in ("pack", *bonuses(rules)) for pack in PACKS)
    check_wagers(rules, made, {})
    meters = shown(rules, setting.meters)
    meters_before = before(rules, meters, made)
    by_bonus = {name: _stages(bonus, setting, meters) for name, bonus in bonuses(rules).items()}
    ended = [each for placed in made for each in _ends_of(placed, rules, by_bonus)]
    numbers = {key: number for number, (key, _) in enumerate(ended)}
    plan, tables = plan_of(rules, by_bonus, numbers), load_tables()

    def tally(state: State, rounds: int) -> Counts:
        counts = np.zeros(len(ended), np.int64)
        total, squares = tally_rounds(state, rounds, plan, tables, counts)
        # Sums of squares in cents may not fit into 64 bits: these are Python's integers.
        return np.array([*counts.tolist(), total * stake, squares * stake**2], object)

    def outcomes_of(shoes: Shoes) -> Counts:
        found = np.zeros((len(shoes), len(made)), np.int64)
        settle(shoes, plan, tables, found, np.zeros(len(shoes), np.int64))
        return found

    return Simulation(
        wagers=("pack", *(named(bonus) for bonus in bonuses(rules).values())),
        outcomes=tuple(outcome for _, outcome in ended),
        tally=tally,
        outcomes_of=outcomes_of,
        setup=lambda shoe: Setup(rules, shoe, made, {SEAT: len(made) * stake}, meters=meters_before),
        read=lambda payoffs: read(payoffs, made, numbers),
        shoe_cards=ROUND,
        figures=("three Pack's bets",),
    )


def plan_of(rules: Rules, by_bonus: Mapping[str, Sequence[Stage]], numbers: Mapping[Ended, int]) -> Plan:
    """Everything that a round looks up."""
    five, seven = (_paid(name, rules, by_bonus.get(name, ()), numbers) for name in SIZES)
    return Plan(
        order=np.array(order(rules), np.int64),
        pair=first_pair(load_tables()),
        any_seven=rules.seven_card_top == "any",
        units=np.array(pack_bet.nets(rules), np.int64),
        five=five,
        seven=seven,
        columns=len(PACKS) * (1 + len(by_bonus)),
    )


def order(rules: Rules) -> list[int]:
    """Where the cards of one player, the dealer and the packs come out of the shoe (43.7(d), (e), 43.9(c))."""
    if rules.dealing == "automated_shoe" or rules.deal_players == "five_consecutive":
        hands = list(range(10))
    else:
        hands = [*range(0, 10, 2), *range(1, 10, 2)]
    if rules.deal_packs == "two_consecutive":
        return hands + list(range(10, ROUND))
    return [*hands, *(10 + pack + turn * len(PACKS) for pack in range(len(PACKS)) for turn in range(2))]


def read(payoffs: Sequence[Payoff], made: Sequence[Placed], numbers: Mapping[Ended, int]) -> list[int]:
    """The outcomes of a finished round, in the order of the wagers."""
    settled = {payoff.wager: payoff for payoff in payoffs}
    found = []
    for wager in (placed.wager for placed in made):
        payoff = settled[wager]
        line = _read_end(payoff) if kind_of(wager) == "pack" else payoff.line or LOSES
        found.append(numbers[wager, line, payoff.net])
    return found


# Bets and bonuses are settled by kernels of their own, some hundred rounds at a time: where a kernel calls one that it
# does not take in whole, numba counts references to all its arrays, and the ranking would take ten times as long.


@compiled
def tally_rounds(state: State, rounds: int, plan: Plan, tables: Tables, counts: Counts) -> tuple[int, int]:
    """Play rounds: how many ended in each outcome, and sum and sum of squares of the units that Pack's bets won."""
    deck = np.arange(len(DECK)).astype(np.uint8)
    shoes, ended = np.zeros((BATCH, ROUND), np.uint8), np.zeros((BATCH, plan.columns), np.int64)
    won = np.zeros(BATCH, np.int64)
    total = squares = done = 0
    while done < rounds:
        batch = min(BATCH, rounds - done)
        for number in range(batch):
            deal(state, deck, ROUND)
            for place in range(ROUND):
                shoes[number, place] = deck[place]
        settle(shoes[:batch], plan, tables, ended, won)
        for number in range(batch):
            total += won[number]
            squares += won[number] ** 2
            for column in range(plan.columns):
                counts[ended[number, column]] += 1
        done += batch
    return total, squares


@compiled
def settle(shoes: Shoes, plan: Plan, tables: Tables, ended: Counts, won: Counts) -> None:
    """How every wager of these rounds ends, and the units that the three Pack's bets of each won together."""
    settle_bets(shoes, plan.order, plan.pair, plan.units, tables, ended, won)
    column = 3
    if len(plan.five.outcomes):
        settle_five_cards(shoes, plan.order, plan.five, tables.suits, ended[:, column:])
        column += 3
    if len(plan.seven.outcomes):
        settle_seven_cards(shoes, plan.order, plan.any_seven, plan.seven, tables.suits, ended[:, column:])


@compiled
def settle_bets(
    shoes: Shoes, order: Numbers, pair: int, units: Numbers, tables: Tables, ended: Counts, won: Counts
) -> None:
    """The Pack's bets, in the first columns."""
    keys, suits = tables.keys, tables.suits
    for number in range(len(shoes)):
        player, players_suits = NO_CARDS, np.uint64(0)
        dealer, dealers_suits = NO_CARDS, np.uint64(0)
        for place in range(5):
            mine, dealers = shoes[number, order[place]], shoes[number, order[place + 5]]
            player += keys[mine]
            players_suits |= suits[mine]
            dealer += keys[dealers]
            dealers_suits |= suits[dealers]
        won[number] = 0
        for pack in range(3):
            one, other = shoes[number, order[10 + 2 * pack]], shoes[number, order[11 + 2 * pack]]
            key, suited = keys[one] + keys[other], suits[one] | suits[other]
            players_rank = rank7(player + key, players_suits | suited, tables)
            dealers_rank = rank7(dealer + key, dealers_suits | suited, tables)
            end = end_of(players_rank, dealers_rank, pair)
            won[number] += units[end]
            ended[number, pack] = WAYS * pack + end


@compiled
def settle_five_cards(shoes: Shoes, order: Numbers, paid: Paid, suits: npt.NDArray[np.uint64], ended: Counts) -> None:
    """The five-card bonuses: the same cards for every pack, but perhaps another meter."""
    places, outcomes, after = paid
    for number in range(len(shoes)):
        held = np.uint64(0)
        for place in range(5):
            held |= suits[shoes[number, order[place]]]
        stage, at = 0, places[signature(held, False)]
        for pack in range(3):
            ended[number, pack] = outcomes[stage, pack, at]
            stage = after[stage, at]


@compiled
def settle_seven_cards(
    shoes: Shoes, order: Numbers, any_seven: bool, paid: Paid, suits: npt.NDArray[np.uint64], ended: Counts
) -> None:
    """The seven-card bonuses."""
    places, outcomes, after = paid
    for number in range(len(shoes)):
        held = np.uint64(0)
        for place in range(5):
            held |= suits[shoes[number, order[place]]]
        stage = 0
        for pack in range(3):
            one, other = shoes[number, order[10 + 2 * pack]], shoes[number, order[11 + 2 * pack]]
            at = places[signature(held | suits[one] | suits[other], any_seven)]
            ended[number, pack] = outcomes[stage, pack, at]
            stage = after[stage, at]


def _stages(bonus: Bonus, setting: Setting, meters: Mapping[str, Fraction]) -> list[Stage]:
    kinds = listed(SIZES[bonus.name], setting.rules.seven_card_top)
    return stages(bonus, kinds, setting.rules, setting.stake, meters.get(bonus.name, Fraction(0)))


def _ends_of(placed: Placed, rules: Rules, by_bonus: Mapping[str, Sequence[Stage]]) -> Iterator[tuple[Ended, Outcome]]:
    """Every way in which a wager can end, and the outcome that stands for it."""
    wager, kind, pack, stake = placed.wager, kind_of(placed.wager), pack_of(placed.wager), placed.amount
    if kind == "pack":
        for end, net in zip(pack_bet.ENDS, pack_bet.nets(rules), strict=True):
            outcome = Outcome(kind if pack == 1 else wager, end, Fraction(net), None, pack_bet.PAYS[net])
            yield (wager, end, net * stake), outcome
        return
    bonus = bonuses(rules)[kind]
    name, table = named(bonus) if pack == 1 else wager, bonus.table
    may_find = [stage for stage in by_bonus[kind] if stage.settled < pack]
    for line in table.lines.values():
        nets = [end.net for stage in may_find for end in stage.ended if end.line == line]
        for net in dict.fromkeys(nets or [line.net(stake, may_find[0].meter)]):
            yield (wager, line.name, net), Outcome(name, line.name, Fraction(net, stake), table.name, line.words())
    yield (wager, LOSES, -stake), Outcome(name, LOSES, Fraction(-1), table.name)


def _paid(name: str, rules: Rules, stages: Sequence[Stage], numbers: Mapping[Ended, int]) -> Paid:
    kinds = len(listed(SIZES[name], rules.seven_card_top))
    outcomes = np.zeros((len(stages), len(PACKS), kinds), np.int64)
    after = np.zeros((len(stages), kinds), np.int64)
    for number, stage in enumerate(stages):
        for place, end in enumerate(stage.ended):
            after[number, place] = end.after
            for pack in PACKS[stage.settled :]:
                key = f"{name}_{pack}", end.line.name if end.line else LOSES, end.net
                outcomes[number, pack - 1, place] = numbers[key]
    return Paid(places(SIZES[name], rules.seven_card_top), outcomes, after)


def _read_end(payoff: Payoff) -> str:
    """The way in which a Pack's bet ended, from what was said of both hands."""
    player, dealer = (_said()[words] for words in payoff.words.split(" against "))
    if player == dealer:
        return pack_bet.ENDS[pack_bet.TIES if payoff.result == "push" else pack_bet.TIES_LOW]
    if player < dealer:
        return pack_bet.ENDS[pack_bet.LOWER]
    return pack_bet.ENDS[pack_bet.WINS if payoff.result == "win" else pack_bet.HIGHER]


@cache
def _said() -> dict[str, int]:
    """Every hand's rank by the words that tell it from all others."""
    return {describe(int(rank)): int(rank) for rank in load_tables().values[1:]}
