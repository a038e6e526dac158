"""Lunar Poker (N.J.A.C. 13:69F-38)."""

from houseway.games.lunar.day import DAY
from houseway.games.lunar.irregularities import FACE_UP, KINDS
from houseway.games.lunar.round import LONGEST, VERBS, play
from houseway.games.lunar.rules import WAGERS, Rules, check_wagers, offers
from houseway.games.lunar.strategy import no_exchange, pairs_only, simple
from houseway.procedure import Game
from houseway.shoe import one_deck

GAME = Game(
    name="lunar",
    title="Lunar Poker",
    rules=Rules,
    positions=lambda rules: rules.positions,
    seats_clause="69E-1.13X(b)1",
    deck=lambda rules: one_deck(),
    play=play,
    check=check_wagers,
    wagers=WAGERS,
    verbs=tuple(VERBS),
    irregularities=KINDS,
    face_up=FACE_UP,
    strategies={"simple": simple, "pairs_only": pairs_only, "no_exchange": no_exchange},
    meters=lambda rules: {"progressive": rules.reset} if rules.progressive else {},
    offers=offers,
    longest=LONGEST,
    no_more_bets="38.6(b)",
    day=DAY,
    resets={"progressive": "reset"},
    hidden_hands=True,
    verb_clauses=VERBS,
)
