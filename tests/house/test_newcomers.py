"""Guests who come in with an id: a request after a lost answer gives the same guest."""

import secrets
from functools import partial

import pytest

from house.deeds import assert_sound, at_once
from house.people import NOW
from houseway.house.answering import Used
from houseway.house.office import AGAIN, come_in, newcomers_id
from houseway.house.store import Store


def test_a_newcomer_who_asks_again_by_the_same_id_is_the_same_guest(store: Store) -> None:
    id_ = newcomers_id("192.0.2.1", "one")
    first = come_in(store, "guest", NOW, secrets.token_bytes, id=id_)
    assert come_in(store, "guest", NOW + AGAIN - 1, secrets.token_bytes, id=id_) == first
    for name in (None, "chip"):
        with pytest.raises(Used):
            come_in(store, "bot", NOW, secrets.token_bytes, name, id_)
    with pytest.raises(Used):
        come_in(store, "guest", NOW + AGAIN, secrets.token_bytes, id=id_)
    other = come_in(store, "guest", NOW, secrets.token_bytes, id=newcomers_id("192.0.2.2", "one"))
    assert other.name != first.name, "another network's id is another id"
    assert store.head("house") == 2
    came = at_once([partial(come_in, store, "guest", NOW, secrets.token_bytes, None, "both") for _ in range(4)])
    assert len({account.name for account in came if not isinstance(account, Exception)}) == 1
    assert_sound(store)
