"""The odds of Blackjack Lucky 8: side bets counted, the main game by recursion over what is left of the shoe.

The recursion computes the main game for every number of decks and every reading of ruling B3: expectation, average
total wager, and the result of every box that is not split. The deal begins with a whole shoe, and the player has seen
no other card of it (`optimum` says which cards a play sees). The share of split boxes with each net is estimated (see
`split_shares`). Side bets are counted in integers.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from houseway.cards import DECK, Card, missing_from, name
from houseway.figures import Computed, Exact, Figure, add, multiply, scale, subtract
from houseway.games.blackjack import facts as counted
from houseway.games.blackjack.accuracy import computed
from houseway.games.blackjack.boxes import Played, play, split_line, unsplit_nets
from houseway.games.blackjack.by_total import basic_strategy, policy_of
from houseway.games.blackjack.charts import charts_of
from houseway.games.blackjack.compositions import ACE, TEN, all_hands
from houseway.games.blackjack.hands import POINTS, TWENTY_ONE, is_blackjack, total
from houseway.games.blackjack.optimum import (
    Terms,
    blackjack_chance,
    no_policy,
    solve_split,
    unsplit_worth,
)
from houseway.games.blackjack.playing import SIMPLER, played, terms_of
from houseway.games.blackjack.playing import best_play as best_known
from houseway.games.blackjack.rules import Rules, pays
from houseway.games.blackjack.side_bets import chance, insurance_counts, lucky8_counts, pair_counts
from houseway.games.blackjack.split_shares import BOXES, NETS, sample
from houseway.games.blackjack.strategy import SIMPLE, Tables
from houseway.refusal import Refusal
from houseway.returns import (
    BEST_KNOWN,
    Asked,
    BestPlay,
    Chart,
    ChoiceOdds,
    Facts,
    LineOdds,
    Position,
    RuleCost,
    WagerOdds,
    counted_lines,
    from_lines,
    strategy_of,
)

__all__ = ["METERS", "OPTIONS", "STRATEGIES", "best_play", "charts", "choices", "facts", "rules_of_thumb", "wagers"]

METERS: tuple[str, ...] = ()
STRATEGIES = SIMPLER
ALIKE = 12  # decimals to which plays bring the same that differ in nothing that matters
NOTES = (
    "the play sees all cards of the hand in their order and the dealer's first card; of a split hand also the card it "
    "was split from and whether it may be split again, not the other hands",
    f"how split boxes divide among their nets is estimated from {BOXES:,} split boxes; the expectation is not",
)
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "decks": tuple(map(str, range(1, 9))),
    "dealer_blackjack": ("obo", "obbo", "bb1"),
    "pair": ("rank", "value"),
}


def best_play(asked: Asked) -> BestPlay:
    """The name of the best play of a hand by its own cards and the dealer's first."""
    return best_known(_terms(asked))


def wagers(asked: Asked) -> list[WagerOdds]:
    """Main wager, Pair bet, Lucky 8 bet, and insurance for each unit of it when the dealer shows an ace."""
    rules: Rules = asked.rules
    decks = None if asked.infinite_deck else rules.decks
    counts = {
        "pair": pair_counts(decks, rules.pair),
        "lucky8": lucky8_counts(decks, rules.pair),
        "insurance": insurance_counts(decks),
    }
    side = []
    for wager, found in counts.items():
        side.append(from_lines(wager, None, counted_lines(found, pays(wager), asked.stake)))
    return [_main(asked), *side]


def choices(position: Position) -> list[ChoiceOdds]:
    """What stands open to a hand against the dealer's first card, with nothing else seen of the shoe."""
    up = _checked(position)
    terms = terms_of(position.rules, position.stake, position.infinite_deck)
    values = [POINTS[card] - 1 for card in position.hand]
    top = POINTS[up] - 1
    if is_blackjack(position.hand):
        paid = Exact(terms.blackjack_pays * (1 - _exact_blackjack_chance(terms, top, values)))
        if top == ACE:
            return [ChoiceOdds("even money", Exact(Fraction(1))), ChoiceOdds("decline", paid)]
        return [ChoiceOdds("stand", paid)]
    blackjack = blackjack_chance(terms.without(top, *values), top)
    worth, hand = unsplit_worth(terms, top), 0
    for value in values:
        hand = int(all_hands().after[hand, value])
    found = {"stand": worth.stand[hand] - blackjack}
    if total(position.hand) < TWENTY_ONE:
        found["hit"] = worth.hit[hand] - blackjack
        if len(values) == 2:
            found["double"] = worth.double[hand] - blackjack
    if len(values) == 2 and values[0] == values[1]:
        found["split"] = solve_split(terms, top, values[0], no_policy()).box.worth(terms.dealer_blackjack)
    listed = [ChoiceOdds(act, computed(ev)) for act, ev in found.items()]
    if len(values) == 2 and top != ACE:
        listed.append(ChoiceOdds("surrender", Exact(-terms.surrender_takes)))
    return listed


def charts(asked: Asked) -> list[Chart]:
    """Basic strategy: hard totals, soft totals, pairs, surrender."""
    terms = _terms(asked)
    return charts_of(basic_strategy(terms), terms)


def rules_of_thumb(asked: Asked) -> list[RuleCost]:
    """The cost of play that looks at totals alone, and of play by simpler rules."""
    terms = _terms(asked)
    best = computed(played(best_known(terms).name, terms).ev)
    costs = []
    for words, (tables, strategy) in _simpler(terms).items():
        ev = computed(play(terms, policy_of(tables)).ev)
        alike = abs(best.value - ev.value) <= Fraction(1, 10**ALIKE)
        costs.append(RuleCost(words, ev, Computed(Fraction(0)) if alike else subtract(best, ev), strategy))
    insured = Exact(_insurance(terms))
    words = "the best play, and insurance for half the wager against every ace"
    return [*costs, RuleCost(words, subtract(best, insured), insured)]


