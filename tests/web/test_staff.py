"""Those who work here, over HTTP: accounts with one-time passwords, and passwords that were forgotten."""

import logging

import pytest

from web.running import PASSWORD, Served

STAFF = {"name": "Petra", "role": "floorperson", "reason": "she begins on Monday"}


def log_in(house: Served, name: str, password: str, **more: str) -> tuple[int, dict[str, str]]:
    answer = house.ask("POST", "/api/session", body={"name": name, "password": password, **more})
    return answer.status_code, answer.json()


def test_an_administrator_lets_somebody_in_who_chooses_a_password(
    house: Served, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    administrator = house.somebody("adele", "administrator")
    answer = house.ask("POST", "/api/staff", administrator, {"id": "s1", **STAFF})
    assert answer.status_code == 201
    handed = answer.json()
    assert (handed["name"], len(handed["password"])) == ("petra", 16)
    again = house.ask("POST", "/api/staff", administrator, {"id": "s1", **STAFF}).json()
    assert again == {**handed, "password": None}, "it is told once"
    code, problem = log_in(house, "petra", handed["password"])
    assert (code, problem["code"]) == (403, "new password")
    code, session = log_in(house, "petra", handed["password"], new="choice of petra")
    assert (code, session["role"]) == (200, "floorperson")
    assert log_in(house, "petra", handed["password"], new="choice of a thief")[0] == 401
    assert log_in(house, "petra", "choice of petra")[0] == 200
    (line,) = [
        line
        for line in house.ask("GET", "/api/record/house?limit=200", administrator).json()
        if line["version"] == handed["version"]
    ]
    assert (line["actor"], line["do"], line["reason"]) == ("adele", "open staff account", STAFF["reason"])
    told = caplog.text + repr([vars(each) for each in caplog.records])
    told += house.ask("GET", "/api/record/house?limit=200", administrator).text
    assert not [word for word in (handed["password"], "choice of") if word in told]


def test_a_forgotten_password_is_reset(house: Served) -> None:
    administrator = house.somebody("agnes", "administrator")
    token = house.somebody("quentin", "player")
    body = {"id": "r1", "reason": "he called"}
    handed = house.ask("POST", "/api/accounts/Quentin/password", administrator, body).json()
    assert house.ask("GET", "/api/me", token).status_code == 401
    assert log_in(house, "quentin", PASSWORD)[0] == 401
    assert log_in(house, "quentin", PASSWORD, new="choice of a thief")[0] == 401
    assert log_in(house, "quentin", handed["password"], new=handed["password"])[1]["code"] == "refused"
    assert log_in(house, "quentin", handed["password"], new="choice of quentin")[0] == 200
    assert (
        house.ask("POST", "/api/accounts/nobody_there/password", administrator, body | {"id": "r2"}).status_code == 409
    )


@pytest.mark.parametrize("role", ["player", "floorperson", "supervisor", "auditor"])
def test_nobody_else_does(house: Served, role: str) -> None:
    token = house.somebody(f"no_{role}", role)  # type: ignore[arg-type]
    for path, body in (("/api/staff", STAFF), ("/api/accounts/agnes/password", {"reason": "curious"})):
        answer = house.ask("POST", path, token, {"id": "x", **body})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert house.ask("POST", "/api/staff", body={"id": "x", **STAFF}).status_code == 401


@pytest.mark.parametrize("role", ["player", "dealer", "house", ""])
def test_some_roles_are_not_for_staff(house: Served, role: str) -> None:
    token = house.somebody(f"adm_{role}", "administrator")
    assert house.ask("POST", "/api/staff", token, {"id": "x", **STAFF, "role": role}).status_code == 400
