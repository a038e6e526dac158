"""One name has one number in `odds`, `strategy`, `ev`, JSON and a sheet's parts; nothing beats the optimal play."""

from random import Random

import pytest

from houseway import games
from houseway.games.ultimate8 import contests, played_tables
from houseway.odds import loading
from one_number import SettingOfOdds, check_setting, draw_setting

RANDOM = 200
IN_EVERY_RUN = {"blackjack": 1, "lucky8s": 3, "lunar": 1, "packs": 3, "ultimate8": 2}  # ten; the dear ones once
LIMITED = 10  # of so many random tables one may have a payout limit

GAMES = sorted(games.NAMES)
EVERY = [(game, number) for game in GAMES for number in range(RANDOM // len(GAMES))]
FIRST = [(game, number) for game, number in EVERY if number < IN_EVERY_RUN[game]]
TABLES = [SettingOfOdds(game) for game in GAMES] + [
    SettingOfOdds(game, (f"{option}={value}",))
    for game in GAMES
    for option, values in loading.load(game).OPTIONS.items()
    for value in values
]


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that are played anew: one name has one number however few rounds were played."""
    monkeypatch.setattr(played_tables, "ANEW", 1 << 11)
    monkeypatch.setattr(contests, "ANEW", 1 << 9)
    played_tables._played_anew.cache_clear()
    contests._fought_anew.cache_clear()


@pytest.mark.usefixtures("few_rounds")
@pytest.mark.parametrize(("game", "number"), FIRST)
def test_one_name_has_one_number_at_a_random_table(game: str, number: int) -> None:
    chance = Random(f"{game} {number}")
    check_setting(draw_setting(chance, game, limits=False), chance)


@pytest.mark.long
@pytest.mark.usefixtures("few_rounds")
@pytest.mark.parametrize(("game", "number"), [each for each in EVERY if each not in FIRST])
def test_one_name_has_one_number_at_many_random_tables(game: str, number: int) -> None:
    chance = Random(f"{game} {number}")
    check_setting(draw_setting(chance, game, limits=number % LIMITED == 0), chance)


@pytest.mark.long
@pytest.mark.usefixtures("few_rounds")
@pytest.mark.parametrize("setting", TABLES, ids=lambda setting: " ".join((setting.game, *setting.rules)))
def test_one_name_has_one_number_at_the_usual_table_and_with_every_option(setting: SettingOfOdds) -> None:
    check_setting(setting, Random(f"{setting}"))
