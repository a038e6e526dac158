# Two commands do everything on a machine with Python 3.11+ and make: `make play` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
FILES := src tests scripts bench

.PHONY: play test lint types tests test-long bench format clean

play: .venv/play
	@$(BIN)/houseway play $(GAME)

test: lint types tests

lint: .venv/dev
	$(BIN)/ruff check $(FILES)
	$(BIN)/ruff format --check $(FILES)

types: .venv/dev
	$(BIN)/mypy

tests: .venv/dev
	$(BIN)/pytest -q -n 2

test-long: .venv/dev
	$(BIN)/pytest -q -n 2 -m long

bench: .venv/bench
	$(BIN)/python -m bench

format: .venv/dev
	$(BIN)/ruff check --fix $(FILES)
	$(BIN)/ruff format $(FILES)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "houseway needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/play: .venv/made pyproject.toml
	$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@touch $@

.venv/dev: .venv/made pyproject.toml
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@ .venv/play

.venv/bench: .venv/dev
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[bench]'
	@touch $@
