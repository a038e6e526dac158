"""Lunar Poker for simulation: one player against the dealer, a round of up to sixteen cards played as a strategy says.

Cards leave the shoe one at a time to the player and the dealer, whose first lies face up; what is bought, exchanged or
dealt to a forced dealer follows from the eleventh card on. The Ante's outcome is instant cash, or an end of a round
without a payment, after a bought card, or after an exchange.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.chance import Cards, State, deal
from houseway.compiling import compiled
from houseway.felt import Payoff
from houseway.games.lunar import ends
from houseway.games.lunar.classes import SUIT, Classes, classes_of, number_of
from houseway.games.lunar.electing import BET, BUY, EXCHANGE, FOLD, elect
from houseway.games.lunar.ends import BOUGHT, EXCHANGED, PLAIN
from houseway.games.lunar.every_five import every_five, instant_cash, progressive_odds, super_odds
from houseway.games.lunar.hands import progressive_line, super_line
from houseway.games.lunar.lines import ends_of
from houseway.games.lunar.no_exchange import play_all
from houseway.games.lunar.paying import PAYS, Ints, line_names, odds_of, pay_of, scale
from houseway.games.lunar.position import Law, law
from houseway.games.lunar.rules import PROGRESSIVE_WAGER, Rules
from houseway.games.lunar.strategy import LEAST_BET, LEAST_ODDS
from houseway.money import Cents
from houseway.poker import category, rank_of
from houseway.poker_table import NO_CARDS, Tables, load_tables, rank5, rank6
from houseway.procedure import Setup
from houseway.returns import WagerOdds
from houseway.shoe import Shoe, one_deck
from houseway.table import Placed
from houseway.tallies import Counts, Outcome, Setting, Shoes, Simulation

STRATEGIES = ("simple", "pairs_only", "no_exchange")
SIMPLE, PAIRS_ONLY, NO_EXCHANGE = range(3)
ROUND = 16  # ten cards, five exchanged ones and one for a forced dealer
STUB = 10
INSTANT_CASH = 2  # outcomes, then those of the ends
BATCH = 512
NEVER, LEAST_WORTH = 1000, 4  # odds to 1 for which the dealer is forced; with 3 to 1 it never pays
_STRAIGHT_FLUSH, _ROYAL_FLUSH = 8, 9
_QUEEN, _KING, _ACE = 10, 11, 12
_RED = np.uint64(0x0000FFFFFFFF0000)  # diamonds and hearts


class Plan(NamedTuple):
    """A table and a strategy as the kernels read them."""

    strategy: int
    law: Law
    odds: Ints  # by pay, to 1
    least_odds: int  # with less the dealer is not forced
    least_bet: int  # of the simple strategy: the batch rank that it bets after a draw
    supers: Ints  # by category, one colour, ace-king-queen: the outcome of the super side bet
    progressives: Ints  # by category
    fives: npt.NDArray[np.uint8]  # of the best play without exchanges: by up card and class the choice,
    sixes: npt.NDArray[np.bool_]  # and whether six cards are bet
    of_five: Classes
    of_six: Classes


def prepare(setting: Setting) -> Simulation:
    """The kernel for a table where one player makes an Ante, a super side bet and a progressive if there is one."""
    rules: Rules = setting.rules
    outcomes = tuple(_outcomes(rules, setting))
    wagers = ("ante", "super", "progressive") if rules.progressive else ("ante", "super")
    plan = plan_of(rules, setting, outcomes)
    deck = np.array(one_deck(), np.uint8)
    numbers = {(outcome.wager, outcome.line): number for number, outcome in enumerate(outcomes)}

    def tally(state: State, rounds: int) -> Counts:
        return tally_rounds(state, deck.copy(), rounds, plan, len(wagers), np.zeros(len(outcomes), np.int64))

    def outcomes_of(shoes: Shoes) -> Counts:
        return play_shoes(shoes, plan, np.zeros((len(shoes), len(wagers)), np.int64))

    def read(payoffs: Sequence[Payoff]) -> Sequence[int]:
        paid = {payoff.wager: payoff for payoff in payoffs}
        sides = [numbers[wager, paid[wager].line or "loses"] for wager in wagers[1:]]
        return [_ante_number(paid), *sides]

    return Simulation(
        wagers=wagers,
        outcomes=outcomes,
        tally=tally,
        outcomes_of=outcomes_of,
        setup=lambda shoe: _setup(rules, setting, shoe),
        read=read,
        shoe_cards=ROUND,
    )


def plan_of(rules: Rules, setting: Setting, outcomes: Sequence[Outcome]) -> Plan:
    """Everything that a round looks up."""
    tables = load_tables()
    ruling = law(scale(rules, setting.stake), rules.second_hand == "ranked")
    numbers = {(outcome.wager, outcome.line): number for number, outcome in enumerate(outcomes)}
    supers, progressives = np.zeros((10, 2, 2), np.int64), np.zeros(10, np.int64)
    for five in every_five():
        kind, ranks = category(rank_of(five.cards)), {card >> 2 for card in five.cards}
        one_colour = len({card & 3 in (1, 2) for card in five.cards}) == 1
        both = int(one_colour), int({10, 11, 12} <= ranks)
        supers[kind, *both] = numbers["super", super_line(five.cards) or "loses"]
        progressives[kind] = numbers.get(("progressive", progressive_line(five.cards) or "loses"), 0)
    strategy = STRATEGIES.index(setting.strategy)
    fives, sixes = np.zeros((13, 1), np.uint8), np.zeros((13, 1), np.bool_)
    if strategy == NO_EXCHANGE:
        played = [play_all(up, ruling) for up in range(13)]
        fives, sixes = np.array([each.choices for each in played]), np.array([each.bets for each in played])
    return Plan(
        strategy,
        ruling,
        np.array([int(odds_of(pay, rules)) for pay in range(PAYS)], np.int64),
        (LEAST_ODDS, NEVER, LEAST_WORTH)[strategy],
        int(np.searchsorted(tables.values, LEAST_BET)),
        supers,
        progressives,
        fives,
        sixes,
        classes_of(5),
        classes_of(6),
    )


@compiled
def tally_rounds(state: State, deck: Cards, rounds: int, plan: Plan, wagers: int, counts: Counts) -> Counts:
    """Deal and play rounds; the deck is shuffled on from where the last round left it."""
    shoes, found = np.empty((BATCH, ROUND), np.uint8), np.empty((BATCH, wagers), np.int64)
    for start in range(0, rounds, BATCH):
        size = min(BATCH, rounds - start)
        for number in range(size):
            deal(state, deck, ROUND)
            shoes[number] = deck[:ROUND]
        play_shoes(shoes[:size], plan, found)
        for number in range(size):
            for wager in range(wagers):
                counts[found[number, wager]] += 1
    return counts


@compiled
def play_shoes(shoes: Shoes, plan: Plan, found: Counts) -> Counts:
    """Play one round from each shoe: the outcomes of Ante, super side bet and progressive."""
    ruling, tables = plan.law, plan.law.tables
    keys, suits = tables.keys, tables.suits
    for number in range(len(shoes)):
        shoe = shoes[number]
        a, b, c, d, e = shoe[0], shoe[2], shoe[4], shoe[6], shoe[8]
        hand = suits[a] | suits[b] | suits[c] | suits[d] | suits[e]
        key = NO_CARDS + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        rank = rank5(key, hand, tables)
        kind = tables.categories[rank]
        found[number, 1] = plan.supers[kind, _one_colour(hand), _ace_king_queen(hand)]
        if found.shape[1] == 3:
            found[number, 2] = plan.progressives[kind]
        if kind >= _STRAIGHT_FLUSH:
            found[number, 0] = _ROYAL_FLUSH - kind
            continue
        up = shoe[1]
        if plan.strategy == SIMPLE:
            choice, kept = elect(hand, kind, up >> 2)
        elif plan.strategy == PAIRS_ONLY:
            choice, kept = (BET if kind else FOLD), hand
        else:
            choice, kept = plan.fives[up >> 2, number_of(_turned(hand, up), plan.of_five)], hand
        following = STUB
        if choice == BUY:
            hand |= suits[shoe[STUB]]
            rank = rank6(key + keys[shoe[STUB]], hand, tables)
            following += 1
        elif choice == EXCHANGE:
            key, hand = NO_CARDS, kept
            for place in range(0, STUB, 2):
                card = shoe[place]
                if not suits[card] & kept:
                    card = shoe[following]
                    following += 1
                key += keys[card]
                hand |= suits[card]
            rank = rank5(key, hand, tables)
        bets = choice != FOLD
        if following > STUB:
            if plan.strategy == SIMPLE:
                bets = bool(rank >= plan.least_bet)
            else:
                bets = plan.sixes[up >> 2, number_of(_turned(hand, up), plan.of_six)]
        paid = BOUGHT if choice == BUY else EXCHANGED if choice == EXCHANGE else PLAIN
        end = ends.FOLDS
        if bets:
            a, b, c, d = shoe[3], shoe[5], shoe[7], shoe[9]
            key = NO_CARDS + keys[up] + keys[a] + keys[b] + keys[c] + keys[d]
            theirs = rank5(key, suits[up] | suits[a] | suits[b] | suits[c] | suits[d], tables)
            pay = ruling.five_pays[rank, _of_both(hand)]
            if choice == BUY and (rank > theirs or rank > ruling.stays.best_pair):
                pay = _bought_pay(hand, int(rank), ruling.ranked, tables)
            if theirs < ruling.qualifying:
                end = ends.NO_HAND
                if rank > ruling.stays.best_pair and plan.odds[pay] >= plan.least_odds:
                    end = _forced(shoe, hand, int(rank), following, pay, plan)
            elif rank <= theirs:
                end = ends.PUSHES if rank == theirs else ends.LOSES
            else:
                end = ends.WINS + pay
        found[number, 0] = INSTANT_CASH + paid * ends.ENDS + end
    return found


@compiled
def _forced(shoe: Cards, hand: np.uint64, rank: int, following: int, pay: int, plan: Plan) -> int:
    """The end of a bet against a dealer without a hand who may be forced (38.10(j), (k))."""
    keys, suits, tables = plan.law.tables.keys, plan.law.tables.suits, plan.law.tables
    key, stay, highest, seen = NO_CARDS, np.uint64(0), shoe[1], hand
    for place in range(1, STUB, 2):
        card = shoe[place]
        key += keys[card]
        stay |= suits[card]
        highest = card if card > highest else highest
    key -= keys[highest]
    seen |= stay
    stay ^= suits[highest]
    if plan.strategy != SIMPLE:
        worth, unseen = 0, 0
        for card in range(52):
            if not suits[card] & seen:
                unseen += 1
                theirs = rank5(key + keys[card], stay | suits[card], tables)
                if theirs >= plan.law.qualifying and theirs != rank:
                    worth += plan.law.wins[pay] if theirs < rank else -3 * plan.law.ante
        if worth <= 2 * plan.law.ante * unseen:
            return ends.NO_HAND
    theirs = rank5(key + keys[shoe[following]], stay | suits[shoe[following]], tables)
    if theirs < plan.law.qualifying:
        return ends.FORCED_NO_HAND
    if rank == theirs:
        return ends.FORCED_PUSHES
    return ends.FORCED_WINS + pay if rank > theirs else ends.FORCED_LOSES


@compiled
def _bought_pay(hand: np.uint64, rank: int, ranked: bool, tables: Tables) -> int:
    cards, size = np.empty(6, np.uint8), 0
    for card in range(52):
        if tables.suits[card] & hand:
            cards[size] = card
            size += 1
    return pay_of(cards, size, rank, ranked, tables)


@compiled
def _of_both(hand: np.uint64) -> int:
    return 1 if _of_rank(hand, _ACE) and _of_rank(hand, _KING) else 0


@compiled
def _turned(hand: np.uint64, up: int) -> np.uint64:
    """The hand as classes have it: suits turned so that the up card is a club, whose rank is left out of clubs."""
    by = np.uint64(SUIT * (up & 3))
    turned = hand >> by | hand << np.uint64(4 * SUIT) - by if by else hand
    below = (np.uint64(1) << np.uint64(up >> 2)) - np.uint64(1)
    clubs = turned & np.uint64(0x1FFF)
    clubs = clubs & below | clubs >> np.uint64(1) & ~below
    return turned & ~np.uint64(0xFFFF) | clubs


@compiled
def _one_colour(hand: np.uint64) -> int:
    return 0 if hand & _RED and hand & ~_RED else 1


@compiled
def _ace_king_queen(hand: np.uint64) -> int:
    return 1 if _of_rank(hand, _ACE) and _of_rank(hand, _KING) and _of_rank(hand, _QUEEN) else 0


@compiled
def _of_rank(hand: np.uint64, rank: int) -> bool:
    return bool(hand >> np.uint64(rank) & np.uint64(0x0001000100010001))


def _outcomes(rules: Rules, setting: Setting) -> list[Outcome]:
    cash = [Outcome("ante", line.line, line.net.value, None, line.pays) for line in instant_cash(rules, setting.stake)]
    every_end = ends_of(rules, scale(rules, setting.stake)).values()
    ante = [Outcome("ante", end.line, end.net, None, end.pays, end.wagered) for end in every_end]
    sides = [super_odds(rules, setting.stake)]
    if rules.progressive:
        sides.append(progressive_odds(rules, setting.meters.get("progressive", rules.reset)))
    return cash + ante + [outcome for side in sides for outcome in _of_side(side)]


def _of_side(side: WagerOdds) -> list[Outcome]:
    return [Outcome(side.wager, line.line, line.net.value, side.table, line.pays) for line in side.lines]


def _ante_number(paid: dict[str, Payoff]) -> int:
    """The outcome of the Ante, with its bet and payments, as payoffs tell it."""
    ante, bet, forced = paid["ante"], paid.get("bet"), "force" in paid
    if ante.clause == "38.12(c)":
        return 0 if ante.line == "Royal Flush" else 1
    payment = BOUGHT if "buy" in paid else EXCHANGED if "exchange" in paid else PLAIN
    if bet is None:
        end = ends.FOLDS
    elif bet.result == "void":
        end = ends.FORCED_NO_HAND if forced else ends.NO_HAND
    elif bet.result == "lose":
        end = ends.FORCED_LOSES if forced else ends.LOSES
    elif bet.result == "push":
        end = ends.FORCED_PUSHES if forced else ends.PUSHES
    else:
        names = tuple((bet.line or "").split(" + "))
        pay = next(pay for pay in range(PAYS) if line_names(pay) == names)
        end = pay + (ends.FORCED_WINS if forced else ends.WINS)
    return INSTANT_CASH + payment * ends.ENDS + end


def _setup(rules: Rules, setting: Setting, shoe: Shoe) -> Setup:
    """One player with the chips for whatever he may do. The meter shows what is asked once his wager is on it."""
    stake: Cents = setting.stake
    if rules.dealing == "automated_shoe":  # the same hands, which leave that shoe in stacks of five
        order = shoe.order
        shoe = Shoe((*order[:STUB:2], *order[1:STUB:2], *order[STUB:]))
    wagers = [Placed(1, "ante", stake), Placed(1, "super", stake)]
    if not rules.progressive:
        return Setup(rules, shoe, tuple(wagers), {1: 6 * stake})
    wagers.append(Placed(1, "progressive", PROGRESSIVE_WAGER))
    before = Fraction(setting.meters.get("progressive", rules.reset)) - rules.contribution
    return Setup(rules, shoe, tuple(wagers), {1: 6 * stake + PROGRESSIVE_WAGER}, meters={"progressive": before})
