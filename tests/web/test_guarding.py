"""What stands before every request: headers, origins, methods, sizes, rates."""

import gzip
from pathlib import Path

import pytest

from houseway.web.limits import MINUTE, Limits, Rate
from houseway.web.metrics import Metrics
from web.running import Served, served

SEATED = {"id": "1", "command": {"do": "sit", "seat": 1, "chips": 100_00}}


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/tables", "/nowhere", "/api/me", "/static/none.js", "/api/pit"])
def test_every_answer_says_what_a_browser_may_do_with_it(house: Served, path: str) -> None:
    headers = house.ask("GET", path).headers
    policy = headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


def test_what_concerns_somebody_is_stored_nowhere(house: Served) -> None:
    assert house.ask("GET", "/api/me", house.guest()).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not found"),
        ("GET", "/api", 404, "not found"),
        ("GET", "/api/tables/", 404, "not found"),
        ("GET", "/static/../../etc/passwd", 404, "not found"),
        ("GET", "/static/%2e%2e/app.py", 404, "not found"),
        ("DELETE", "/api/tables", 405, "bad request"),
        ("PUT", "/api/me", 405, "bad request"),
        ("OPTIONS", "/api/me", 405, "bad request"),
        ("PATCH", "/api/me", 405, "bad request"),
        ("POST", "/", 405, "bad request"),
        ("GET", "/api/socket", 404, "not found"),
    ],
)
def test_what_is_not_there_is_told_as_a_problem(house: Served, method: str, path: str, status: int, code: str) -> None:
    with house.client(origin=house.url) as client:
        answer = client.request(method, path)
    assert answer.status_code == status
    assert set(answer.json()) == {"why", "clause", "code"}
    assert answer.json()["code"] == code
    assert ("allow" in answer.headers) == (status == 405)


def test_head_is_get_without_a_body(house: Served) -> None:
    with house.client() as client:
        head, get = client.head("/api/games"), client.get("/api/games")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(get.content))


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": "HOST.evil.example"}, False),
        ({"origin": "http://HOST.evil.example"}, False),
        ({"origin": "http://user@HOST"}, False),
        ({"origin": "file://"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({}, False),
        ({"origin": "http://HOST"}, True),
        ({"origin": "http://HOST", "x-forwarded-proto": "https"}, False),
        ({"origin": "https://HOST", "x-forwarded-proto": "https"}, True),
        ({"sec-fetch-site": "same-origin"}, True),
    ],
)
def test_a_cookie_changes_something_from_our_own_pages_alone(
    house: Served, headers: dict[str, str], allowed: bool
) -> None:
    token, host = house.guest(), house.url.removeprefix("http://")
    said = {name: value.replace("HOST", host) for name, value in headers.items()}
    with house.client() as browser:
        browser.cookies.set("houseway_session", token)
        answer = browser.post("/api/me/money", json={"id": "1"}, headers=said)
    assert answer.json()["code"] == ("refused" if allowed else "forbidden")


@pytest.mark.parametrize("path", ["/api/session", "/api/accounts", "/api/guests"])
def test_no_other_site_logs_anybody_in(house: Served, path: str) -> None:
    with house.client(origin="http://evil.example") as browser:
        answer = browser.post(path, json={"name": "gina", "password": "correct horse"})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_a_body_is_json_and_not_too_long(house: Served) -> None:
    token = house.guest()
    path = "/api/tables/lunar-1/commands"
    with house.client(token) as client:
        assert client.post(path, content=b"{}").status_code == 415
        assert client.post(path, data={"id": "1"}).status_code == 415
        long = b'{"id": "' + b"x" * 70_000 + b'"}'
        sent = {"content-type": "application/json"}
        assert client.post(path, content=long, headers=sent).status_code == 413
        zipped = sent | {"content-encoding": "gzip"}
        assert client.post(path, content=gzip.compress(b'{"id": "1"}'), headers=zipped).status_code == 400


def test_metrics_are_for_the_machine_itself_and_for_who_may_look(house: Served) -> None:
    assert "houseway_requests_total" in house.ask("GET", "/metrics").text
    # Somebody's request that another program passes on, or a page that calls this machine by a name of its own.
    proxied = (
        {"x-forwarded-for": "127.0.0.1"},
        {"via": "1.1 proxy"},
        {"x-forwarded-proto": "https"},
        {"forwarded": "for=_x"},
    )
    for headers in (*proxied, {"forwarded": "for=_x"}, {"host": "evil.example"}, {"host": "["}):
        with house.client(**headers) as client:
            assert client.get("/metrics").status_code == 401
            assert client.get("/metrics", headers={"authorization": f"Bearer {house.guest()}"}).status_code == 403
    token = house.somebody("gerd", "auditor")
    with house.client(token, via="1.1 proxy") as client:
        assert client.get("/metrics").status_code == 200


