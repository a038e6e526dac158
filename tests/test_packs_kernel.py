"""Pack's Poker simulated: the kernel against the procedure on the same shoes, and both against the exact odds."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
import pytest

from houseway.cards import Card, read_cards
from houseway.chance import stream
from houseway.figures import Estimated
from houseway.games.packs import GAME, odds, pack_bet, three_packs
from houseway.games.packs.kernel import STRATEGIES, order, prepare
from houseway.games.packs.rules import Rules
from houseway.odds.simulation import figures, play_shard, prepared, simulated, task, through_procedure
from houseway.procedure import Round, play_out
from houseway.refusal import Refusal
from houseway.returns import Asked, WagerOdds
from houseway.shoe import Shoe
from houseway.tallies import Setting, Simulation

PROGRESSIVE = {"five_card_progressive": "A", "seven_card_progressive": "E"}


def ready(
    rules: Mapping[str, object] = {}, stake: int = 100, strategy: str = "optimal", meters: Mapping[str, int] = {}
) -> Simulation:
    return prepare(Setting(rules=Rules(**rules), strategy=strategy, stake=stake, meters=meters))  # type: ignore[arg-type]


def settled(simulation: Simulation, shoe: Sequence[Card], strategy: str = "optimal") -> list[int]:
    """The outcomes of a shoe through the real procedure."""
    playing = Round(GAME, simulation.setup(Shoe(tuple(shoe))))
    play_out(playing, dict.fromkeys(playing.table.seats, GAME.strategies[strategy]))
    return list(simulation.read(playing.payoffs))


# The same shoes.


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"no_pair_higher": "push", "deal_players": "five_consecutive", "deal_packs": "one_at_a_time"},
        {"five_card": None, "seven_card": "L", "dealing": "automated_shoe"},
        {"seven_card": None, "five_card": "E", "dealing": "hand", "deal_packs": "one_at_a_time"},
        {**PROGRESSIVE, "multiples": "to", "seven_card_top": "any"},
        {"five_card_progressive": "E", "bonus_needs_pack": True},
    ],
    ids=str,
)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_kernel_and_procedure_end_every_wager_alike(rules: dict[str, object], strategy: str) -> None:
    simulation = ready(rules, 500, strategy)
    chance = np.random.default_rng([2, 71])
    shoes = np.array([chance.permutation(52) for _ in range(250)], np.uint8)
    found = simulation.outcomes_of(shoes)
    assert found.shape == (250, 3 * len(simulation.wagers))
    for shoe, ended in zip(shoes.tolist(), found.tolist(), strict=True):
        assert settled(simulation, shoe, strategy) == ended


RIGGED = {
    "a royal in diamonds": "Ad Kd Qd Jd Td / 9c 9s 4h 3s 2c / 9h 5c / 8h Kh / Ah As",
    "a royal in spades": "As Ks Qs Js Ts / 9c 9d 4h 3h 2c / 9h 5c / 8h Kh / Ah Ad",
    "seven to the ace, then none": "As Ks Qs Js Ts / 9c 9d 4h 3h 2c / 9s 8s / 8h Kh / Ah Ad",
    "six to the ace with the last pack": "As Ks Qs Js 2d / 9c 9d 4h 3h 2c / 8h Kh / Ah Ad / Ts 9s",
    "six to the ace in diamonds": "Ad Kd Qd Jd Td / 9c 9s 4h 3s 2c / 9d 5c / 8h Kh / Ah As",
    "sevens in a row with two packs": "5h 6h 7h 8h 9h / 2c 3d Kc Qd As / 3h 4h / Th Jh / 2d Kd",
    "a seven, then six to the ace": "9h Th Jh Qh Kh / 2c 3d Kc Qd As / 7h 8h / Ah 4c / 2d Kd",
    "six to the ace, then a seven": "9h Th Jh Qh Kh / 2c 3d Kc Qd As / Ah 4c / 7h 8h / 2d Kd",
    "the ace below": "Ah 2h 3h 4h 5h / 2c 3d Kc Qd As / 6h 7h / Kh Qh / 2d Kd",
    "a flush and a full house": "2h 2d 2c 9h 8h / Ac Ad 4c 4d 5s / 9d 9c / 3h Kh / 2s Qs",
    "a straight with three of a kind": "5h 6d 7c 8h 8d / Ac Ad 4c 4d 5s / 9d 8c / 8s 9c / 5c 5d",
    "a tie on the same straight": "Ac Kd 2c 2d 3h / Ad Kc 3c 3d 4h / Qh Jh / Ts 9s / 5c 5d",
    "higher without a pair": "Ac Kd 9c 8d 2h / Qc Jd 7c 6d 3h / 4s 5s / Th Qs / 9s 8s",
    "a tie without a pair": "Ac Kd Qc 8d 2h / Ad Kc Qd 7c 3h / Js 9s / 4c 5c / 7s 8s",
}


@pytest.mark.parametrize("words", RIGGED)
@pytest.mark.parametrize(
    ("stake", "meters", "rules"),
    [
        (100, {}, {"no_pair_higher": "push"}),
        (2_500, {}, {"seven_card": "C", "seven_card_top": "any", "five_card": "C"}),
        (100, {"five_card": 12_345_678, "seven_card": 98_765_432}, {**PROGRESSIVE, "seven_card_top": "any"}),
        (100, {"five_card": 60_000, "seven_card": 600_000}, {**PROGRESSIVE, "tenth_below_reset": "topped_up"}),
        (100, {"five_card": 700_000}, {**PROGRESSIVE, "seven_card_top": "any", "multiples": "to"}),
        (2_500, {}, {**PROGRESSIVE, "five_card_rate": Fraction(5), "seven_card_top": "any"}),
    ],
)
def test_what_hardly_ever_happens_ends_alike(
    words: str, stake: int, meters: dict[str, int], rules: dict[str, object]
) -> None:
    simulation = ready(rules, stake, meters=meters)
    shoe = laid(RIGGED[words], Rules(**rules))  # type: ignore[arg-type]
    assert settled(simulation, shoe) == simulation.outcomes_of(np.array([shoe], np.uint8)).tolist()[0]


def test_a_jackpot_leaves_the_next_pack_the_reset_amount() -> None:
    simulation = ready({"five_card_progressive": "A", "seven_card": None}, meters={"five_card": 900_000})
    shoe = laid(RIGGED["a royal in diamonds"], Rules())
    ended = [simulation.outcomes[number] for number in settled(simulation, shoe)[3:]]
    assert [(outcome.wager, outcome.net) for outcome in ended] == [
        ("five_card_progressive", Fraction(8_999)),
        ("five_card_2", Fraction(4_999)),
        ("five_card_3", Fraction(4_999)),
    ]
    assert {outcome.line for outcome in ended} == {"Diamond Royal Flush"}


def laid(text: str, rules: Rules) -> list[Card]:
    """The shoe that deals these cards: the player's, the dealer's, and those of each pack; the others behind them."""
    dealt = read_cards(text.replace("/", " "))
    shoe = [0] * len(dealt)
    for card, place in zip(dealt, order(rules), strict=True):
        shoe[place] = card
    return shoe + [card for card in range(52) if card not in dealt]


# The exact odds.


@pytest.mark.parametrize(
    "rules",
    [{}, {"no_pair_higher": "push", **PROGRESSIVE}, {"five_card": "E", "seven_card": "W", "seven_card_top": "any"}],
    ids=str,
)
def test_simulation_confirms_the_exact_odds(rules: dict[str, object]) -> None:
    setting = Setting(rules=Rules(**rules), strategy="optimal")  # type: ignore[arg-type]
    work = task("packs", setting, "the exact odds of packs")
    tallies = play_shard(work, 0, 1 << 21)
    exact = odds.wagers(Asked(rules=setting.rules))
    played = simulated(work, tallies)
    assert [wager.wager for wager in played] == [wager.wager for wager in exact]
    for wanted, found in zip(exact, played, strict=True):
        confirm(wanted, found)


def test_the_procedure_confirms_the_exact_odds() -> None:
    setting = Setting(rules=Rules(), strategy="simple")
    work = task("packs", setting, "the exact odds of packs")
    tallies = through_procedure(work, 1500)
    for wanted, found in zip(odds.wagers(Asked(rules=setting.rules)), simulated(work, tallies), strict=True):
        confirm(wanted, found)


def confirm(wanted: WagerOdds, found: WagerOdds) -> None:
    """Every line as often as it should be, within four standard errors."""
    assert isinstance(found.ev, Estimated)
    rounds = found.ev.n
    assert [line.line for line in found.lines] == [line.line for line in wanted.lines]
    assert (found.ev.value - wanted.ev.value) ** 2 < 16 * wanted.variance.value / rounds
    for exactly, line in zip(wanted.lines, found.lines, strict=True):
        assert line.net == exactly.net
        assert line.pays == exactly.pays
        expected = rounds * exactly.probability.value
        if expected > 20:
            assert ((line.combinations or 0) - expected) ** 2 < 16 * expected


def test_the_sum_of_three_bets_is_a_figure_of_the_round() -> None:
    stake = 10**9  # so great that squares of cents need more than 64 bits
    setting = Setting(rules=Rules(), strategy="optimal", stake=stake)
    work = task("packs", setting, "three bets")
    tallies = play_shard(work, 3, 1 << 19)
    counts = [
        count for outcome, count in zip(prepared(work).outcomes, tallies.counts, strict=True) if "pack" in outcome.wager
    ]
    ends = np.array(counts, object).reshape(3, 5)
    assert tallies.sums[0] == stake * int(sum(ends[:, 0]) - sum(sum(ends[:, 2:])))
    mean = figures(work, tallies)["three Pack's bets"]
    exact = odds.wagers(Asked(rules=setting.rules))[0]
    assert isinstance(mean, Estimated)
    assert mean.value == Fraction(tallies.sums[0], tallies.rounds)
    # What the stored rounds say of two bets together, within four standard errors: a square is nine at the most.
    two = three_packs.together(three_packs.recalled(), pack_bet.nets(Rules()), exact.ev.value)
    expected = 3 * exact.variance.value + 6 * two.covariance
    variance = mean.stderr**2 * (tallies.rounds - 1)
    assert abs(variance / stake**2 - expected) ** 2 < 16 * Fraction(9**2, tallies.rounds)


def test_every_round_is_counted_and_the_same_stream_gives_the_same() -> None:
    simulation = ready()
    for rounds in (1, 511, 512, 1300):
        counts = simulation.tally(stream("counted", 1), rounds)
        again = simulation.tally(stream("counted", 1), rounds)
        assert list(counts) == list(again)
        assert sum(counts[:-2]) == 9 * rounds


# What is refused.


@pytest.mark.parametrize(
    ("stake", "meters", "rules", "words"),
    [
        (50, {}, {}, "pack_1 is a whole multiple of 1, not 0.50"),
        (100, {}, {"pack_min": 500}, "pack_1 is from 5 to"),
        (100, {"five_card": 100_000}, {}, "this table has no meter 'five_card'; it has: none"),
        (100, {"seven_card": 14}, PROGRESSIVE, "these wagers alone bring the meter seven_card to 0.15"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(
    stake: int, meters: dict[str, int], rules: dict[str, object], words: str
) -> None:
    with pytest.raises(Refusal) as refused:
        ready(rules, stake, meters=meters)
    assert str(refused.value).startswith(words)
