"""The socket that the house listens on, bound before anything else is done: who cannot serve changes nothing."""

import errno
import os
import socket

from houseway.refusal import Refusal

LINGER = 30_000  # milliseconds after which a reader who takes nothing is cut off
ADVICE = {
    errno.EADDRINUSE: "stop what uses it, or choose another with --port",
    errno.EACCES: "choose another with --port, from 1024 on",
    errno.EADDRNOTAVAIL: "choose an address of this machine with --host",
}


class InUse(Refusal):
    """Somebody else listens there."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that is bound and does not listen yet; one line where that cannot be."""
    try:
        family, kind, protocol, _, there = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as wrong:
        why = wrong.strerror if isinstance(wrong, OSError) else "no name can be so"
        raise Refusal(f"there is no address {host!r} on this machine: {why}; choose another with --host") from wrong
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LINGER)
        listening.bind(there)
    except OSError as wrong:
        listening.close()
        advice = ADVICE.get(wrong.errno or 0, "choose another with --port")
        refusal = InUse if wrong.errno == errno.EADDRINUSE else Refusal
        raise refusal(f"{host} port {port} cannot be used: {wrong.strerror}; {advice}") from wrong
    return listening


def url(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
