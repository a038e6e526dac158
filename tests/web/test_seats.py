"""Six seats for one network: through a trusted proxy, at once, after a restart; and the exceptions."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from houseway.web.limits import UNLIMITED, Limits
from web.running import Served, served

SIX = msgspec.structs.replace(UNLIMITED, seats_of_network=6)
HOME, AWAY = "192.0.2.1", "198.51.100.7"
MOST = "your network has 6 seats in this house, which is the most: leave one first"
SEATS = [(f"{game}-1", seat) for game in ("lunar", "blackjack", "packs") for seat in (1, 2, 3, 4, 5)]


def ask(house: Served, path: str, body: Any, network: str | None = HOME, token: str | None = None) -> httpx.Response:
    """Send a request for a client of a network, through a trusted proxy on the machine; or from the machine itself."""
    headers = {"x-forwarded-for": network} if network is not None else {}
    with house.client(token, **headers) as client:
        return client.post(path, json=body)


def come(house: Served, network: str | None = HOME, bot: bool = False) -> str:
    token: str = ask(house, "/api/guests", {"bot": bot}, network).json()["token"]
    return token


def sit(house: Served, token: str, place: tuple[str, int], network: str | None = HOME) -> httpx.Response:
    command = {"do": "sit", "seat": place[1], "chips": 200_00}
    body = {"id": f"sit-{place[0]}-{place[1]}", "command": command}
    return ask(house, f"/api/tables/{place[0]}/commands", body, network, token)


def back(house: Served, token: str) -> httpx.Response:
    command = {"do": "back", "seat": 7, "chips": 200_00}
    return ask(house, "/api/tables/lucky8s-1/commands", {"id": "back", "command": command}, HOME, token)


def add_bot(house: Served, token: str, place: tuple[str, int]) -> httpx.Response:
    command = {"do": "add bot", "seat": place[1]}
    return ask(house, f"/api/tables/{place[0]}/commands", {"id": "bot", "command": command}, HOME, token)


def leave(house: Served, token: str, table: str) -> httpx.Response:
    return ask(house, f"/api/tables/{table}/commands", {"id": "go", "command": {"do": "leave"}}, HOME, token)


def test_a_network_has_six_seats_and_others_have_theirs(sqlite_url: str) -> None:
    with served(sqlite_url, SIX) as house:
        guests = [come(house) for _ in range(7)]
        for token, place in zip(guests[:6], SEATS, strict=False):
            assert sit(house, token, place).status_code == 200
        refused = sit(house, guests[6], SEATS[6])
        assert (refused.status_code, refused.json()["code"], refused.json()["why"]) == (409, "refused", MOST)
        assert back(house, guests[6]).json()["why"] == MOST, "a place behind a spot is one, too"
        assert sit(house, guests[6], SEATS[6], AWAY).status_code == 200, "it counts where they sit down"
        assert sit(house, guests[0], SEATS[0]).json()["repeated"], "a command that was carried out"
        assert sit(house, come(house, bot=True), SEATS[7]).status_code == 409, "a program is somebody who plays"
        assert add_bot(house, guests[5], SEATS[7]).status_code == 200, "a bot of the house does not count"
        assert sit(house, come(house, None), SEATS[8], None).status_code == 200, "nor the machine itself"
        assert sit(house, come(house), SEATS[9]).status_code == 409
        assert sit(house, come(house, "127.0.0.1"), SEATS[9], "127.0.0.1").status_code == 200, "a network like others"
        assert leave(house, guests[0], SEATS[0][0]).status_code == 200
        assert sit(house, come(house), SEATS[0]).status_code == 200
    with served(sqlite_url, SIX) as again:
        assert sit(again, come(again), SEATS[10]).status_code == 409, "by the sessions of those who sit there"


def test_of_many_at_once_six_sit_down(sqlite_url: str) -> None:
    with served(sqlite_url, SIX) as house:
        guests = [come(house) for _ in range(15)]
        with ThreadPoolExecutor(15) as pool:
            came = list(pool.map(lambda each: sit(house, *each).status_code, zip(guests, SEATS, strict=True)))
        assert sorted(came) == [200] * 6 + [409] * 9


def test_a_seat_is_asked_for_over_a_websocket_by_the_same_rule(sqlite_url: str) -> None:
    with served(sqlite_url, msgspec.structs.replace(UNLIMITED, seats_of_network=1)) as house:
        assert sit(house, come(house), SEATS[0]).status_code == 200
        for network, kind in ((HOME, "refused"), (AWAY, "done"), (None, "done")):
            token = come(house, network)
            headers = {"Authorization": f"Bearer {token}"} | ({"X-Forwarded-For": network} if network else {})
            with connect(house.socket_url, additional_headers=headers) as socket:
                command = {"do": "sit", "seat": {HOME: 2, AWAY: 3, None: 4}[network], "chips": 200_00}
                order = {"type": "command", "id": "s", "table": "packs-1", "command": command}
                socket.send(msgspec.json.encode(order).decode())
                said = msgspec.json.decode(socket.recv(10))
                while said["type"] in ("welcome", "wallet"):
                    said = msgspec.json.decode(socket.recv(10))
                assert said["type"] == kind
                if kind == "refused":
                    assert said["why"] == "your network has 1 seat in this house, which is the most: leave one first"


@pytest.mark.parametrize("limits", [UNLIMITED, Limits(seats_of_network=0)])
def test_the_limit_can_be_lifted(sqlite_url: str, limits: Limits) -> None:
    with served(sqlite_url, limits) as house:
        assert [sit(house, come(house), place).status_code for place in SEATS[:8]] == [200] * 8
