"""What players had at every moment: who took more than that, or was given money though he had enough, is found."""

import msgspec
import pytest

from house.deeds import moved
from house.forging import rewrite, written
from house.houses import Running
from house.test_office_auditing import house, looked_through
from house.test_verify import furnished, tampering
from houseway.house.office_deeds import STREAM
from houseway.house.record import Done, canonical, entry
from houseway.house.schema import meters, snapshots
from houseway.house.verifying import Problem, verify

__all__ = ["furnished", "house"]


@pytest.mark.parametrize(("before", "named"), [(0, 1), (4_999, 1), (5_000, None)])
def test_a_wallet_that_was_below_zero_for_a_while_is_found(furnished: str, before: int, named: int | None) -> None:
    """The streams have no common order: what she brought from another table she may have had by then."""
    sits, rises = moved(6_000, "wallet/Ann", "chips/a/Ann"), moved(6_000, "chips/a/Ann", "wallet/Ann")
    won = [moved(before, "cage", "wallet/Ann"), moved(before, "wallet/Ann", "cage")] if before else []
    with tampering(furnished) as engine, engine.connect() as connection:
        for table in (snapshots, meters):
            connection.execute(table.delete())
        for stream, transfers in (("table/a", [sits, (), rises]), ("table/b", won)):
            dones = [Done("test/1", {}, transfer) for transfer in transfers]
            made = [entry(stream, version, 1, "Ann", None, done) for version, done in enumerate(dones, 1)]
            rewrite(connection, stream, made)
        house = Done("test/1", {}, moved(1_000, "issued", "wallet/Ann"))
        rewrite(connection, STREAM, [entry(STREAM, 1, 1, "house", None, house)])
        problem = verify(connection).problem
        connection.rollback()
    assert problem == (Problem("table/a", named, "wallet/Ann had not so much then") if named else None)


@pytest.mark.parametrize(
    ("name", "given"), [("cid", 10_000_00), ("cid", 9_500_00), ("guest", 10_000_00), ("ann", 9_500_00)]
)
def test_who_has_enough_is_given_no_play_money(house: Running, url: str, name: str, given: int) -> None:
    """Whoever was at no table has what the house's own stream says; who was has what is possible."""
    house.store.close()
    with tampering(url) as engine, engine.connect() as connection:
        stream = [made for made in written(connection) if made.stream == STREAM]
        taken = next(made for made in stream if made.event == "money.issued/1")
        opened = [msgspec.json.decode(made.body)["answer"] for made in stream if made.event == "account.opened/1"]
        who = next(each["name"] for each in opened if each["name"].startswith(name))
        body = msgspec.json.decode(taken.body) | {"answer": {"given": given}}
        again = msgspec.structs.replace(
            taken,
            actor=who,
            command="once more",
            body=canonical(body),
            transfer=canonical([("issued", -given), (f"wallet/{who}", given)]),
        )
        rewrite(connection, STREAM, [*stream, again])
        problem = looked_through(connection)
        connection.rollback()
    said = f"{who!a} is given {given}: so much he did not lack"
    assert problem == Problem(STREAM, len(stream) + 1, said)
