"""What is looked at before commands are carried out where others write, too: one question to the database for all.

Where the tables stand on the record, what the meters show, and who still is in by the tokens of those who ask.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ARRAY, LargeBinary, Select, String, Text, any_, bindparam, cast, func, literal_column, select

from houseway.house import sessions
from houseway.house.driver_sql import Written
from houseway.house.schema import streams
from houseway.house.sessions import ANY_OF, Visitor
from houseway.house.store import SHOWN, Meter, Store, meters_of


class Looked(msgspec.Struct, frozen=True):
    """What was seen at one moment."""

    heads: Mapping[str, int]  # the newest versions of streams
    meters: Mapping[str, Meter]
    holders: Mapping[str, Visitor]  # by their tokens; those whose sessions have ended are left out


def look(store: Store, several: Sequence[str], at: int, tokens: Sequence[str] = ()) -> Looked:
    """Look at these streams, all meters, and these tokens."""
    if store.database == "sqlite":  # asks nobody else, and gains nothing by one question
        return Looked(store.streams(), store.meters(), sessions.holders(store, tokens, at))
    hashes = sessions.hashed(tokens)
    ((found,),) = store.glance(_QUESTION, {"streams": list(several), "of": list(hashes), "now": at})
    heads, shown, holders = _ANSWER.decode(found)
    held = {hashes[bytes.fromhex(token)]: sessions.visitor(*row) for token, *row in holders or ()}
    return Looked(dict(heads or ()), meters_of(shown or ()), held)


def _found(question: Select[Any]) -> Any:
    """All that a question finds, as one value; nothing at all where it finds nothing.

    Bytes are written in digits here: how PostgreSQL would write them is a setting of the server's.
    """
    rows = question.subquery()
    columns = [
        func.encode(each, literal_column("'hex'")) if isinstance(each.type, LargeBinary) else each
        for each in rows.columns
    ]
    return select(func.json_agg(func.json_build_array(*columns))).scalar_subquery()


_named = streams.c.stream == any_(bindparam("streams", type_=ARRAY(String)))
_HEADS = select(streams.c.stream, streams.c.version).where(_named)
_QUESTION = Written(select(cast(func.json_build_array(_found(_HEADS), _found(SHOWN), _found(ANY_OF)), Text)))
_ANSWER = msgspec.json.Decoder(
    tuple[
        list[tuple[str, int]] | None,
        list[tuple[str, int, int, int, int, int]] | None,
        list[tuple[str, str, Any, Any, int]] | None,
    ]
)
