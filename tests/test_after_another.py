"""What the floor enters for a deal cannot happen any more after something else that it entered: it is refused."""

import pytest

from houseway import games
from houseway.asks import Act
from houseway.games import NAMES
from houseway.irregularity import Kind, read_floor
from houseway.procedure import Round
from houseway.round_lines import RoundFileRefusal
from houseway.rounds import RoundFile

BEGINNING = {
    "lucky8s": "seat 1 wagers ante 10",
    "ultimate8": "rules shuffler=counting\nseat 1 chips 500\nseat 2 chips 500",
    "blackjack": "seat 1 wagers main 10",
    "lunar": "rules dealing=automated_shoe shuffler=counting\nseat 1 wagers ante 10",
    "packs": "rules dealing=automated_shoe counting_shuffler=yes five_card_progressive=B\n"
    "seat 1 wagers pack_1 10, five_card_1 5",
}
NAMED = {"pack": "2", "unaccepted": "five_card_1"}


def words(kind: Kind, number: int = 3) -> str:
    return kind.words.format(seat=1, number=number, name=NAMED.get(kind.kind))


def foreseen(game: str) -> list[Kind]:
    return [kind for kind in games.load(game).irregularities if kind.dealing]


ENDED = [
    (game, first, second)
    for game in NAMES
    for first in foreseen(game)
    for second in foreseen(game)
    if second.kind in first.ends
    and (first.kind != second.kind or ("{seat}" in first.words) == ("{seat}" in second.words))
]


# Where what is refused would decide in the place of what was first.
UNDONE = {
    ("ultimate8", "miscount", "exposed"),
    ("ultimate8", "no_shuffler", "shuffler count"),
    ("lunar", "no_shuffler", "device count"),
    ("lunar", "shoe jam", "no_shoe"),
    ("packs", "shoe_jam", "no_shoe"),
}


def text(game: str, *said: str) -> str:
    return "\n".join([f"game {game}", BEGINNING[game], *(f"floor {each}" for each in said)]) + "\n"


@pytest.mark.parametrize(
    ("game", "first", "second"), ENDED, ids=lambda each: each if isinstance(each, str) else each.kind
)
def test_it_is_refused_in_one_line_with_the_clause_of_what_was_before(game: str, first: Kind, second: Kind) -> None:
    RoundFile(text(game, words(first)))
    RoundFile(text(game, words(second)))
    with pytest.raises(RoundFileRefusal) as refused:
        RoundFile(text(game, words(first), words(second)))
    told = f"after '{words(first)}' there is no '{words(second)}' any more: leave one of them out"
    assert (refused.value.message, refused.value.clause) == (told, first.clause)
    assert refused.value.line == text(game).count("\n") + 2


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [(game, first, second) for game, first, second in ENDED if (game, first.kind, second.kind) not in UNDONE],
    ids=lambda each: each if isinstance(each, str) else each.kind,
)
def test_it_would_change_nothing(game: str, first: Kind, second: Kind) -> None:
    """Nothing is refused that could happen: a round that foresees both is the round that foresees the first."""
    assert outcome(game, first) == outcome(game, first, second)


def outcome(game: str, *kinds: Kind) -> list[tuple[str, int, str]]:
    loaded = games.load(game)
    setup = RoundFile(text(game)).setup()
    dealing = tuple(read_floor(words(kind), loaded.irregularities)[1] for kind in kinds)
    played = Round(loaded, type(setup)(setup.rules, setup.shoe, setup.wagers, setup.chips, dealing=dealing))
    while played.ask is not None:
        who = played.waiting()[0]
        buys = game == "lunar" and played.ask.choices[who].choice("buy") is not None
        played.answer(who, Act("buy") if buys else played.ask.choices[who].default)
    return [(payoff.wager, payoff.net, payoff.clause) for payoff in played.payoffs]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("packs", ["shuffler counts 51 cards", "shuffler jams", "removes the shuffler"]),  # and only then it is removed
        ("packs", ["deals 6 cards to seat 1", "deals 4 cards to the dealer", "deals 3 cards to pack 1"]),
        ("packs", ["shuffler jams", "shuffler jams"]),
        ("lunar", ["shuffler counts 52 cards", "deals 4 cards to the dealer", "deals 3 new cards to seat 1"]),
        ("lunar", ["deals 4 cards to seat 1", "deals 3 new cards to seat 2"]),
        ("lunar", ["shuffler jams", "shuffler counts 52 cards", "removes the shuffler", "removes the automated shoe"]),
        ("ultimate8", ["shuffler jams", "shuffler counts 52 cards", "removes the shuffler", "deals 9 cards to seat 1"]),
        ("lucky8s", ["shuffler jams", "removes the shuffler", "deals 9 cards to seat 1"]),
        ("lucky8s", ["finds card 3 face up", "finds card 4 face up"]),
        ("ultimate8", ["exposes a card dealt to seat 1", "exposes a card dealt to seat 2"]),
    ],
)
def test_what_can_happen_in_one_deal_is_not(game: str, said: list[str]) -> None:
    RoundFile(text(game, *said))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("lunar", ["shuffler counts 52 cards", "shuffler counts 51 cards"]),
        ("lunar", ["shuffler counts 52 cards", "shuffler jams", "shuffler counts 51 cards"]),
        ("ultimate8", ["shuffler counts 52 cards", "shuffler counts 51 cards"]),
        ("packs", ["shuffler counts 52 cards", "shuffler counts 51 cards"]),
    ],
)
def test_what_is_counted_once_is_not_counted_again_whatever_it_was(game: str, said: list[str]) -> None:
    with pytest.raises(
        RoundFileRefusal, match="after 'shuffler counts 52 cards' there is no 'shuffler counts 51 cards'"
    ):
        RoundFile(text(game, *said))


def test_there_are_such_in_each_game_in_which_something_is_foreseen() -> None:
    assert {game for game, _, _ in ENDED} == {game for game in NAMES if foreseen(game)} == set(NAMES) - {"blackjack"}


def test_what_a_kind_ends_is_a_kind_that_strikes_in_the_deal() -> None:
    for game in NAMES:
        kinds = games.load(game).irregularities
        for kind in kinds:
            assert set(kind.ends) <= {each.kind for each in foreseen(game)}, kind
            assert kind.dealing or not kind.ends
