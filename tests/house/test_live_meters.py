"""Meters that tables share: each sees what the others moved, one jackpot is paid once, a void takes back its own."""

from fractions import Fraction

from house.evenings import ANN, BOB, SUE, Evening
from house.stacking import Shuffler, shuffler
from houseway.asks import Act
from houseway.felt import Announced
from houseway.house.commands import ChooseRules, CloseTable, OpenTable, Ready, Validate, VoidRound, Wager
from houseway.house.definition import Definition
from houseway.house.rebuilding import rebuild
from houseway.rounds import RoundFile
from houseway.settling import differences, settle
from houseway.table import Moves

__all__ = ["shuffler"]

ROYAL = "Ah 2c Kh 3c Qh 4d Jh 5d Th 7s"
NOTHING = "2h 2c 4h 3c 6d 4d 8s 5d Th 7s"


def linked(name: str, game: str = "lunar", *rules: str) -> Evening:
    """A table whose meter is the house's big one, which shows 12,345.67 and a third of a cent."""
    evening = Evening(Definition(name, game, rules, meters={"progressive": "big"}))
    share(evening, Fraction(1_234_567) + Fraction(1, 3))
    evening.balances["meter/big"], evening.balances["cage"] = 1_234_567, -1_234_567
    return evening.open().seat(ANN)


def share(evening: Evening, shown: Fraction) -> None:
    evening.shared["progressive"] = shown


def wagers(evening: Evening) -> None:
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Wager(1, "progressive", 1_00), ANN)
    evening.do(Ready(), ANN)


def progressive(evening: Evening) -> int:
    return next(payoff.net for payoff in evening.table.finished[-1].payoffs if payoff.wager == "progressive")


def test_a_table_shows_what_the_linked_meter_shows(shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING]
    evening = linked("one")
    assert evening.table.meters == {"progressive": Fraction(1_234_567) + Fraction(1, 3)}
    share(evening, Fraction(1_300_000))
    done = evening.do(Wager(1, "ante", 10_00), ANN)
    assert done.transfer == ()  # what another table moved is none of this one's money
    assert done.sealed["meters"] == {"progressive": "1300000"}
    assert evening.table.view(BOB).felt.meters == {"progressive": 1_300_000}
    evening.do(Wager(1, "progressive", 1_00), ANN)
    done = evening.do(Ready(), ANN)
    assert dict(done.transfer)["meter/big"] == 70
    assert evening.table.meters == {"progressive": Fraction(1_300_070)}


def test_fractions_of_a_cent_are_carried_exactly(shuffler: Shuffler) -> None:
    evening = linked("one", "lunar", "rate=72.5")
    whole = 0
    for number in range(1, 9):
        shuffler.ready = [NOTHING]
        if number > 1:
            evening.clock()
        wagers(evening)
        evening.decide(1, Act("fold"))
        wanted = Fraction(1_234_567) + Fraction(1, 3) + number * Fraction(145, 2)
        assert evening.table.meters == {"progressive": wanted}
        whole = int(wanted)
    assert sum(dict(done.transfer).get("meter/big", 0) for done in evening.dones) == whole - 1_234_567


def test_two_tables_hit_at_the_same_moment_and_the_second_is_paid_from_the_reset_amount(shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL, ROYAL]
    one, other = linked("one"), linked("other")
    wagers(one)
    share(other, one.shared["progressive"])
    wagers(other)
    share(one, other.shared["progressive"])
    jackpot = int(one.shared["progressive"])
    assert jackpot == 1_234_567 + 140
    one.do(Validate(True, "first"), SUE)
    assert progressive(one) == jackpot - 1_00
    assert one.shared["progressive"] == 10_000_00
    share(other, one.shared["progressive"])
    done = other.do(Validate(True, "second"), SUE)
    assert progressive(other) == 10_000_00 - 1_00
    assert other.table.meters == {"progressive": Fraction(10_000_00)}
    assert next(move["meter"] for move in done.body["moves"] if move["move"] == "meter") == "progressive"
    for evening in (one, other):
        rebuilt = rebuild(evening.defined, evening.entries)
        assert rebuilt.meters == evening.table.meters
        file = RoundFile(evening.table.round_file(1, "Ann"))
        assert differences(file, settle(file)) == []


def test_a_void_round_takes_back_what_it_moved_and_no_more(shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING]
    evening = linked("one")
    wagers(evening)
    share(evening, evening.shared["progressive"] + 70)  # another table took a wager meanwhile
    done = evening.do(VoidRound("a fire"), SUE)
    assert evening.table.meters == {"progressive": Fraction(1_234_567) + Fraction(1, 3) + 70}
    assert dict(done.transfer)["meter/big"] == -70
    assert rebuild(evening.defined, evening.entries).meters == evening.table.meters


def test_the_file_of_a_void_round_can_be_read_where_another_table_has_won_what_it_put_on_the_meter(
    shuffler: Shuffler,
) -> None:
    """The meter showed less than it is reset to, and next to nothing while the other table's pack was not over."""
    shuffler.ready = [NOTHING]
    evening = linked("one")
    evening.resets["progressive"] = 20_000_00
    wagers(evening)
    share(evening, Fraction(2, 5))
    evening.do(VoidRound("a fire"), SUE)
    assert evening.table.meters == {"progressive": 0}
    text = evening.table.round_file(1, "Ann")
    assert "meter progressive 0.00\n" in text
    file = RoundFile(text)
    assert differences(file, settle(file)) == []


