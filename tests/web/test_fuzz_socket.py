"""Frames of any kind, good ones with one part changed, and texts that are none: the house bears them all."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection, connect

from houseway.house.verifying import verify
from web.running import Served

GOOD: list[dict[str, Any]] = [
    {"type": "watch", "table": "lunar-1", "since": 1},
    {"type": "unwatch", "table": "lunar-1"},
    {"type": "command", "id": "1", "table": "lunar-1", "command": {"do": "sit", "seat": 1, "chips": 10000}},
    {
        "type": "command",
        "id": "2",
        "table": "lunar-1",
        "command": {"do": "wager", "seat": 1, "wager": "ante", "amount": 5},
    },
    {"type": "command", "id": "3", "table": "packs-1", "command": {"do": "decide", "verb": "bet", "cards": [1, 2]}},
    {
        "type": "command",
        "id": "4",
        "table": "lucky8s-1",
        "command": {"do": "decide", "verb": "set", "groups": [[1], [2]]},
    },
    {"type": "command", "id": "5", "table": "blackjack-1", "command": {"do": "ready", "ready": True}},
    {"type": "ping"},
]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=10), parts, max_size=4),
    max_leaves=8,
)


@st.composite
def nearly_good(draw: st.DrawFn) -> str:
    """A good frame in which one part is something else, or is missing, or is there under another name."""
    frame = json.loads(json.dumps(draw(st.sampled_from(GOOD))))
    part = frame["command"] if "command" in frame and draw(st.booleans()) else frame
    key = draw(st.sampled_from(sorted(part)))
    how = draw(st.sampled_from(("another value", "missing", "another name")))
    value = part.pop(key)
    if how != "missing":
        part[key if how == "another value" else draw(st.text(max_size=10))] = (
            draw(ANYTHING) if how == "another value" else value
        )
    return json.dumps(frame)


@pytest.fixture(scope="module")
def socket(house: Served) -> Iterator[ClientConnection]:
    said = {"Authorization": f"Bearer {house.guest()}"}
    with connect(house.socket_url, additional_headers=said, max_size=None) as open_:
        yield open_
        assert house.house.store.look(verify).problem is None
        assert "houseway_errors_total{" not in house.ask("GET", "/metrics").text


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frame=nearly_good() | st.text(max_size=200) | ANYTHING.map(json.dumps))
def test_no_frame_is_an_error_of_the_server(socket: ClientConnection, frame: str) -> None:
    try:
        socket.send(frame)
    except UnicodeEncodeError:  # no text that can be sent
        return
    socket.send('{"type": "ping"}')
    while (told := msgspec.json.decode(socket.recv(30)))["type"] != "pong":
        assert told["type"] in {"welcome", "table", "moved", "meters", "wallet", "done", "refused"}
        assert told.get("code") != "failed"
