"""Requests made of the OpenAPI document, good and bad: no error of the server, and answers are what it says."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import (
    allow_header_conformance,
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from houseway.house import accounts, sessions
from houseway.house.commands import Role
from houseway.house.verifying import verify
from houseway.web.describing import openapi
from houseway.web.endpoints import ENDPOINTS
from web.running import Served, served

CHECKS = [
    allow_header_conformance,
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
]
ROLES: tuple[Role, ...] = ("player", "floorperson", "supervisor", "auditor", "administrator")
TABLES = ("lunar-1", "ultimate8-1", "blackjack-1")

Case = schemathesis.Case[Any]

schema = schemathesis.openapi.from_dict(openapi(ENDPOINTS))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.db'}") as running:
        yield running
        met = set(re.findall(r'houseway_requests_total{.*status="(\d+)"', running.ask("GET", "/metrics").text))
        assert met, "something was asked"
        assert [status for status in met if status[0] == "5"] == []
        assert running.house.store.look(verify).problem is None, "whatever was sent, the record is in order"


@schema.parametrize()
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_is_an_error_of_the_server(case: Case, house: Served) -> None:
    pits = ("/api/pit", "/api/record", "/api/accounts", "/api/house")
    _check(case, house, "supervisor" if case.path.startswith(pits) else "player")


@pytest.mark.long
@pytest.mark.parametrize("role", ROLES)
@schema.parametrize()
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
def test_none_of_many_requests_is_an_error_of_the_server(case: Case, house: Served, role: Role) -> None:
    _check(case, house, role)


def _check(case: Case, house: Served, role: Role) -> None:
    """Somebody of a role asks, mostly about tables that are there; a session that he ended himself is opened anew."""
    token = _token(house, role)
    places = case.path_parameters
    if "table" in places and len(str(places["table"])) % 4:
        places["table"] = TABLES[len(str(places["table"])) % len(TABLES)]
    headers = {"Authorization": f"Bearer {token}"}
    case.call_and_validate(base_url=house.url, headers=headers, checks=CHECKS, timeout=30)


def _token(house: Served, role: Role) -> str:
    name = f"fuzz_{role}"
    if accounts.find(house.house.store, name) is None:
        return house.somebody(name, role)
    return sessions.open_session(house.house.store, name, house.house.now(), house.front.entropy)
