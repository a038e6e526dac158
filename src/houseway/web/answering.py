"""A request is answered: its body read, its asker known, its endpoint's handler called in a thread."""

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from houseway.house.authorising import authorise
from houseway.web import logs
from houseway.web.call import Call
from houseway.web.endpoint import JSON, Endpoint, Later, by_path
from houseway.web.faults import Fault, fault_of, too_many, unauthorised
from houseway.web.front import Front
from houseway.web.guarding import TLS, address, from_this_machine, is_local
from houseway.web.limits import network
from houseway.web.replies import problem, reply
from houseway.web.strict import printable, read, read_text
from houseway.web.visitors import token_of

PATIENCE = 10  # seconds for a body to come
TABLE = "table"  # the place of a path that names one


def routes(front: Front, endpoints: tuple[Endpoint, ...]) -> list[Route]:
    """One route for each path, which knows its methods."""
    return [Route(path, Address(front, methods)) for path, methods in by_path(endpoints).items()]


class Address:
    """All that can be asked at one path."""

    def __init__(self, front: Front, methods: Mapping[str, Endpoint]) -> None:
        self._front = front
        self._methods = methods
        self._allowed = ", ".join(sorted({*methods, *(["HEAD"] if "GET" in methods else [])}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self._answer(Request(scope, receive))
        await answer(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        front = self._front
        endpoint = self._methods.get("GET" if request.method == "HEAD" else request.method)
        if endpoint is None:
            fault = Fault("bad request", f"use {self._allowed.replace(', ', ' or ')} here", status=405)
            fault.headers["allow"] = self._allowed
            return problem(fault)
        request.state.route = endpoint.path
        try:
            body = await _body(request, front.limits.body) if endpoint.body is not None else b""
            if endpoint.promptly:
                return await front.run_promptly(endpoint.path, _answered, front, endpoint, request, body)
            if endpoint.rated in ("newcomers", "log_ins"):
                return await front.run_slow(_answered, front, endpoint, request, body)
            if TABLE in request.path_params:
                return await front.run_at(request.path_params[TABLE], _answered, front, endpoint, request, body)
            return await front.run(_answered, front, endpoint, request, body)
        except ClientDisconnect:
            return problem(Fault("bad request", "the request broke off"))
        except Exception as wrong:
            fault = fault_of(wrong)
            front.metrics.refusals.labels(fault.problem.code).inc()
            if fault.status == 500:
                logs.error("request failed", wrong, route=endpoint.path)
                front.metrics.errors.labels(type(wrong).__name__).inc()
            return problem(fault)


def _answered(front: Front, endpoint: Endpoint, request: Request, body: bytes) -> Response:
    """The answer of the handler: who asks is looked at first, then what he asks."""
    token = token_of(request.headers, request.cookies)
    visitor = front.visitor(token)
    request.state.actor = visitor.name if visitor is not None else None
    call = Call(front, visitor, token, address(request.scope), is_local(request.scope), request.url.scheme in TLS, {})
    _check(front, endpoint, call, request)
    if visitor is not None and TABLE in request.path_params and "authorization" in request.headers:
        # A program; a browser has a WebSocket.
        front.house.attend(request.path_params[TABLE], visitor)
    values = {place.name: _of_path(request, place.name, place.kind) for place in endpoint.places}
    values |= _of_query(request, endpoint)
    if endpoint.body is not None:
        values["body"] = read(body, endpoint.body)
    made = endpoint.handler(call, **values)
    return reply(made, 202 if isinstance(made, Later) else endpoint.status, endpoint.media, call.headers)


def _check(front: Front, endpoint: Endpoint, call: Call, request: Request) -> None:
    """May he ask this, and again already?"""
    if endpoint.may == "metrics" and (from_this_machine(request.scope) or front.metrics.admits(call.token)):
        return
    if endpoint.may != "anybody":
        if call.visitor is None:
            raise unauthorised()
        if endpoint.may != "somebody":
            authorise(call.visitor, endpoint.may)
    if endpoint.rated is not None:
        by_account = endpoint.rated == "commands" and call.visitor is not None
        key = call.actor.name if by_account else network(call.address)
        if wait := front.rates[endpoint.rated].take(key):
            raise too_many(-(-wait // 1000))


async def _body(request: Request, most: int) -> bytes:
    """The body, if it is JSON and not too long."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Fault("bad request", f"send the body as Content-Type: {JSON}", status=415)
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise Fault("bad request", f"the body is too long: send at most {most} bytes", status=413)
    except TimeoutError:
        raise Fault("bad request", f"the body did not come within {PATIENCE} s: send it at once", status=408) from None
    return bytes(body)


def _of_path(request: Request, name: str, kind: Any) -> Any:
    """A place of the path; one that cannot be is not found."""
    try:
        return read_text(request.path_params[name], kind)
    except Fault as fault:
        raise Fault("not found", fault.problem.why) from None


def _of_query(request: Request, endpoint: Endpoint) -> dict[str, Any]:
    asked = request.query_params
    known = {each.name for each in endpoint.asks}
    for name in asked:
        if name not in known:
            told = f"leave out '{printable(name)}' in the query; it takes: {', '.join(sorted(known)) or 'nothing'}"
            raise Fault("bad request", told)
        if len(asked.getlist(name)) > 1:
            raise Fault("bad request", f"say '{name}' once in the query")
    values = {}
    for each in endpoint.asks:
        if each.name in asked:
            values[each.name] = read_text(asked[each.name], each.kind)
        elif each.required:
            raise Fault("bad request", f"add ?{each.name}=... to the address")
    return values
