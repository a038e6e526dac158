"""What happens in the house, told to who counts and logs it."""

import msgspec


class Noticed(msgspec.Struct, frozen=True):
    """What happens in the house, for who counts and logs it: nothing that a viewer may not know."""

    what: str  # carried out, refused, conflict, failed, voided
    table: str | None = None
    event: str | None = None
    actor: str | None = None
    why: str | None = None


def where(wrong: Exception) -> str:
    """What failed, and in which line: what an error says may name cards."""
    trace = wrong.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_globals.get('__name__')}, line {trace.tb_lineno}" if trace is not None else ""
    return type(wrong).__name__ + place
