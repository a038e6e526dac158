"""The coach: what every choice is worth to the seat that decides, and to no other, from what it sees."""

import time
from fractions import Fraction
from typing import Any

import pytest

from houseway import games
from houseway.cards import read_cards
from houseway.figures import Exact, figure_json
from houseway.odds import loading
from houseway.odds.coaching import Silent, Situation, advise
from houseway.odds.counting import ChoicesOf, answer
from houseway.returns import Position
from web.running import LONG, Served, wait_until

RULES = {name: tuple(f"{k}={v}" for k, v in games.load(name).rules().written().items()) for name in games.NAMES}


def situation(game: str, ask: str, verbs: str, hand: str, dealer: str = "", **more: Any) -> Situation:
    hands = tuple(read_cards(hand)), tuple(read_cards(dealer))
    return Situation(game, RULES[game], ask, tuple(verbs.split(", ")), *hands, 500, **more)


def dealt(house: Served, game: str, wagers: dict[str, int], verb: str) -> tuple[str, str]:
    """Somebody at a table of his own, who has been asked for a decision; his token, and the table's name."""
    table = f"{game}-coach"
    supervisor = house.somebody(f"coach_{game}", "supervisor")
    clocks = {"betting": 60_000, "decision": 2 * LONG * 1000, "result": 0}  # he decides nothing while it is counted
    definition = {"name": table, "game": game, "clocks": clocks}
    asked = {"id": "t", "command": {"do": "set up table", "definition": definition, "reason": "a test"}}
    assert house.ask("POST", "/api/house/commands", supervisor, asked).status_code == 200
    command(house, table, supervisor, {"do": "open table", "inventory": 10**7, "reason": "a test"})
    token = house.guest()
    command(house, table, token, {"do": "sit", "seat": 1, "chips": 100_000})
    for _ in range(40):
        for wager, amount in wagers.items():
            command(house, table, token, {"do": "wager", "seat": 1, "wager": wager, "amount": amount})
        command(house, table, token, {"do": "ready"})
        wait_until(lambda: asks(house, table, token) or view(house, table, token)["now"]["phase"] == "betting", 30)
        if any(each["verb"] == verb for each in asks(house, table, token)):
            return token, table
        while asks(house, table, token):
            default = next(iter(view(house, table, token)["ask"]["default"].values()))
            command(house, table, token, {"do": "decide", "verb": default})
        wait_until(lambda: view(house, table, token)["now"]["phase"] == "betting", 30)
    raise AssertionError("no round came to that decision")


def command(house: Served, table: str, token: str, asked: dict[str, Any]) -> None:
    body = {"id": f"{time.monotonic_ns()}", "command": asked}
    told = house.ask("POST", f"/api/tables/{table}/commands", token, body)
    assert told.status_code == 200, told.text


def view(house: Served, table: str, token: str) -> Any:
    return house.ask("GET", f"/api/tables/{table}", token).json()


def asks(house: Served, table: str, token: str) -> list[dict[str, Any]]:
    ask = view(house, table, token)["ask"]
    return [choice for choices in (ask or {"yours": {}})["yours"].values() for choice in choices]


@pytest.mark.parametrize(
    ("game", "wagers", "verb"), [("lucky8s", {"ante": 500}, "play"), ("blackjack", {"main": 500}, "hit")]
)
def test_who_decides_is_told_what_his_choices_are_worth(
    house: Served, game: str, wagers: dict[str, int], verb: str
) -> None:
    token, table = dealt(house, game, wagers, "house way" if game == "lucky8s" else verb)
    if game == "lucky8s":
        command(house, table, token, {"do": "decide", "verb": "house way"})
    seen = view(house, table, token)
    wait_until(lambda: house.ask("GET", f"/api/tables/{table}/coach", token).status_code != 202, LONG)
    told = house.ask("GET", f"/api/tables/{table}/coach", token).json()
    assert told["why"] is None
    hand = seen["felt"]["up"].get("1/hand", []) + seen["felt"]["down"].get("1/hand", [])
    up = seen["felt"]["up"].get("dealer/hand", [None])[0]
    position = Position(rules=games.load(game).rules(), hand=tuple(hand), up=up, stake=500)
    wanted = {each.action: each.ev for each in loading.load(game).choices(position)}
    offered = {choice["verb"] for choice in asks(house, table, token)}
    assert {each["verb"] for each in told["choices"]} == offered & set(wanted)
    worth = [Fraction(each["ev"]["value"]) for each in told["choices"]]
    assert worth == sorted(worth, reverse=True)
    for each in told["choices"]:
        assert each["ev"] == figure_json(wanted[each["verb"]])
        assert abs(each["cents"] - 500 * wanted[each["verb"]].value) <= 1
    another = house.ask("GET", f"/api/tables/{table}/coach", house.guest())
    assert (another.status_code, another.json()["code"]) == (409, "refused")
    assert house.ask("GET", f"/api/tables/{table}/coach").status_code == 401


