"""Any round that is over is looked at by its number, by everybody: of hands that stay private one sees one's own."""

import asyncio
from random import Random

import pytest

from houseway import games
from houseway.cards import UNKNOWN
from houseway.client import Client, play
from houseway.house import history, sealing
from houseway.house.commands import Role
from houseway.house.finished import Finished, known_to
from web.running import Served

STAFF: tuple[Role, ...] = ("floorperson", "supervisor", "auditor", "administrator")


def over(house: Served, token: str, game: str) -> Finished:
    """A round that somebody has played against a bot."""

    async def evening() -> None:
        async with Client(house.url, token) as client:
            table = await client.watch(f"{game}-1")
            taken = {person.seat for person in table.now.people}
            free = [seat for seat in range(1, table.view.sign.positions + 1) if seat not in taken]
            await table.sit(free[0], 500_00)
            await table.add_bot(free[1])
            await play(table, Random(3), 1)

    asyncio.run(evening())
    (mine,) = house.ask("GET", "/api/me/rounds", token).json()
    return history.find_round(house.house.store, f"{game}-1", mine["number"])


@pytest.mark.parametrize("game", games.NAMES)
def test_everybody_may_look_at_any_round_that_is_over(house: Served, game: str) -> None:
    mine = house.guest()
    finished = over(house, mine, game)
    others = [house.guest(), *(house.somebody(f"{role[:5]}_{game}", role) for role in STAFF)]
    path = f"/api/tables/{game}-1/rounds/{finished.number}"
    for token in (mine, *others):
        replay, file = house.ask("GET", path, token), house.ask("GET", f"{path}/file", token)
        assert (replay.status_code, file.status_code) == (200, 200)
        name = house.ask("GET", "/api/me", token).json()["name"]
        known = known_to(finished, name)
        shown = {card for step in replay.json()["steps"] for move in step["moves"] for card in move.get("cards", ())}
        if known is None:
            assert finished.seed in file.text or game == "blackjack"  # a shoe that is dealt on keeps its seed
            continue
        assert shown - {UNKNOWN} <= known < set(finished.shoe)
        hashes, places = sealing.read(file.text)
        assert {place.card for place in places} == known
        assert sealing.verify(hashes, places) == []
        assert finished.seed not in file.text + replay.text
        assert known == set(finished.known[0]).union(
            *(finished.known[seat] for seat, who in finished.deciders.items() if who == name)
        )


def test_who_sits_there_but_was_not_dealt_in_sees_what_everybody_saw(house: Served) -> None:
    finished = over(house, house.guest(), "ultimate8")
    later, stranger = house.guest(), house.guest()
    taken = {person["seat"] for person in house.ask("GET", "/api/tables/ultimate8-1", later).json()["now"]["people"]}
    seat = next(seat for seat in range(1, 7) if seat not in taken)
    sits = {"id": "later-sits", "command": {"do": "sit", "seat": seat, "chips": 500_00}}
    assert house.ask("POST", "/api/tables/ultimate8-1/commands", later, sits).status_code == 200
    for page in ("", "/file"):
        path = f"/api/tables/ultimate8-1/rounds/{finished.number}{page}"
        answers = [house.ask("GET", path, token) for token in (later, stranger)]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].content == answers[1].content


def test_a_program_that_plays_is_shown_as_one_afterwards_too(house: Served) -> None:
    token = house.guest(bot=True)
    finished = over(house, token, "packs")
    replay = house.ask("GET", f"/api/tables/packs-1/rounds/{finished.number}", house.guest()).json()
    name = house.ask("GET", "/api/me", token).json()["name"]
    assert {person["name"]: person["bot"] for person in replay["people"]}[name]


def test_who_is_nobody_is_asked_to_log_in(house: Served) -> None:
    assert house.ask("GET", "/api/tables/ultimate8-1/rounds/1").status_code == 401