def test_a_round_that_fails_takes_back_what_it_moved_and_no_more(shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING]
    evening = linked("one")
    wagers(evening)
    share(evening, evening.shared["progressive"] + 70)
    assert evening.table.round is not None
    evening.table.round._procedure = failing()
    done = evening.decide(1, Act("fold"))
    assert done.event == "round.voided/1"
    assert evening.table.meters == {"progressive": Fraction(1_234_567) + Fraction(1, 3) + 70}
    assert evening.table.chips("Ann") == 1_000_00
    assert rebuild(evening.defined, evening.entries).meters == evening.table.meters


def failing() -> Moves:
    yield Announced(str(1 // 0), "G4")


def test_at_packs_a_share_is_of_the_meter_as_it_stands_when_it_is_paid(shuffler: Shuffler) -> None:
    """Ann has a diamond royal flush in her five cards, and wagers on two packs; each time another table was faster."""
    shuffler.ready = ["Ad 2c Kd 3h Qd 4s Jd 5h Td 7s"]
    evening = Evening(Definition("one", "packs", ("five_card_progressive=A",), meters={"five_card": "five"}))
    evening.shared["five_card"] = Fraction(8_000_00)
    evening.balances["meter/five"], evening.balances["cage"] = 8_000_00, -8_000_00
    evening.open().seat(ANN)
    for pack in (1, 2):
        evening.do(Wager(1, f"five_card_{pack}", 1_00), ANN)
    evening.do(Ready(), ANN)
    for shown, prize in ((6_000_00, 6_000_00), (7_777_77, 7_777_77)):
        evening.shared["five_card"] = Fraction(shown)
        evening.do(Validate(True, "diamonds"), SUE)
        assert evening.table.playing is not None
        assert evening.table.playing.round is not None
        assert evening.table.playing.round.payoffs[-1].net == prize - 1_00
        assert evening.table.meters == {"five_card": Fraction(5_000_00)}
    assert rebuild(evening.defined, evening.entries).meters == evening.table.meters


def test_at_packs_shares_of_one_meter_are_equal_whatever_another_table_does_between_two_of_them(
    shuffler: Shuffler,
) -> None:
    """Ann and Bob have seven cards of a straight flush each; another table wins the meter when one of them is paid."""
    rules = ("seven_card_progressive=A", "seven_card_top=any")
    shuffler.ready = ["9h 2h 2c Th 3h 4d Jh 4h 6s Qh 5h 8c Kh 6h Tc 7h 8h 3c 5c 7c 9c"]
    evening = Evening(Definition("one", "packs", rules, meters={"seven_card": "seven"}))
    shown = Fraction(20_000_15)
    evening.shared["seven_card"] = shown
    evening.balances["meter/seven"], evening.balances["cage"] = int(shown), -int(shown)
    evening.open().seat(ANN, BOB)
    for seat, actor in ((1, ANN), (2, BOB)):
        evening.do(Wager(seat, "seven_card_1", 1_00), actor)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    shown = evening.shared["seven_card"]
    evening.do(Validate(True, "hearts"), SUE)
    reset = evening.table.game.meters(evening.table.rules)["seven_card"]
    evening.shared["seven_card"] = Fraction(reset)
    evening.do(Validate(True, "hearts"), SUE)
    finished = evening.table.finished[-1]
    assert [payoff.net for payoff in finished.payoffs] == [int(shown / 2) - 1_00] * 2
    assert evening.table.meters == {"seven_card": Fraction(reset)}
    file = RoundFile(evening.table.round_file(1, "Ann"))
    assert differences(file, settle(file)) == []
    assert rebuild(evening.defined, evening.entries).meters == evening.table.meters


def test_a_meter_that_is_to_be_linked_must_hang_in_the_house() -> None:
    evening = Evening(Definition("one", "lunar", meters={"progressive": "big"}))
    assert "no meter 'big'" in evening.refused(OpenTable(0, "the day begins"), SUE).message


def test_what_a_table_moves_on_a_meter_is_told_by_the_houses_name(shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING]
    evening = linked("one", "lunar", "rate=72.5")
    wagers(evening)
    assert evening.dones[-1].body["meters"] == {"big": str(evening.shared["progressive"])}
    assert "meters" not in evening.decide(1, Act("fold")).body


def test_linked_meters_come_and_go_with_the_rules_and_with_the_day() -> None:
    evening = Evening(Definition("one", "packs", meters={"five_card": "five", "seven_card": "seven"}))
    evening.shared = {"five_card": Fraction(6_000_00), "seven_card": Fraction(7_000_00)}
    evening.open().seat(ANN)
    for rules in (("five_card_progressive=A",), (), ("five_card_progressive=A", "seven_card_progressive=A")):
        evening.bet(ANN, ready=False)
        evening.do(ChooseRules(rules, "another sign"), SUE)
        evening.do(Ready(), ANN)
        evening.clock()
    assert evening.table.meters == {"five_card": Fraction(6_000_00), "seven_card": Fraction(7_000_00)}
    evening.do(CloseTable("the night"), SUE)
    evening.shared["five_card"] += Fraction(1, 2)
    evening.open()
    assert evening.table.meters["five_card"] == Fraction(6_000_00) + Fraction(1, 2)
    assert all(account in ("cage", "inventory/one") for account, _ in evening.dones[-1].transfer)
    assert rebuild(evening.defined, evening.entries).meters == evening.table.meters