def test_a_client_with_the_token_reads_the_metrics(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.front.metrics, "_token", "one-word")
    with house.client(via="1.1 proxy") as client:
        for said, status in (("one-word", 200), ("another", 401), ("\xe4", 401), ("None", 401)):
            headers = {b"authorization": f"Bearer {said}".encode("latin-1")}
            assert client.get("/metrics", headers=headers).status_code == status
            assert client.get("/api/me", headers=headers).status_code == 401
    assert not Metrics().admits(None)
    assert not Metrics().admits("None")


def test_health_tells_that_the_record_can_be_read(house: Served) -> None:
    answer = house.ask("GET", "/healthz")
    assert answer.status_code == 200
    assert answer.json()["tables"] == 5
    assert answer.json()["out_of_order"] == []


def test_a_closing_house_is_not_well(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'house.db'}") as running:
        running.house.stop()
        assert running.ask("GET", "/healthz").status_code == 503
        refused = running.ask("POST", "/api/tables/lunar-1/commands", running.guest(), SEATED)
        assert (refused.status_code, refused.json()["code"]) == (503, "failed")


def test_a_database_that_is_gone_makes_the_house_unwell(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'house.db'}") as running:
        token = running.guest()
        running.house.store.close()
        assert running.ask("GET", "/healthz").status_code == 503
        answer = running.ask("GET", "/api/me", token)
        assert (answer.status_code, answer.json()["code"]) == (503, "failed")


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    limits = Limits(
        requests=Rate(1, MINUTE, 30),
        newcomers=Rate(1, MINUTE, 2),
        log_ins=Rate(1, MINUTE, 3),
        commands=Rate(1, MINUTE, 4),
    )
    with served(f"sqlite:///{tmp_path / 'house.db'}", limits) as running:
        newcomers = [running.ask("POST", "/api/guests", body={}).status_code for _ in range(3)]
        assert newcomers == [201, 201, 429]
        wrong = {"name": "nobody", "password": "wrong horse"}
        assert [running.ask("POST", "/api/session", body=wrong).status_code for _ in range(4)] == [401, 401, 401, 429]
        token = running.guest()
        commands = [running.ask("POST", "/api/tables/lunar-1/commands", token, SEATED) for _ in range(5)]
        assert [answer.status_code for answer in commands] == [200, 200, 200, 200, 429]
        assert [answer.json().get("repeated") for answer in commands[:2]] == [False, True]
        assert 1 <= int(commands[-1].headers["retry-after"]) <= 60
        # Another account is not held back, nor is who only looks; but one address has its end, too.
        assert running.ask("POST", "/api/tables/lunar-1/commands", running.guest(), SEATED).status_code == 409
        looks = [running.ask("GET", "/healthz").status_code for _ in range(30)]
        assert looks.index(429) == 30 - 13


@pytest.mark.parametrize("role", ["player", "floorperson", "supervisor", "auditor", "administrator"])
def test_who_may_look_at_what(house: Served, role: str) -> None:
    """Written out by hand: status by role of every look that is not for everybody."""
    token = house.somebody(f"look_{role}", role)  # type: ignore[arg-type]
    allowed = {
        "/api/pit": {"floorperson", "supervisor", "auditor", "administrator"},
        "/api/record/house": {"supervisor", "auditor", "administrator"},
        "/api/record/table/lunar-1": {"supervisor", "auditor", "administrator"},
        "/api/accounts": {"supervisor", "auditor", "administrator"},
        "/api/me": {"player", "floorperson", "supervisor", "auditor", "administrator"},
        "/api/tables/lunar-1": {"player", "floorperson", "supervisor", "auditor", "administrator"},
    }
    for path, roles in allowed.items():
        assert house.ask("GET", path, token).status_code == (200 if role in roles else 403), path
        assert house.ask("GET", path).status_code == 401, path


def test_a_path_with_a_line_end_is_no_other(house: Served) -> None:
    auditor = house.somebody("looks_at_lines", "auditor")
    for path in ("/", "/healthz", "/metrics", "/api/me", "/api/record/house", "/api/tables/lunar-1"):
        assert house.ask("GET", path, auditor).status_code == 200
        assert house.ask("GET", f"{path}%0a", auditor).status_code == 404


def test_there_is_no_record_of_a_table_that_there_is_not(house: Served) -> None:
    auditor = house.somebody("looks_for_tables", "auditor")
    assert house.ask("GET", "/api/record/table/lunar-1", auditor).json()
    answer = house.ask("GET", "/api/record/table/lunar-9", auditor)
    assert (answer.status_code, answer.json()["why"]) == (404, "there is no table 'lunar-9': the lobby lists them")
