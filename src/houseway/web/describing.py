"""What the house can be asked, as documents for programs: OpenAPI 3.1 for HTTP, AsyncAPI 3 for the WebSocket.

Nothing is written twice: both are made from the endpoints and the frames as they are.
"""

from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import Any, get_args

from houseway.house import frames
from houseway.web.endpoint import JSON, Endpoint, Parameter
from houseway.web.faults import STATUS, Code, Problem
from houseway.web.schemas import components, without_discriminators
from houseway.web.visitors import COOKIE

TITLE = "houseway"
WORDS = "Five casino table games, exactly as their rulebooks say. Play money only."
LICENCE = "Apache-2.0"

_WHY: dict[Code, str] = {
    "bad request": "The request is not what it has to be.",
    "unauthorised": "Nobody is logged in, or no longer.",
    "forbidden": "This is not for everybody, or the request comes from another site.",
    "new password": "The password is for one time: send the one that it shall be as `new`.",
    "not found": "There is no such thing.",
    "refused": "The house refuses, and nothing was changed; `clause` names the rule where there is one.",
    "too many": "Too often; `Retry-After` says how many seconds to wait.",
    "failed": "The house made an error; it may be asked again.",
}


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The document of all that is asked over HTTP."""
    kinds = _Kinds(endpoints)
    paths: dict[str, Any] = {}
    for each in endpoints:
        paths.setdefault(each.path.replace(":path}", "}"), {})[each.method.lower()] = _operation(each, kinds)
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "description": WORDS, "version": version("houseway"), "license": {"name": LICENCE}},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": kinds.parts,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
    }


def asyncapi() -> dict[str, Any]:
    """The document of what is said over the WebSocket."""
    from_client, from_house = get_args(frames.FromClient), get_args(frames.FromHouse)
    _, parts = components((*from_client, *from_house))
    said = {kind.__struct_config__.tag: kind for kind in (*from_client, *from_house)}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": TITLE, "description": WORDS, "version": version("houseway"), "license": {"name": LICENCE}},
        "defaultContentType": JSON,
        "channels": {
            "socket": {
                "address": "/api/socket",
                "description": "One for each client. The session is that of the handshake: the cookie, or a token.",
                "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in said},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            "hear": _said("receive", "What a client says.", from_client),
            "tell": _said("send", "What the house says.", from_house),
        },
        "components": {
            "messages": {tag: _message(tag, kind) for tag, kind in said.items()},
            "schemas": without_discriminators(parts),
        },
    }


class _Kinds:
    """The schemas of all types that endpoints take and answer."""

    def __init__(self, endpoints: Iterable[Endpoint]) -> None:
        self._kinds: list[Any] = [Problem]
        for each in endpoints:
            wanted = [*each.answers, each.body, *(asked.kind for asked in (*each.places, *each.asks))]
            self._kinds += [kind for kind in wanted if kind is not None and kind not in self._kinds]
        self._schemas, self.parts = components(self._kinds)

    def schema(self, kind: Any) -> dict[str, Any]:
        return self._schemas[self._kinds.index(kind)]


def _operation(endpoint: Endpoint, kinds: _Kinds) -> dict[str, Any]:
    summary, _, more = endpoint.summary.partition("\n\n")
    parameters = [_parameter(each, "path", kinds) for each in endpoint.places]
    parameters += [_parameter(each, "query", kinds) for each in endpoint.asks]
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": " ".join(summary.split()),
        "responses": _responses(endpoint, kinds),
    }
    if more:
        operation["description"] = " ".join(more.split())
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": kinds.schema(endpoint.body)}}}
    if endpoint.may != "anybody":
        operation["security"] = [{"token": []}, {"session": []}]
    return operation


def _parameter(parameter: Parameter, place: str, kinds: _Kinds) -> dict[str, Any]:
    schema = dict(kinds.schema(parameter.kind))
    if not parameter.required and parameter.default is not None:
        schema["default"] = parameter.default
    return {"name": parameter.name, "in": place, "required": parameter.required, "schema": schema}


def _responses(endpoint: Endpoint, kinds: _Kinds) -> dict[str, Any]:
    media = endpoint.media.partition(";")[0]
    now, *later = endpoint.answers
    told = {"description": "It is done.", "content": {media: {"schema": kinds.schema(now)}}}
    responses = {str(endpoint.status): told}
    for kind in later:
        responses["202"] = {"description": "Not yet: ask again.", "content": {JSON: {"schema": kinds.schema(kind)}}}
    problem = {JSON: {"schema": kinds.schema(Problem)}}
    for code in sorted(endpoint.faults, key=lambda code: STATUS[code]):
        before = responses.get(str(STATUS[code]), {}).get("description", "")  # two codes may have one status
        responses[str(STATUS[code])] = {"description": f"{before} {_WHY[code]}".strip(), "content": problem}
    if endpoint.body is not None:
        responses["408"] = {"description": "The body did not come in time.", "content": problem}
        responses["413"] = {"description": "The body is too long.", "content": problem}
        responses["415"] = {"description": f"The body is not {JSON}.", "content": problem}
    responses["503"] = {"description": "Not now: it may be asked again with the same id.", "content": problem}
    return responses


def _said(action: str, summary: str, kinds: Iterable[type]) -> dict[str, Any]:
    tags = [kind.__struct_config__.tag for kind in kinds]  # type: ignore[attr-defined]
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": f"#/channels/socket/messages/{tag}"} for tag in tags],
    }


def _message(tag: str, kind: type) -> dict[str, Any]:
    return {
        "name": tag,
        "summary": " ".join((kind.__doc__ or "").split()),
        "contentType": JSON,
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
    }
