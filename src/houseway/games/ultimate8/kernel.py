"""The simulation of Ultimate 8 Poker: a table of two to six players, ready for the kernels.

Players sit from seat 1 on, and the player button stands before seat 1: seat n is the n-th to speak first. Every seat
has an outcome, one of six lines. Figures of a round are the commissions, all main wagers, and what each seat's main
wager brought, also by line. The ace pot is what the meter says, in every round: nobody plays otherwise for it, so
that `house_take` can tell how it grows from how often it is won.

Everybody has chips enough for all that his temper may wager: there is no all-in and no side pot.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from houseway.chance import State, deal
from houseway.compiling import compiled
from houseway.felt import INVENTORY, CardsMoved, ChipsMoved, Payoff
from houseway.games.ultimate8.hands import ACE_OF_SPADES
from houseway.games.ultimate8.house_take import (
    ACE_COMMISSION,
    COMMISSION,
    LINES,
    NETS,
    WAGERED,
    WAGERS,
    figures_of_table,
    main_odds,
)
from houseway.games.ultimate8.kernel_patterns import NONE
from houseway.games.ultimate8.kernel_round import Numbers, Room, Terms, commission, play_round, room
from houseway.games.ultimate8.round import way_of_dealing
from houseway.games.ultimate8.rules import POSITIONS, Rules
from houseway.games.ultimate8.settle import ACE_ANTE, MAIN
from houseway.games.ultimate8.standing import ACE_POT, HAND, MAIN_POT
from houseway.games.ultimate8.strategy import TEMPERS
from houseway.money import Cents, brief
from houseway.procedure import Round, Setup
from houseway.refusal import Refusal
from houseway.shoe import Shoe, one_deck
from houseway.tallies import Counts, Outcome, Setting, Shoes, Simulation

STRATEGIES = tuple(TEMPERS)

WINS_BOTH, WINS_OUT, WINS_ALONE, WINS_LITTLE, LOSES, FOLDS = range(len(LINES))

SHARD = 1 << 17  # rounds, unless their amounts are so great that the squares would not fit into 64 bits
LEAST_SHARD = 1 << 10


def prepare(setting: Setting) -> Simulation:
    """A table at which all play by the same strategy."""
    return prepare_seats(setting, (setting.strategy,) * setting.players)


def prepare_seats(setting: Setting, strategies: Sequence[str]) -> Simulation:
    """A table at which each seat has a strategy of its own."""
    players, rules = len(strategies), setting.rules
    if not 2 <= players <= POSITIONS:
        raise Refusal(f"a round needs two to six players, not {players}", "U13")
    ace_pot = setting.meters.get("ace_pot", 0)
    terms, places, chips = terms_of(rules, players), places_of(rules, players), most_paid(rules, strategies)
    tempers = np.array([_numbers(strategy) for strategy in strategies], np.int64)
    figures, kept = figures_of_table(players)
    seats = range(1, players + 1)
    wagers = tuple(f"{MAIN} of seat {seat}" for seat in seats)
    outcomes = tuple(Outcome(wager, line, Fraction(0)) for wager in wagers for line in LINES)
    numbers = len(figures) + len(kept)

    def tally(state: State, rounds: int) -> Counts:
        counts = np.zeros(len(outcomes) + 2 * numbers, np.int64)
        deck, one, found = np.array(one_deck(), np.uint8), np.zeros(players, np.int64), np.zeros(numbers, np.int64)
        _tally(state, rounds, deck, places, terms, tempers, ace_pot, room(players), one, found, counts)
        return counts

    def play(shoes: Shoes) -> tuple[Counts, Counts]:
        ended, found = np.zeros((len(shoes), players), np.int64), np.zeros((len(shoes), numbers), np.int64)
        _play_shoes(shoes, places, terms, tempers, ace_pot, room(players), ended, found)
        return ended, found

    def setup(shoe: Shoe) -> Setup:
        return Setup(rules, shoe, chips=dict.fromkeys(seats, chips), meters={"ace_pot": ace_pot}, button=1)

    return Simulation(
        wagers=wagers,
        outcomes=outcomes,
        tally=tally,
        outcomes_of=lambda shoes: play(shoes)[0],
        setup=setup,
        read=read,
        shoe_cards=int(places.max()) + 1,
        figures=figures,
        kept=kept,
        odds=lambda tallies: [main_odds(tallies, rules, players, setting.strategy)],
        figures_of=lambda shoes: play(shoes)[1],
        read_figures=read_figures,
        shard=shard_of(players * chips + ace_pot),
    )


def terms_of(rules: Rules, players: int) -> Terms:
    """The rules as the kernels take them."""
    percent = rules.commission
    return Terms(
        players,
        rules.main_ante,
        rules.ace_ante,
        rules.most_raised,
        percent.numerator,
        100 * percent.denominator * rules.chip_unit,
        rules.chip_unit,
        rules.match_length,
        rules.pass_is_final,
    )


def places_of(rules: Rules, players: int) -> Numbers:
    """Where in the shoe the eight cards of each seat lie, as all six positions are dealt to."""
    way = way_of_dealing(rules)
    return np.array(
        [
            [
                turn * POSITIONS * way.cards + seat * way.cards + card
                for turn in range(way.rounds)
                for card in range(way.cards)
            ]
            for seat in range(players)
        ],
        np.int64,
    )


def most_paid(rules: Rules, strategies: Sequence[str]) -> Cents:
    """More than anybody can pay in one round: both antes, and one wager more than there can be."""
    most = max(TEMPERS[strategy].most for strategy in strategies)
    return rules.main_ante + rules.ace_ante + (WAGERS + 1) * most * rules.main_ante


def shard_of(most: Cents) -> int:
    """So many rounds that squares of amounts up to this one add up to less than 2^63."""
    rounds = min(SHARD, (2**63 - 1) // most**2)
    if rounds < LEAST_SHARD:
        raise Refusal(f"pots of up to {brief(most)} are too great to simulate: choose smaller antes")
    return rounds


def read(payoffs: Sequence[Payoff]) -> list[int]:
    """The outcome of each seat, from its payoffs: the main wager's and the ace ante's."""
    main = {payoff.seat: payoff for payoff in payoffs if payoff.wager == MAIN}
    ace = {payoff.seat: payoff.net for payoff in payoffs if payoff.wager == ACE_ANTE}
    alone = sum(payoff.clause != "42.10(b)" for payoff in main.values()) == 1
    return [len(LINES) * place + _line(main[seat], ace[seat], alone) for place, seat in enumerate(sorted(main))]


def read_figures(played: Round) -> list[int]:
    """The figures of a finished round, from its moves and payoffs."""
    taken = dict.fromkeys((MAIN_POT, ACE_POT), 0)
    dealt_to = ""
    for move in played.moves:
        if isinstance(move, ChipsMoved) and move.target == INVENTORY:
            taken[move.source] += move.amount
        elif isinstance(move, CardsMoved) and move.target in HAND and ACE_OF_SPADES in move.cards:
            dealt_to = move.target
    main = sorted((payoff.seat, payoff) for payoff in played.payoffs if payoff.wager == MAIN)
    nets = [payoff.net for _, payoff in main]
    winner = max(main, key=lambda each: each[1].net)[0]
    by_line = [0] * len(LINES) * len(nets)
    for number, net in zip(read(played.payoffs), nets, strict=True):
        by_line[number] = net
    wagered = sum(payoff.stake for _, payoff in main)
    return [taken[MAIN_POT], taken[ACE_POT], wagered, *nets, int(dealt_to == HAND[winner]), *by_line]


@compiled
def _tally(
    state: State,
    rounds: int,
    deck: Shoes,
    places: Numbers,
    terms: Terms,
    tempers: Numbers,
    ace_pot: int,
    at: Room,
    ended: Numbers,
    figures: Numbers,
    counts: Counts,
) -> None:
    outcomes, used = terms.players * len(LINES), places.max() + 1
    for _ in range(rounds):
        deal(state, deck, used)
        _play(deck, places, terms, tempers, ace_pot, at, ended, figures)
        for seat in range(terms.players):
            counts[ended[seat]] += 1
        for place in range(len(figures)):
            figure = figures[place]
            counts[outcomes + 2 * place] += figure
            counts[outcomes + 2 * place + 1] += figure * figure


@compiled
def _play_shoes(
    shoes: Shoes,
    places: Numbers,
    terms: Terms,
    tempers: Numbers,
    ace_pot: int,
    at: Room,
    ended: Counts,
    figures: Counts,
) -> None:
    for row in range(len(shoes)):
        _play(shoes[row], places, terms, tempers, ace_pot, at, ended[row], figures[row])


@compiled
def _play(
    shoe: Shoes,
    places: Numbers,
    terms: Terms,
    tempers: Numbers,
    ace_pot: int,
    at: Room,
    ended: Numbers,
    figures: Numbers,
) -> None:
    """One round: the outcome of each seat, and the figures."""
    winner, remaining, out, dealt_ace, played_ace = play_round(shoe, places, terms, tempers, at)
    pot = NONE
    for seat in range(terms.players):
        pot += at.paid[seat]
    fee, both = commission(pot, terms), played_ace == winner
    figures[:] = 0
    figures[COMMISSION] = fee
    figures[ACE_COMMISSION] = commission(ace_pot + terms.players * terms.ace_ante, terms) if both else 0
    figures[WAGERED] = pot
    figures[NETS + terms.players] = dealt_ace == winner
    for seat in range(terms.players):
        net, line = -at.paid[seat], LOSES if remaining >> seat & 1 else FOLDS
        if seat == winner:
            net += pot - fee
            line = _winning_line(net, both, out, terms)
        ended[seat] = len(LINES) * seat + line
        figures[NETS + seat] = net
        figures[NETS + terms.players + 1 + ended[seat]] = net


@compiled
def _winning_line(net: int, both: bool, out: bool, terms: Terms) -> int:
    if both:
        return WINS_BOTH
    if net <= terms.ace_ante:
        return WINS_LITTLE
    return WINS_OUT if out else WINS_ALONE


def _line(main: Payoff, ace_net: Cents, alone: bool) -> int:
    """A seat's line from its payoffs: whoever wins a pot is ahead by it, since it holds what others paid."""
    if main.net <= 0:
        return FOLDS if main.clause == "42.10(b)" else LOSES
    if ace_net > 0:
        return WINS_BOTH
    if main.net + ace_net <= 0:
        return WINS_LITTLE
    return WINS_ALONE if alone else WINS_OUT


def _numbers(strategy: str) -> list[int]:
    """A temper as a row of numbers, in the order in which `kernel_round` reads them."""
    temper = TEMPERS[strategy]
    return [temper.bets, temper.raises, temper.calls, temper.calls_little, int(temper.pot_sized), temper.most]
