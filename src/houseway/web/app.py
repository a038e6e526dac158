"""The application: routes made of the endpoints, the socket, the pages, and the guard before all of them."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from houseway.web.answering import routes
from houseway.web.describing import asyncapi, openapi
from houseway.web.endpoints import ENDPOINTS
from houseway.web.faults import Fault
from houseway.web.front import Front
from houseway.web.guarding import Guard
from houseway.web.limits import clock
from houseway.web.pages import Pages, read_files
from houseway.web.replies import problem
from houseway.web.socket import Sockets

SOCKET = "/api/socket"


def application(front: Front, sockets: Sockets) -> ASGIApp:
    """All that a process answers."""
    front.documents = {"openapi": openapi(ENDPOINTS), "asyncapi": asyncapi()}
    pages = Pages(front, read_files())
    app = Starlette(
        routes=[
            *routes(front, ENDPOINTS),
            WebSocketRoute(SOCKET, sockets.serve),
            WebSocketRoute("/{path:path}", _no_socket_there),
            Route("/", pages.first, methods=["GET"]),
            Route("/static/{path:path}", pages.file, methods=["GET"]),
        ],
        exception_handlers={HTTPException: _not_there},
    )
    app.router.redirect_slashes = False
    return Guard(app, front.limits, front.metrics, clock)


async def _no_socket_there(websocket: WebSocket) -> None:
    await websocket.send_denial_response(problem(Fault("not found", f"the socket is at {SOCKET}")))


async def _not_there(request: Request, wrong: Exception) -> Response:
    """No such address, or not by this method."""
    assert isinstance(wrong, HTTPException)
    if wrong.status_code == 404:
        return problem(Fault("not found", "there is nothing at this address"))
    fault = Fault("bad request", "use GET here", status=wrong.status_code)
    fault.headers.update(wrong.headers or {})
    return problem(fault)
