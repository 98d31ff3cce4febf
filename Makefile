# What people type. The work is in scripts/; a stamp in .venv says what is installed.

PYTHON ?= python3
BIN := .venv/bin
PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check
SAY := echo "installing into .venv; this takes a minute" >&2

.DEFAULT_GOAL := help
.PHONY: help demo install-dev check test clean

help:
	@echo "make demo          three invented people: their personas, prompts and graph pages"
	@echo "make install-dev   .venv with everything needed to develop"
	@echo "make check         formatting, types, layers, fast tests"
	@echo "make test          everything: also slow tests, PostgreSQL, Chromium, notebooks"
	@echo "make clean         remove .venv and what the tools leave behind"

demo: .venv/.stamp-demo
	@$(BIN)/persona demo

install-dev: .venv/.stamp-dev

check: .venv/.stamp-dev
	@scripts/check

test: .venv/.stamp-dev
	@scripts/test

clean:
	rm -rf .venv build dist persona-demo .coverage .coverage.*
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "$(PYTHON) is older than 3.11; say which to use: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv .venv

# A developer's .venv has all that the demo needs, so the demo leaves it as it is.
.venv/.stamp-demo: pyproject.toml | $(BIN)/python
	@test .venv/.stamp-dev -nt pyproject.toml || { $(SAY); $(PIP_INSTALL) -e '.[viz]'; }
	@touch $@

.venv/.stamp-dev: pyproject.toml | $(BIN)/python
	@$(SAY)
	@$(PIP_INSTALL) -e '.[all,dev]'
	@touch $@
