"""The first page and the files of the web client: strong marks, and nothing but what is there."""

import asyncio
import gzip
from pathlib import Path

import pytest
from starlette.requests import Request

from houseway.web.pages import Pages, read_files
from web.running import Served


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    there = tmp_path / "static"
    (there / "cards").mkdir(parents=True)
    (there / "index.html").write_text("<!doctype html><title>here</title>")
    (there / "main-TLNI4I7X.js").write_text("export {}")
    (there / "cards" / "As.svg").write_text("<svg/>")
    (there / ".secret.js").write_text("no")
    (there / "notes.py").write_text("no")
    return there


def test_files_are_read_once_with_their_kind_and_how_long_they_are_kept(folder: Path) -> None:
    files = read_files(folder)
    assert set(files) == {"index.html", "main-TLNI4I7X.js", "cards/As.svg"}
    assert files["main-TLNI4I7X.js"].media.startswith("text/javascript")
    assert "immutable" in files["main-TLNI4I7X.js"].keep
    assert files["cards/As.svg"].media == "image/svg+xml"
    assert files["index.html"].keep == "no-cache"
    assert len({file.mark for file in files.values()}) == 3
    assert read_files(folder / "none") == {}


async def _asked(pages: Pages, path: str, known: str = "", takes: str = "") -> tuple[int, bytes, str]:
    headers = [(b"if-none-match", known.encode()), (b"accept-encoding", takes.encode())]
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "path_params": {"path": path}}
    answer = await pages.file(Request(scope))
    return answer.status_code, bytes(answer.body), answer.headers.get("etag", "")


def test_what_is_known_is_not_sent_again(house: Served, folder: Path) -> None:
    pages = Pages(house.front, read_files(folder))
    status, body, mark = asyncio.run(_asked(pages, "cards/As.svg"))
    assert (status, body) == (200, b"<svg/>")
    assert mark.startswith('"')
    for known in (mark, f"W/{mark}", f'"other", {mark}', "*"):
        assert asyncio.run(_asked(pages, "cards/As.svg", known))[:2] == (304, b"")
    assert asyncio.run(_asked(pages, "cards/As.svg", '"other"'))[0] == 200
    for path in ("notes.py", "../static/index.html", ".secret.js", "cards", ""):
        assert asyncio.run(_asked(pages, path))[0] == 404


def test_a_file_is_sent_compressed_to_who_takes_that(house: Served, folder: Path) -> None:
    long = "export const words = 'again and again';\n" * 100
    (folder / "main-TLNI4I7X.js").write_text(long)
    pages = Pages(house.front, read_files(folder))
    for takes in ("gzip", "br, gzip;q=0.8", "*", "deflate,GZIP"):
        _, body, mark = asyncio.run(_asked(pages, "main-TLNI4I7X.js", takes=takes))
        assert gzip.decompress(body).decode() == long
        assert asyncio.run(_asked(pages, "main-TLNI4I7X.js", mark, takes))[0] == 304
        assert asyncio.run(_asked(pages, "main-TLNI4I7X.js", mark))[0] == 200
    for takes in ("", "br", "gzip;q=0", "gzip; q=0.000", "identity"):
        assert asyncio.run(_asked(pages, "main-TLNI4I7X.js", takes=takes))[1].decode() == long
    assert asyncio.run(_asked(pages, "cards/As.svg", takes="gzip"))[1] == b"<svg/>"  # it would be longer


def test_the_first_page_is_there_with_or_without_the_client(house: Served) -> None:
    answer = house.ask("GET", "/")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    with house.client() as client:
        assert client.get("/", headers={"if-none-match": answer.headers["etag"]}).status_code == 304
