"""A call: one request, as a handler is given it."""

from typing import TYPE_CHECKING

from msgspec import Struct

from houseway.house.sessions import Visitor
from houseway.web.faults import unauthorised
from houseway.web.limits import network

if TYPE_CHECKING:
    from houseway.web.front import Front


class Call(Struct, frozen=True):
    """Who asks, from where, and what the answer's headers shall say."""

    front: "Front"
    visitor: Visitor | None
    token: str | None
    address: str
    is_local: bool  # on the machine itself, through no proxy
    secure: bool  # over TLS
    headers: dict[str, str]

    @property
    def network(self) -> str:
        """The network that the request comes from."""
        return network(self.address)

    @property
    def actor(self) -> Visitor:
        """Who asks; nobody is unauthorised."""
        if self.visitor is None:
            raise unauthorised()
        return self.visitor