def facts(asked: Asked) -> list[Facts]:
    """Insurance and even money, the dealer's totals, the edge by his first card, split boxes, exceptions."""
    return counted.all_facts(asked)


def _main(asked: Asked) -> WagerOdds:
    terms = _terms(asked)
    strategy = strategy_of(asked, "blackjack", best_play(asked), STRATEGIES)
    box = played(strategy, terms)
    ev, lines = computed(box.ev), _unsplit(terms, box)
    hits: Figure = computed(box.unsplit_wins)
    square: Figure = computed(box.unsplit_square)
    split = computed(box.split_chance)
    if split.value:
        boxes = sample(strategy, terms, Fraction(box.split_ev / box.split_chance), asked.recompute)
        lines |= {split_line(net): (scale(boxes.share(net), split.value), Fraction(net)) for net in NETS}
        hits = add(hits, scale(boxes.average(lambda net: int(net > 0)), split.value))
        square = add(square, scale(boxes.average(lambda net: net**2), split.value))
    words = {line: pays("main").lines["Regular"].words() for line, (_, net) in lines.items() if net > 0}
    words["blackjack"] = pays("main").lines["Blackjack"].words()
    return WagerOdds(
        wager="main",
        table=None,
        lines=tuple(LineOdds(line, share, Exact(net), words.get(line, "")) for line, (share, net) in lines.items()),
        ev=ev,
        variance=subtract(square, multiply(ev, ev)),
        hit_frequency=hits,
        wagered=computed(box.wagered),
        strategy=strategy,
        reason=best_play(asked).reason if strategy == BEST_KNOWN else "",
        notes=NOTES if split.value else NOTES[:1],
    )


def _unsplit(terms: Terms, box: Played) -> dict[str, tuple[Figure, Fraction]]:
    """The lines of boxes that are not split, each with its chance and net."""
    nets = {line: Fraction(net) for line, net in unsplit_nets(terms).items()}
    nets["blackjack"], nets["surrendered"] = terms.blackjack_pays, -terms.surrender_takes
    return {line: (computed(chance), nets[line]) for line, chance in box.lines.items()}


def _exact_blackjack_chance(terms: Terms, up: int, values: Sequence[int]) -> Fraction:
    """The chance that the dealer's second card makes a blackjack, from the whole numbers of cards in the shoe."""
    other = {ACE: TEN, TEN: ACE}.get(up)
    shoe = terms.without(up, *values)
    return Fraction(0) if other is None else Fraction(int(shoe[other]), int(shoe.sum()))


def _terms(asked: Asked) -> Terms:
    return terms_of(asked.rules, asked.stake, asked.infinite_deck)


def _simpler(terms: Terms) -> dict[str, tuple[Tables, str | None]]:
    """Tables that are easier to remember, with their words and the strategy that plays by them."""
    basic = basic_strategy(terms)
    never_surrender = basic_strategy(terms._replace(surrender_takes=Fraction(1)))
    never_double = str.maketrans({"D": "H", "d": "S"})
    stand_stiff = {row: "S" * 10 if row >= 12 else letters for row, letters in basic.hard.items()}
    dealers = {row: ("H" if row < 17 else "S") * 10 for row in range(4, 21)}
    return {
        "as the charts show it": (basic, "basic"),
        "the same tables at every table, as the simple bot plays": (SIMPLE, "simple"),
        "basic strategy without surrender": (never_surrender, None),
        "basic strategy without doubling": (
            Tables(
                {row: letters.translate(never_double) for row, letters in basic.hard.items()},
                {row: letters.translate(never_double) for row, letters in basic.soft.items()},
                basic.pairs,
            ),
            None,
        ),
        "basic strategy without splitting": (Tables(basic.hard, basic.soft, {}), None),
        "basic strategy, but stand on every hard total from 12 up": (
            Tables(stand_stiff, basic.soft, basic.pairs),
            None,
        ),
        "play as the dealer must: hit to 16, stand on 17, nothing else": (
            Tables(dealers, {row: dealers[row] for row in range(12, 21)}, {}),
            None,
        ),
    }


def _insurance(terms: Terms) -> Fraction:
    """What insurance for half the wager costs, whatever the hand, for each wager of all boxes."""
    ev = 3 * chance(insurance_counts(terms.decks)) - 1
    return -ev / 2 / 13


def _checked(position: Position) -> Card:
    """Refuse a position that no table can have; the dealer's first card."""
    hand, up = position.hand, position.up
    if up is None:
        raise Refusal("the dealer's first card is missing: give it with --up")
    if position.dealer:
        raise Refusal("the dealer has one card when the player decides: give it with --up, without --dealer")
    if len(hand) < 2:
        raise Refusal(f"a hand has two or more cards, this one {len(hand)}")
    for card in (*hand, up):
        if card not in DECK:
            raise Refusal(f"{name(card)} is no card of this game")
    extra = None if position.infinite_deck else missing_from(DECK * position.rules.decks, (*hand, up))
    if extra is not None:
        copies = position.rules.decks
        raise Refusal(f"{name(extra)} is there more often than {copies} deck{'s have' if copies > 1 else ' has'} it")
    if total(hand) > TWENTY_ONE:
        raise Refusal(f"a hand of {total(hand)} has exceeded 21: there is nothing to decide")
    return up
