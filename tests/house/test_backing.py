"""What the table posts of wagers from behind a spot is just what it takes there, and who consents to whom is seen."""

import msgspec
import pytest

from house.evenings import ANN, BOB, CHIPS, Evening, definition
from house.settled import settled
from houseway.games import NAMES
from houseway.house.commands import AddBot, Back, Command, Consent, Ready, Wager
from houseway.house.rebuilding import rebuild
from houseway.refusal import Refusal


@pytest.mark.parametrize("game", NAMES)
def test_the_sign_names_the_wagers_that_are_taken_from_behind_a_spot(game: str) -> None:
    sign = Evening(definition(game)).open().table.view(BOB).sign
    taken = tuple(offer.wager for offer in sign.offers if _is_taken(game, offer.wager))
    assert sign.behind == taken
    assert bool(taken) == (game in ("lucky8s", "blackjack"))
    assert sign.consent == (game == "lucky8s")


def test_where_one_wagers_on_a_spot_nobody_stands_behind_him() -> None:
    assert Evening(definition("lucky8s", "bettors=1")).open().table.view(BOB).sign.behind == ()
    assert Evening(definition("lucky8s", "bettors=2")).open().table.view(BOB).sign.behind == ("ante", "bonus")


def test_everybody_sees_who_consents_to_whom() -> None:
    evening = Evening(definition("lucky8s")).open().seat(ANN)
    evening.do(Back(1, CHIPS), BOB)
    ann = evening.table.view(BOB).now.people[0]
    assert (ann.name, ann.consents) == ("Ann", ())
    evening.do(Consent("Bob", True), ANN)
    assert evening.table.view(BOB).now.people[0].consents == ("Bob",)
    evening.do(Consent("Bob", False), ANN)
    assert evening.table.view(BOB).now.people[0].consents == ()
    assert evening.table.view(BOB).now.people[0].refusals == ("Bob",)


def test_a_bot_of_the_house_wagers_at_its_spot_when_who_is_first_there_lets_it() -> None:
    evening = Evening(definition("lucky8s")).open()
    evening.do(Back(4, CHIPS), BOB)
    evening.do(Wager(4, "ante", 20_00), BOB)
    evening.do(AddBot(4), BOB)
    asked = msgspec.json.decode(b'{"do":"consent","player":"bot-Ada","allowed":true}', type=Command)
    evening.do(asked, BOB)
    assert [each.player for each in evening.table.state.wagers if each.wager == "ante"] == ["Bob", "bot-Ada"]
    assert evening.refused(Consent("bot-Ada", False), BOB).clause == "50.7(a)"
    evening.do(Ready(), BOB)
    evening.play()
    assert {payoff.player for payoff in evening.table.finished[-1].payoffs} == {None, "Bob"}  # it sits there
    assert settled(evening.table.round_file(1, "Bob")) == []
    assert rebuild(evening.defined, evening.entries).finished == evening.table.finished


def _is_taken(game: str, wager: str) -> bool:
    """Does a table take this wager of somebody behind Ann's spot, where she has wagered and lets him?"""
    evening = Evening(definition(game)).open().seat(ANN)
    evening.bet(ANN, ready=False)
    offers = {offer.wager: offer for offer in evening.table.view(BOB).sign.offers}
    try:
        evening.do(Back(1, CHIPS), BOB)
        if game == "lucky8s":
            evening.do(Consent("Bob", True), ANN)
            evening.do(Wager(1, "ante", offers["ante"].low), BOB)
        evening.do(Wager(1, wager, offers[wager].low), BOB)
    except Refusal:
        return False
    return True