def test_nobody_has_a_coach_against_other_people(house: Served) -> None:
    told = house.ask("GET", "/api/tables/ultimate8-1/coach", house.guest())
    assert (told.status_code, told.json()["why"]) == (
        409,
        "there is no coach where players play against each other: play another game to have one",
    )


def test_nobody_has_a_coach_while_another_person_is_at_the_table(house: Served) -> None:
    """A bot is none: the coach speaks beside it, is silent as soon as somebody comes, and speaks when he has gone."""
    token, table = dealt(house, "lunar", {"ante": 500}, "fold")
    command(house, table, token, {"do": "add bot", "seat": 2})
    wait_until(lambda: house.ask("GET", f"/api/tables/{table}/coach", token).status_code == 200, LONG)
    other = house.guest()
    command(house, table, other, {"do": "sit", "seat": 3, "chips": 100_000})
    told = house.ask("GET", f"/api/tables/{table}/coach", token)
    assert (told.status_code, told.json()["why"]) == (
        409,
        "there is no coach while other people are at the table: play alone or with bots to have one",
    )
    command(house, table, other, {"do": "leave"})
    assert house.ask("GET", f"/api/tables/{table}/coach", token).status_code == 200


def test_setting_house_way_is_worth_the_better_call() -> None:
    play, fold = advise(situation("lucky8s", "call", "play, fold", "8c 8d 4c 4d 2c 6c 7c Ac"))
    (way,) = advise(situation("lucky8s", "set", "set, house way", "8c 8d 4c 4d 2c 6c 7c Ac"))
    assert (play.verb, fold.verb, fold.ev) == ("play", "fold", Exact(Fraction(-1)))
    assert (way.verb, way.ev) == ("house way", play.ev)


def test_insurance_is_counted_from_the_cards_in_sight() -> None:
    """Eight decks: 128 tens, 416 cards; three are seen, one of them a ten."""
    decline, insure = advise(situation("blackjack", "insurance", "decline, insure", "Ts 6d", "Ah"))
    assert (decline.verb, insure.verb) == ("decline", "insure")
    assert insure.ev == Exact((3 * Fraction(127, 413) - 1) / 2)


def test_exchanges_name_their_cards() -> None:
    told = answer(ChoicesOf(situation("lunar", "elect", "buy, exchange, bet, fold", "9c 9d 5h 3s 2c", "7d")))
    assert len(told.choices) == 29
    exchanges = [each for each in told.choices if each.verb == "exchange"]
    assert len(exchanges) == 26
    assert all(2 <= len(each.cards) <= 5 for each in exchanges)
    assert {each.verb for each in told.choices} == {"buy", "exchange", "bet", "fold"}


def test_forcing_the_dealer_is_held_against_taking_the_ante() -> None:
    told = advise(situation("lunar", "force", "force, decline", "9c Td Jh Qs Kc", "Ah 9s 8d 4c 2h"))
    assert {each.verb for each in told} == {"force", "decline"}
    assert next(each.ev for each in told if each.verb == "decline") == Exact(Fraction(1))


def test_six_cards_are_bet_or_folded() -> None:
    told = advise(situation("lunar", "bet or fold", "bet, fold", "9c 9d 9h 3s 2c Kd", "7d"))
    assert [each.verb for each in told] == ["bet", "fold"]
    assert told[1].ev == Exact(Fraction(-1))


@pytest.mark.parametrize(
    "silent",
    [
        situation("lunar", "bet or fold", "bet, fold", "9c 9d 9h 3s 2c", "7d"),
        situation("lunar", "declare", "declare, pass", "9c 9d 9h 3s 2c", "7d"),
        situation("blackjack", "hand 2", "hit, stand", "8c 9d", "7d", split=True),
        situation("ultimate8", "bet", "check, bet", "8c 9d"),
    ],
)
def test_where_nothing_is_counted_the_coach_is_silent(silent: Situation) -> None:
    with pytest.raises(Silent):
        advise(silent)
    assert answer(ChoicesOf(silent)).why
