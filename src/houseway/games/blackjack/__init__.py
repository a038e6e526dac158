"""Blackjack Lucky 8 (MBS game rules, version 4)."""

from houseway.games.blackjack.day import DAY
from houseway.games.blackjack.irregularities import FACE_UP, KINDS
from houseway.games.blackjack.round import LONGEST, VERBS, closed_by, needless, play
from houseway.games.blackjack.rules import WAGERS, Rules, check_wagers, offers
from houseway.games.blackjack.strategy import basic, optimal, simple
from houseway.procedure import Game
from houseway.shoe import decks

GAME = Game(
    name="blackjack",
    title="Blackjack Lucky 8",
    rules=Rules,
    positions=lambda rules: rules.positions,
    seats_clause="2.2",
    deck=lambda rules: decks(rules.decks),
    play=play,
    check=check_wagers,
    wagers=WAGERS,
    verbs=tuple(VERBS),
    irregularities=KINDS,
    face_up=FACE_UP,
    strategies={"simple": simple, "basic": basic, "optimal": optimal, "best_known": optimal},
    meters=lambda rules: {},
    offers=offers,
    longest=LONGEST,
    no_more_bets="5.3",
    day=DAY,
    verb_clauses=VERBS,
    closed_by=closed_by,
    needless=needless,
)
