"""The house closes: everybody who is connected is told, and nobody is let in any more."""

import threading
from pathlib import Path

from websockets.exceptions import ConnectionClosed, InvalidStatus

from web.running import served, wait_until
from web.test_socket import closed_with, connected, told


def test_everybody_is_told_when_the_house_closes(tmp_path: Path) -> None:
    with (
        served(f"sqlite:///{tmp_path / 'house.db'}") as house,
        connected(house, house.guest()) as socket,
    ):
        told(socket, "welcome")
        house.server.close()
        assert "restart" in told(socket, "closing")["why"]
        assert closed_with(socket) == 1012


def test_who_comes_back_at_once_does_not_keep_the_house_from_closing(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'house.db'}") as house:
        token, came, turned_away = house.guest(), threading.Event(), list[int]()

        def comes_and_comes() -> None:
            while not house.server.should_exit:
                try:
                    with connected(house, token) as socket:
                        came.set()
                        closed_with(socket)
                except InvalidStatus as refused:
                    turned_away.append(refused.response.status_code)
                except (ConnectionClosed, OSError, EOFError):
                    continue

        comers = [threading.Thread(target=comes_and_comes) for _ in range(4)]
        for comer in comers:
            comer.start()
        assert came.wait(10)
        house.server.close()
        wait_until(lambda: house.server.should_exit, 5)
        for comer in comers:
            comer.join()
    assert set(turned_away) <= {503}
