"""A table whose own code fails is seen in the log and in the metrics, by the place in the code and by no card."""

import io
from pathlib import Path

import msgspec
import pytest

from houseway.procedure import Round
from web.running import served, wait_until
from web.test_keeping import log

__all__ = ["log"]

SECRET = "Ah Kh"
TABLE = "/api/tables/lunar-1"


def test_a_round_that_a_table_s_own_code_voids_is_told_once(
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError(SECRET)

    url = f"sqlite:///{tmp_path / 'house.db'}"
    with served(url) as house:
        token = house.guest()
        wagers = {"do": "wager", "seat": 1, "wager": "ante", "amount": 10_00}
        for number, command in enumerate(({"do": "sit", "seat": 1, "chips": 100_00}, wagers, {"do": "ready"})):
            asked = {"id": str(number), "command": command}
            assert house.ask("POST", f"{TABLE}/commands", token, asked).status_code == 200
        wait_until(lambda: house.ask("GET", TABLE, token).json()["ask"] is not None)
        with monkeypatch.context() as patched:
            patched.setattr(Round, "answer", fails)
            folds = {"id": "fold", "command": {"do": "decide", "verb": "fold"}}
            for _ in range(2):
                assert house.ask("POST", f"{TABLE}/commands", token, folds).json()["event"] == "round.voided/1"
        metrics = house.ask("GET", "/metrics").text
        assert "houseway_rounds_voided_total 1.0" in metrics
        assert 'houseway_errors_total{kind="table"} 1.0' in metrics
    with served(url) as again:
        assert "houseway_rounds_voided_total 0.0" in again.ask("GET", "/metrics").text
    lines = [msgspec.json.decode(line) for line in log.getvalue().splitlines()]
    failed, voided = [line for line in lines if line["level"] == "error"]
    assert (failed["event"], failed["table"]) == ("table failed", "lunar-1")
    assert failed["error"].startswith(f"RuntimeError in {__name__}, line ")
    assert (voided["event"], voided["table"]) == ("round voided", "lunar-1")
    assert SECRET not in log.getvalue()
