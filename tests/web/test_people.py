"""Guests, accounts and sessions over HTTP."""

import re
import time

import pytest

from houseway.house.lobby import lobby
from houseway.web.pages import plain_page
from web.running import PASSWORD, Served


def test_a_guest_comes_in_with_play_money(house: Served) -> None:
    answer = house.ask("POST", "/api/guests", body={})
    session = answer.json()
    assert answer.status_code == 201
    assert session["kind"] == "guest"
    me = house.ask("GET", "/api/me", session["token"]).json()
    assert (me["name"], me["role"]) == (session["name"], "player")
    assert me["wallet"] > 0


def test_a_guest_who_comes_twice_at_once_is_told_to_ask_again(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.front, "visitor", lambda token: None)  # the other one's session has ended this one
    answer = house.ask("POST", "/api/guests", body={"id": "twice"})
    assert (answer.status_code, answer.json()["why"][-9:]) == (409, "ask again")
    monkeypatch.undo()
    assert house.ask("POST", "/api/guests", body={"id": "twice"}).status_code == 201


def test_a_browser_has_a_cookie_that_no_script_and_no_other_site_can_use(house: Served) -> None:
    answer = house.ask("POST", "/api/guests", body={})
    said = answer.headers["set-cookie"]
    assert re.search(r"(?i)httponly", said)
    assert re.search(r"(?i)samesite=strict", said)
    assert "Path=/" in said
    with house.client() as browser:
        browser.cookies.set("houseway_session", answer.json()["token"])
        assert browser.get("/api/me").json()["name"] == answer.json()["name"]
        ours = {"origin": house.url}
        assert browser.delete("/api/session", headers=ours).status_code == 200
        assert browser.get("/api/me").status_code == 401


def test_a_program_that_plays_is_shown_as_a_bot(house: Served) -> None:
    token = house.ask("POST", "/api/guests", body={"bot": True, "name": "bot_Zed"}).json()["token"]
    assert house.ask("GET", "/api/me", token).json()["kind"] == "bot"
    order = {"id": "1", "command": {"do": "sit", "seat": 2, "chips": 100_00}}
    assert house.ask("POST", "/api/tables/lunar-1/commands", token, order).status_code == 200
    lines = {line["table"]: line for line in house.ask("GET", "/api/tables").json()}
    assert lines["lunar-1"]["people"] == [{"seat": 2, "name": "bot_zed", "bot": True}]
    assert "bot_zed (bot)" in plain_page(lobby(house.house))


def test_a_guest_chooses_no_name_and_nobody_a_bots(house: Served) -> None:
    assert house.ask("POST", "/api/guests", body={"name": "Bea"}).status_code == 400
    body = {"name": "bot_bea", "password": PASSWORD}
    assert house.ask("POST", "/api/accounts", body=body).status_code == 409


def test_signing_up_and_logging_in_and_out(house: Served) -> None:
    body = {"name": "Carl", "password": PASSWORD}
    first = house.ask("POST", "/api/accounts", body=body)
    assert first.status_code == 201
    assert house.ask("POST", "/api/accounts", body=body | {"name": "carl"}).json()["code"] == "refused"
    second = house.ask("POST", "/api/session", body=body | {"name": "CARL"})
    assert second.status_code == 200
    # There is one session at a time: the first has ended.
    assert house.ask("GET", "/api/me", first.json()["token"]).status_code == 401
    token = second.json()["token"]
    assert house.ask("DELETE", "/api/session", token).json() == {"ended": True}
    assert house.ask("GET", "/api/me", token).status_code == 401


def test_who_signs_up_again_by_the_same_id_is_logged_in_if_he_has_the_password(house: Served) -> None:
    body = {"name": "Emma", "password": PASSWORD, "id": "one"}
    first, again = house.ask("POST", "/api/accounts", body=body), house.ask("POST", "/api/accounts", body=body)
    assert (first.status_code, again.status_code) == (201, 201)
    assert house.ask("GET", "/api/me", again.json()["token"]).json()["name"] == "emma"
    assert house.ask("POST", "/api/accounts", body=body | {"password": "another horse"}).status_code == 409
    assert house.ask("POST", "/api/accounts", body=body | {"id": "two"}).status_code == 409


def test_the_same_is_told_of_a_wrong_name_and_a_wrong_password(house: Served) -> None:
    house.somebody("dora", "player")
    wrong = house.ask("POST", "/api/session", body={"name": "dora", "password": "wrong horse"})
    nobody = house.ask("POST", "/api/session", body={"name": "nobody_there", "password": "wrong horse"})
    assert wrong.status_code == nobody.status_code == 401
    assert wrong.json() == nobody.json()
    assert wrong.json()["code"] == "unauthorised"


def test_after_three_wrong_passwords_one_network_waits_and_another_does_not(house: Served) -> None:
    house.somebody("emil", "player")
    for name in ("emil", "nobody_known"):
        wrong = {"name": name, "password": "wrong horse"}
        assert [house.ask("POST", "/api/session", body=wrong).status_code for _ in range(3)] == [401] * 3
        told = house.ask("POST", "/api/session", body=wrong)
        assert (told.status_code, told.headers["retry-after"], told.json()["code"]) == (429, "1", "too many")
        assert "wait 1 s" in told.json()["why"]
    right = {"name": "emil", "password": PASSWORD}
    with house.client(**{"x-forwarded-for": "192.0.2.1"}) as elsewhere:  # through a proxy that is trusted
        assert elsewhere.post("/api/session", json=right).status_code == 200
    time.sleep(1)
    assert house.ask("POST", "/api/session", body=right).status_code == 200


def test_a_new_password_ends_the_other_sessions(house: Served) -> None:
    token = house.somebody("fred", "player")
    wrong = house.ask("POST", "/api/me/password", token, {"old": "wrong horse", "new": "another horse"})
    assert wrong.json()["code"] == "refused"
    changed = house.ask("POST", "/api/me/password", token, {"old": PASSWORD, "new": "another horse"})
    assert changed.status_code == 200
    assert house.ask("GET", "/api/me", token).status_code == 401
    assert house.ask("GET", "/api/me", changed.json()["token"]).status_code == 200
    assert house.ask("POST", "/api/session", body={"name": "fred", "password": "another horse"}).status_code == 200


def test_more_money_is_for_who_has_little(house: Served) -> None:
    token = house.guest()
    refused = house.ask("POST", "/api/me/money", token, {"id": "m1"})
    assert refused.json()["code"] == "refused"
    wallet = house.ask("GET", "/api/me", token).json()["wallet"]
    order = {"id": "m2", "command": {"do": "redeem money", "amount": wallet}}
    assert house.ask("POST", "/api/house/commands", token, order).status_code == 200
    given = house.ask("POST", "/api/me/money", token, {"id": "m3"})
    again = house.ask("POST", "/api/me/money", token, {"id": "m3"})
    assert (given.status_code, again.status_code) == (200, 200)
    assert (given.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert house.ask("GET", "/api/me", token).json()["wallet"] == wallet


@pytest.mark.parametrize("token", ["x", "x" * 43, "é" * 43, "' OR 1=1 --", "Bearer"])
def test_a_token_that_is_none_is_nobodys(house: Served, token: str) -> None:
    with house.client() as client:
        answer = client.get("/api/me", headers={b"authorization": f"Bearer {token}".encode()})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
