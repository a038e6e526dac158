"""Rounds for tests of all games: presets, random wagers, random legal acts, all from chance that is passed in."""

from random import Random

from houseway import games
from houseway.asks import Act, Ask, Choice, Choices, Who
from houseway.games.lucky8s.hands import house_way
from houseway.money import Cents
from houseway.procedure import Game, Offer, Round, Setup
from houseway.shoe import Shoe
from houseway.table import Placed

PRESETS: dict[str, tuple[str, ...]] = {
    "lucky8s": ("", "bonus_table=5 dealing=groups_of_eight", "set_hands=house_way folded_bonus=lost several_spots=yes"),
    "ultimate8": ("", "limit=no_limit table_max=5000", "match_length=yes ace_ante=1 main_ante=2", "pass_is_final=yes"),
    "blackjack": ("", "decks=1 dealer_blackjack=obbo", "decks=2 dealer_blackjack=bb1 pair=value min=5"),
    "lunar": ("", "second_hand=six_only straight_flush_progressive=amount", "fixed_prizes=inventory declare=player"),
    "packs": ("", "no_pair_higher=push five_card_progressive=B seven_card_progressive=A", "seven_card=L five_card=E"),
}
CASES = [(name, preset) for name in games.NAMES for preset in PRESETS[name]]


def random_round(name: str, preset: str, chance: Random, pauses: bool = False) -> Round:
    """A round with random seats, chips, wagers and shoe, before its first decision."""
    game = games.load(name)
    rules = game.rules.read(preset.split())
    return Round(game, random_setup(game, rules, chance, pauses))


def random_setup(game: Game, rules: object, chance: Random, pauses: bool = False) -> Setup:
    deck = list(game.deck(rules))
    chance.shuffle(deck)
    positions = range(1, game.positions(rules) + 1)
    least = 1 if game.wagers else 2
    seats = sorted(chance.sample(positions, chance.randint(least, len(positions))))
    chips = {seat: chance.choice((40, 100, 1000, 10_000)) * 100 for seat in seats}
    wagers = [placed for seat in seats for placed in random_wagers(game.offers(rules), seat, chips[seat] // 4, chance)]
    return Setup(rules, Shoe(deck), tuple(wagers), chips, pauses=pauses)  # type: ignore[arg-type]


def random_wagers(offers: tuple[Offer, ...], seat: int, most: Cents, chance: Random) -> list[Placed]:
    """Wagers that together a seat can well afford: those the game needs and some of the others."""
    wagers: list[Placed] = []
    for offer in offers:
        if offer.required or chance.random() < 0.5 or (offer is offers[-1] and not wagers):
            high = max(offer.low, min(offer.high, most // len(offers)))
            units = chance.randint(0, (high - offer.low) // offer.unit)
            wagers.append(Placed(seat, offer.wager, offer.low + units * offer.unit))
    return wagers


def random_act(choices: Choices, chance: Random) -> Act:
    """Any legal act."""
    choice = chance.choice(choices.options)
    if getattr(choice, "takes_groups", False):
        groups = house_way(choice.hand).groups
        return Act(choice.verb, groups=tuple(chance.sample(groups, chance.randint(0, len(groups)))))
    return random_act_of(choice, chance)


def random_act_of(choice: Choice, chance: Random) -> Act:
    if choice.low is not None and choice.high is not None:
        steps = (choice.high - choice.low) // choice.unit
        amount = choice.high if chance.random() < 0.2 else choice.low + chance.randint(0, steps) * choice.unit
        return Act(choice.verb, amount)
    if choice.plays is not None:
        return Act(choice.verb, cards=chance.choice(choice.plays))
    if choice.most:
        number = chance.randint(choice.least, choice.most)
        return Act(choice.verb, cards=tuple(chance.sample(choice.hand, number)))
    return Act(choice.verb)


def play_randomly(playing: Round, chance: Random, asks: int = 10_000) -> Round:
    """Play with random legal acts to the end, or until so many asks were answered."""
    while playing.ask is not None and asks > 0:
        asks -= 1
        ask: Ask = playing.ask
        if not ask.choices:
            playing.go_on()
            continue
        for who in playing.waiting():
            playing.answer(who, random_act(ask.choices[who], chance))
    return playing


def again(playing: Round) -> Round:
    """The same round run again with its recorded answers."""
    rerun = Round(playing.game, playing.setup)
    for who, act in playing.answers:
        if isinstance(act, Act):
            assert who is not None
            rerun.answer(who, act)
    return rerun


def everybody(playing: Round) -> list[Who]:
    return [*playing.table.seats]
