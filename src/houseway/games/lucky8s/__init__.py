"""Lucky 8's (N.J.A.C. 13:69F-50)."""

from houseway.games.lucky8s.day import DAY
from houseway.games.lucky8s.irregularities import FACE_UP, KINDS
from houseway.games.lucky8s.round import LONGEST, VERBS, caller, counted, play
from houseway.games.lucky8s.rules import WAGERS, Rules, check_wagers, offers
from houseway.games.lucky8s.strategy import never_fold, optimal, simple
from houseway.procedure import Game
from houseway.shoe import eights_deck

GAME = Game(
    name="lucky8s",
    title="Lucky 8's",
    rules=Rules,
    positions=lambda rules: rules.positions,
    seats_clause="69E-1.10E(a)",
    deck=lambda rules: eights_deck(),
    play=play,
    check=check_wagers,
    wagers=WAGERS,
    verbs=tuple(VERBS),
    irregularities=KINDS,
    face_up=FACE_UP,
    strategies={"simple": simple, "optimal": optimal, "never_fold": never_fold},
    meters=lambda rules: {},
    offers=offers,
    longest=LONGEST,
    no_more_bets="50.6(c)",
    day=DAY,
    hidden_hands=True,
    caller=caller,
    verb_clauses=VERBS,
    counted=counted,
)
