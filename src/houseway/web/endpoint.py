"""An endpoint: what is asked by a method at a path, who may ask it, and what is answered.

It is read from its handler: the types of the handler's parameters and of what it returns are the only source, of how
requests are read as of the document that describes them. A parameter `body` is the request's body, one that stands in
the path is taken from it, and any other from the query.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Any, Literal, get_args, get_type_hints

from msgspec import Struct, structs

from houseway.house.authorising import Look
from houseway.web.faults import Code

JSON = "application/json"
TEXT = "text/plain; charset=utf-8"

Method = Literal["GET", "POST", "DELETE"]
May = Look | Literal["anybody", "somebody"]  # somebody: whoever is logged in, or is a guest
Rated = Literal["newcomers", "log_ins", "commands"]
Handler = Callable[..., Any]

_PLACE = re.compile(r"\{(\w+)(?::path)?\}")


class Parameter(Struct, frozen=True):
    """One value of the path or of the query."""

    name: str
    kind: Any
    required: bool
    default: Any = None


class Later(Struct, frozen=True):
    """What is asked is being made; it is there when it is asked for again, a moment later."""

    wait: str


class Endpoint(Struct, frozen=True):
    """All there is to know of one."""

    method: Method
    path: str
    handler: Handler
    summary: str
    may: May
    body: Any
    places: tuple[Parameter, ...]
    asks: tuple[Parameter, ...]
    answer: Any
    status: int
    media: str
    rated: Rated | None
    faults: tuple[Code, ...]
    promptly: bool = False  # within a moment, whatever the database does

    @property
    def name(self) -> str:
        return self.handler.__name__

    @property
    def answers(self) -> list[Any]:
        """What is answered and, where that may take a while, what is answered until then."""
        kinds = get_args(self.answer)
        if Later not in kinds:
            return [self.answer]
        return [reduce(or_, (kind for kind in kinds if kind is not Later)), Later]


def get(path: str, handler: Handler, may: May = "somebody", media: str = JSON, *faults: Code) -> Endpoint:
    """An endpoint that changes nothing."""
    return _read("GET", path, handler, may, 200, media, None, faults)


def promptly(endpoint: Endpoint) -> Endpoint:
    """One that is answered within a moment: who looks after the house asks it when nothing else answers any more."""
    return structs.replace(endpoint, promptly=True)


def post(
    path: str, handler: Handler, may: May = "somebody", status: int = 200, rated: Rated = "commands", *faults: Code
) -> Endpoint:
    return _read("POST", path, handler, may, status, JSON, rated, faults)


def delete(path: str, handler: Handler, may: May = "somebody", *faults: Code) -> Endpoint:
    return _read("DELETE", path, handler, may, 200, JSON, None, faults)


def by_path(endpoints: tuple[Endpoint, ...]) -> Mapping[str, Mapping[str, Endpoint]]:
    """The endpoints of each path by their methods."""
    found: dict[str, dict[str, Endpoint]] = {}
    for each in endpoints:
        assert each.method not in found.get(each.path, {}), f"{each.method} {each.path} is there twice"
        found.setdefault(each.path, {})[each.method] = each
    return found


def _read(
    method: Method,
    path: str,
    handler: Handler,
    may: May,
    status: int,
    media: str,
    rated: Rated | None,
    faults: tuple[Code, ...],
) -> Endpoint:
    hints = get_type_hints(handler, include_extras=True)
    places = _PLACE.findall(path)
    parameters = [
        Parameter(name, hints[name], each.default is each.empty, None if each.default is each.empty else each.default)
        for name, each in inspect.signature(handler).parameters.items()
        if name not in ("call", "body")
    ]
    assert set(places) <= {each.name for each in parameters}, f"{path} has places that its handler does not take"
    return Endpoint(
        method,
        path,
        handler,
        (handler.__doc__ or "").strip(),
        may,
        hints.get("body"),
        tuple(each for each in parameters if each.name in places),
        tuple(each for each in parameters if each.name not in places),
        hints["return"],
        status,
        media,
        rated,
        _all_faults(faults, may, rated),
    )


def _all_faults(named: tuple[Code, ...], may: May, rated: Rated | None) -> tuple[Code, ...]:
    """What an endpoint may answer beside what its handler names. A query with an unknown name is bad everywhere."""
    found: list[Code] = [*named, "bad request", "too many", "failed"]
    if may != "anybody":
        found.append("unauthorised")
    if may not in ("anybody", "somebody") or rated is not None:
        found.append("forbidden")  # by role, or from another site
    return tuple(dict.fromkeys(found))
