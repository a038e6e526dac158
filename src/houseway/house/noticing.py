"""What happens in the house, told to who counts and logs it."""

import msgspec


class Noticed(msgspec.Struct, frozen=True):
    """What happens in the house, for who counts and logs it: nothing that a viewer may not know."""

    what: str  # carried out, refused, conflict, lost (it is asked again), failed, voided
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
    name = of_database(wrong)
    return type(wrong).__name__ + place + (f" ({name})" if name is not None else "")


def named_in(why: str) -> str | None:
    """What the database calls an error of which `where` has told."""
    return why.rpartition(" (")[2].removesuffix(")") if why.endswith(")") else None


def of_database(wrong: BaseException) -> str | None:
    """What the database calls the error behind this one, where there is one: its name, and never its words."""
    first = first_of_database(wrong)
    if first is None:
        return None
    name: str | None = getattr(first, "sqlite_errorname", None) or getattr(first, "sqlstate", None)
    return name or type(first).__name__


def first_of_database(wrong: BaseException) -> BaseException | None:
    """The driver's error behind this one. Of several it is the first: what fails after a full disk is its doing."""
    first: BaseException | None = None
    behind: BaseException | None = wrong
    while behind is not None:
        if hasattr(behind, "sqlite_errorname") or hasattr(behind, "sqlstate"):
            first = behind
        behind = behind.__cause__ or behind.__context__
    return first
