# What a person types in this project; `make help` lists it.
# What the tools check, and with which settings, is in pyproject.toml.

SHELL := /bin/sh
.DEFAULT_GOAL := help

# The first of these that runs; override with `make PYTHON=... demo`.
PYTHON ?= $(shell for each in python3.11 python3; do \
	if $$each -c pass >/dev/null 2>&1; then echo $$each; break; fi; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# How many processes share the tests.
WORKERS ?= 2

MADE := $(VENV)/.made
DEMO := $(VENV)/.installed-demo
DEV := $(VENV)/.installed-dev
SITE := $(VENV)/.installed-site

.PHONY: help demo test lint types unit thorough editor mutants generated format bench proofs goldens docs site clean

help:
	@echo 'make demo      set up and simulate 100,000 games of UNO Flex!'
	@echo 'make test      set up and run every check: lint, types, tests'
	@echo 'make thorough  run every test in full, which takes longer'
	@echo 'make format    rewrite the sources in the project'"'"'s format'
	@echo 'make docs      regenerate the generated parts of docs/ and schema/'
	@echo 'make site      the documentation as a site: site/index.html'
	@echo 'make goldens   regenerate the golden texts under tests/'
	@echo 'make bench     measure the speed beside other systems and write docs/compared.md'
	@echo 'make generated search thousands of generated rulesets and documents for faults'
	@echo 'make mutants   change the shipped rulesets everywhere; each change must be noticed'
	@echo 'make proofs    run the long proofs and write docs/measured.md; continues after an interruption'
	@echo 'make editor    test completion and hovers in the real YAML language server; needs node and npm'
	@echo 'make clean     remove the environment and all caches'

demo: $(DEMO)
	$(BIN)/unoflex simulate flex --players 4 --games 100000 --seed 7 --agents greedy

test: lint types unit

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEV)
	$(BIN)/mypy

unit: $(DEV)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# Every test in full: long walks, large samples, statistics. `make test` runs a fixed part of it.
thorough: $(DEV)
	UNOFLEX_THOROUGH=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# How many times as many generated rulesets as `make test` draws. All else that is drawn is drawn anew, too.
TIMES ?= 50

generated: $(DEV)
	UNOFLEX_GENERATED=$(TIMES) $(BIN)/python -m pytest -n $(WORKERS) -m hypothesis

# The language server of editors. `make test` runs these tests as well once it is installed.
EDITOR_DIR := build/editor

editor: $(DEV)
	npm install --silent --no-fund --no-audit --prefix $(EDITOR_DIR) yaml-language-server
	UNOFLEX_EDITOR=$(EDITOR_DIR) $(BIN)/python -m pytest tests/editor

mutants: $(DEV)
	$(BIN)/python -m tests.mutants

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(DEV)
	$(BIN)/python -m benchmarks --write

proofs: $(DEV)
	$(BIN)/python -m benchmarks.proofs

goldens: $(DEV)
	$(BIN)/python -m tests.goldens

docs: $(DEV)
	$(BIN)/python -m tools.docs

# The variable keeps back a word about another version of MkDocs.
site: $(SITE)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo 'site/index.html'

clean:
	rm -rf $(VENV) site .venv-bench .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment: made once, renewed when pyproject.toml changes -------------------------------------------------

$(MADE):
	@if [ -z "$(PYTHON)" ]; then \
		echo 'Python 3.11 or newer is needed, and neither python3.11 nor python3 runs.' >&2; exit 1; fi
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) -V 2>&1)." >&2; \
		echo 'Name another one: make PYTHON=/path/to/python3.11 ...' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(DEMO): pyproject.toml | $(MADE)
	$(PIP) install --editable '.[fast]'
	@touch $@

$(DEV): pyproject.toml | $(MADE)
	$(PIP) install --editable '.[fast,data,dev]'
	@touch $@ $(DEMO)

$(SITE): pyproject.toml | $(MADE)
	$(PIP) install --editable '.[site]'
	@touch $@
