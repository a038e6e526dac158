"""Pages and files: the first page, and the web client's own files where they are bundled.

Files are read and compressed once, at the start. Each has a strong mark, the SHA-256 of what it is; one that has a mark
in its name never changes, any other is asked for anew and mostly not sent again.
"""

import gzip
import hashlib
import html
import re
from importlib import resources
from importlib.resources.abc import Traversable

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from houseway.house.lobby import TableLine, lobby
from houseway.web.faults import Fault
from houseway.web.front import Front
from houseway.web.replies import problem

HTML = "text/html; charset=utf-8"
MEDIA = {
    "css": "text/css; charset=utf-8",
    "html": HTML,
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "map": "application/json",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff2": "font/woff2",
}
MARKED = re.compile(r"[-.](?:[0-9a-f]{8,}|[A-Z0-9]{8})\.")
FOREVER = "public, max-age=31536000, immutable"
ANEW = "no-cache"


class File(Struct, frozen=True):
    """A file as it is sent."""

    body: bytes
    media: str
    mark: str
    keep: str
    pressed: bytes | None = None  # the same, gzipped, where that is shorter


def read_files(folder: Traversable | None = None) -> dict[str, File]:
    """All files of the web client, by their paths; none where it is not bundled."""
    there = folder if folder is not None else resources.files("houseway.web").joinpath("static")
    return dict(_files(there, "")) if there.is_dir() else {}


class Pages:
    """The first page and the files."""

    def __init__(self, front: Front, files: dict[str, File]) -> None:
        self._front = front
        self._files = files

    async def first(self, request: Request) -> Response:
        """The web client where there is one; otherwise a plain page."""
        request.state.route = "/"
        if "index.html" in self._files:
            return _sent(self._files["index.html"], request)
        lines = await self._front.run(lobby, self._front.house)
        body = plain_page(lines).encode()
        return _sent(File(body, HTML, _mark(body), ANEW), request)

    async def file(self, request: Request) -> Response:
        request.state.route = "/static"
        found = self._files.get(request.path_params["path"])
        if found is None:
            return problem(Fault("not found", "there is no such file"))
        return _sent(found, request)


def plain_page(lines: tuple[TableLine, ...]) -> str:
    """What this is, the tables, and where programs read on."""
    rows = "\n".join(
        f"<tr><td>{html.escape(line.table)}</td><td>{html.escape(line.title)}</td><td>{line.phase}</td>"
        f"<td>{html.escape(', '.join(each.name + (' (bot)' if each.bot else '') for each in line.people))}</td></tr>"
        for line in lines
    )
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>houseway</title></head>
<body>
<h1>houseway</h1>
<p>Five casino table games, exactly as their rulebooks say. <strong>Play money only.</strong></p>
<table>
<tr><th>table</th><th>game</th><th>phase</th><th>seated</th></tr>
{rows}
</table>
<p>For programs: <a href="/openapi.json">OpenAPI</a>, <a href="/asyncapi.json">AsyncAPI</a>,
<a href="/api/tables">tables</a>, <a href="/api/games">games</a>, <a href="/healthz">health</a>.</p>
</body>
</html>
"""


def _sent(file: File, request: Request) -> Response:
    known = {mark.strip().removeprefix("W/") for mark in request.headers.get("if-none-match", "").split(",")}
    pressed = file.pressed if _takes_gzip(request.headers.get("accept-encoding", "")) else None
    mark = file.mark if pressed is None else f'{file.mark[:-1]}-gzip"'
    headers = {"etag": mark, "cache-control": file.keep, "vary": "accept-encoding"}
    if mark in known or "*" in known:
        return Response(status_code=304, headers=headers)
    if pressed is not None:
        headers["content-encoding"] = "gzip"
    made = Response(file.body if pressed is None else pressed, headers=headers)
    made.headers["content-type"] = file.media
    return made


def _files(folder: Traversable, under: str) -> list[tuple[str, File]]:
    found: list[tuple[str, File]] = []
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if each.name.startswith("."):
            continue
        if each.is_dir():
            found += _files(each, f"{under}{each.name}/")
        elif (media := MEDIA.get(each.name.rpartition(".")[2])) is not None:
            body = each.read_bytes()
            keep = FOREVER if MARKED.search(each.name) else ANEW
            found.append((under + each.name, File(body, media, _mark(body), keep, _pressed(body, media))))
    return found


def _pressed(body: bytes, media: str) -> bytes | None:
    if not media.startswith(("text/", "image/svg", "application/")):
        return None
    pressed = gzip.compress(body, mtime=0)
    return pressed if len(pressed) < len(body) else None


def _takes_gzip(accepted: str) -> bool:
    """Does a browser take it? A weight of nothing says that it does not."""
    for each in accepted.lower().split(","):
        coding, _, weight = each.partition(";")
        if coding.strip() in ("gzip", "*"):
            return weight.replace(" ", "").rstrip("0.") != "q="
    return False


def _mark(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()}"'
