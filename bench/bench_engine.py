"""Rounds a second of the engine, each game with bots, beside PokerKit's six-handed no-limit hand played to showdown.

Rates are of processor time on one core, medians of interleaved repeats in one run; read the ratios, since the rates
move with whatever else the machine does.
"""

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from pokerkit import Automation, Mode, NoLimitTexasHoldem

from houseway import games
from houseway.asks import Who
from houseway.procedure import Game, Round, Setup, Strategy, play_out
from houseway.shoe import Shoe
from houseway.table import Placed

REPEATS = 7
SECONDS = 0.4  # of one measurement
WANTED = {"ultimate8": 10, "lucky8s": 20}
SEATS = 6


def main() -> None:
    runs: dict[str, Callable[[], object]] = {"pokerkit": pokerkit_hand}
    runs |= {name: engine_round(games.load(name)) for name in games.NAMES}
    for run in runs.values():
        for _ in range(30):
            run()
    counts = {name: max(1, round(SECONDS / timed(run, 5) * 5)) for name, run in runs.items()}
    seconds = [{name: timed(run, counts[name]) for name, run in runs.items()} for _ in range(REPEATS)]
    rates = {name: counts[name] / median(repeat[name] for repeat in seconds) for name in runs}
    print(f"{'game':<10} {'rounds/s':>9} {'x PokerKit':>11} {'wanted':>7}")
    for name, rate in rates.items():
        wanted = f"{WANTED[name]}x" if name in WANTED else ""
        print(f"{name:<10} {rate:>9.0f} {rate / rates['pokerkit']:>10.1f}x {wanted:>7}")


def engine_round(game: Game) -> Callable[[], Round]:
    """A full table with bots, every wager that the game offers, and a new shuffle each time."""
    rules = game.rules()
    deck, chance = list(game.deck(rules)), Random(8)
    seats = range(1, min(SEATS, game.positions(rules)) + 1)
    chips = dict.fromkeys(seats, 1_000_000)
    wagers = tuple(
        Placed(seat, offer.wager, min(max(offer.low, 1000), offer.high))
        for seat in seats
        for offer in game.offers(rules)
    )
    bots: dict[Who, Strategy] = dict.fromkeys(seats, game.strategies["simple"])

    def run() -> Round:
        chance.shuffle(deck)
        return play_out(Round(game, Setup(rules, Shoe(deck), wagers, chips)), bots)

    return run


def pokerkit_hand() -> object:
    """Six players check or call a no-limit hold'em hand to its showdown."""
    state = NoLimitTexasHoldem.create_state(
        tuple(Automation),
        True,
        0,
        (1, 2),
        2,
        (200,) * SEATS,
        SEATS,
        mode=Mode.CASH_GAME,
    )
    while state.status:
        state.check_or_call()
    return state


def timed(run: Callable[[], object], count: int) -> float:
    start = process_time()
    for _ in range(count):
        run()
    return process_time() - start


if __name__ == "__main__":
    main()
