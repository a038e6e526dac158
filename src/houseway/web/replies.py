"""Answers over HTTP: values as JSON, problems as JSON, texts, files with strong marks."""

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.responses import Response

from houseway.web.faults import Fault

JSON = "application/json"

_ENCODER = msgspec.json.Encoder()


def reply(value: Any, status: int = 200, media: str = JSON, headers: Mapping[str, str] | None = None) -> Response:
    """A value as it is answered; a text stands for itself where the answer is no JSON."""
    body = _ENCODER.encode(value) if media == JSON else str(value).encode()
    made = Response(body, status, headers=dict(headers or {}))
    made.headers["content-type"] = media
    return made


def problem(fault: Fault) -> Response:
    return reply(fault.problem, fault.status, headers=fault.headers)
