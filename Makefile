# Everything works on a machine with Python 3.11+ and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# What is compiled is kept: tests start many processes, and pytest rewrites 3,700 assertions once only.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install run dev test test-fast check fmt bench bench-country bench-quick bench-soak guard migration lock clean privacy

install: $(VENV)/.installed

# The lock is whole (`pip check` of make check), so nothing is resolved; all processors compile.
$(VENV)/.installed: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps --no-compile -r requirements.lock
	$(BIN)/python -m compileall -q -j 0 $(VENV)/lib
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

run: install
	$(BIN)/soupis demo

# The demo, its server started anew when the code changes.
dev: install
	$(BIN)/soupis demo --data dev-data --reload

# Three processes for two processors, as many a test waits; each takes whole files from one queue in the order of
# collection: those with a browser come last. Where one dies the run ends with what the others have: a new one would
# wait for work forever when the queue is empty already.
test: install
	$(BIN)/python -m pytest --numprocesses 3 --max-worker-restart 0 --dist loadfile --durations 25

# In about a minute: what needs no server, browser, PostgreSQL, other process or seconds of processor.
test-fast: install
	$(BIN)/python -m pytest --fast --numprocesses 2 --dist worksteal

check: install
	$(BIN)/python -m pip check --quiet
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/deptry src
	$(BIN)/deptry src tests bench bench/country --ignore DEP004

fmt: install
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: bench-quick bench-soak

# The whole country beside its peers, and a hundred thousand companies in minutes. CHARTS=--charts DIR draws.
CHARTS ?=
bench-country: $(VENV)/.peers
	$(BIN)/python bench/country/measure.py $(CHARTS)

bench-quick: $(VENV)/.peers
	$(BIN)/python bench/country/measure.py --companies 100000 --rounds 2 --seconds 3 $(CHARTS)

$(VENV)/.peers: $(VENV)/.installed requirements-bench.lock
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-bench.lock
	touch $@

# Fifteen minutes at 80 % of the peak with hostile requests, and some to prepare.
bench-soak: install
	$(BIN)/python bench/soak.py

# What the hot paths cost, counted instead of timed, compared with bench/guard.json; RENEW=--renew writes it anew.
guard: install
	$(BIN)/python bench/guard.py $(RENEW)

# How much innocent text the redaction hides, how much of what is planted it misses.
privacy: install
	$(BIN)/python -m bench.privacy

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache test-output bench-data build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A revision of the tables: make migration TABLES=accounts NAME="what it does"; read it before it is committed.
TABLES ?= registry
migration: install
	$(BIN)/python -m soupis.cli.new_migration $(TABLES) "$(NAME)"

# Resolve the dependencies anew: those of the checkout, those of the image, those of the benchmark beside its peers.
LOCKED := --quiet --generate-hashes --strip-extras --no-header \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host
lock: install
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile $(LOCKED) --extra dev -o requirements.lock pyproject.toml
	$(BIN)/pip-compile $(LOCKED) --build-deps-for wheel -c requirements.lock -o requirements-run.lock pyproject.toml
	$(BIN)/pip-compile $(LOCKED) --allow-unsafe --extra bench -c requirements.lock -o requirements-bench.lock pyproject.toml
