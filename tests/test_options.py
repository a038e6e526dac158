"""A value that an option does not have is refused with the clause or ruling that lists those it has."""

from typing import Literal, get_origin, get_type_hints

import pytest

from houseway import games
from houseway.games import NAMES
from houseway.refusal import Refusal
from houseway.rulebook import register, rulings


def listed(game: str) -> list[str]:
    """The options of a game whose values are a list."""
    kinds = get_type_hints(games.load(game).rules)
    return [option for option, kind in kinds.items() if kind is bool or get_origin(kind) is Literal]


OPTIONS = [(game, option) for game in NAMES for option in listed(game)]


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_it_is_refused_with_a_clause_of_the_game_or_a_ruling(game: str, option: str) -> None:
    with pytest.raises(Refusal) as refused:
        games.load(game).rules.read([f"{option}=pot"])
    assert refused.value.message.startswith(f"{option} is ")
    assert refused.value.message.endswith(", not 'pot'")
    assert refused.value.clause in {*register(game), *rulings()}


@pytest.mark.parametrize(
    ("game", "option", "clause"),
    [("ultimate8", "limit", "42.6(c)"), ("packs", "dealing", "43.4(b)"), ("blackjack", "dealer_blackjack", "B3")],
)
def test_it_is_the_one_that_speaks_of_the_option(game: str, option: str, clause: str) -> None:
    with pytest.raises(Refusal) as refused:
        games.load(game).rules.read([f"{option}=x"])
    assert refused.value.clause == clause


@pytest.mark.parametrize("game", NAMES)
def test_the_clauses_are_of_options_and_are_none_themselves(game: str) -> None:
    rules = games.load(game).rules
    assert set(rules.clauses) == set(listed(game))
    assert "clauses" not in rules().written()
