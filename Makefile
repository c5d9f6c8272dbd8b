# The two commands: `make demo` (ARGS=--once stops after the pack) and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Where `make eval` finds judged sets, and where it keeps the corpora it builds for them.
DATA := ../shared/data
CORPORA := .eval
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test check format docs bench kills eval release lock clean

demo: $(VENV)/.installed
	@$(BIN)/groundcast demo $(ARGS)

test: check
	$(BIN)/python -m pytest $(ARGS)

check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check src tests evaluation
	$(BIN)/ruff check src tests evaluation
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/python -m pytest -q tests/test_layers.py tests/test_repository.py
	$(BIN)/python -m groundcast.surfaces.reference --check docs/tools.md README.md

format: $(VENV)/.installed-dev
	$(BIN)/ruff format src tests evaluation
	$(BIN)/ruff check --fix src tests evaluation

docs: $(VENV)/.installed-dev
	$(BIN)/python -m groundcast.surfaces.reference docs/tools.md README.md
	WRITE_DOCS=1 $(BIN)/python -m pytest -q tests/surfaces/test_docs.py tests/evaluation/test_page.py

bench: $(VENV)/.installed-dev
	$(BIN)/python evaluation/measure_stdio.py $(ARGS)

# Ten times the kills of `make test`, which takes some minutes on two quiet cores.
kills: $(VENV)/.installed-dev
	GROUNDCAST_KILLS=200 $(BIN)/python -m pytest -q --timeout 0 tests/building/test_interruptions.py

eval: $(VENV)/.installed-dev
	DATA=$(DATA) CORPORA=$(CORPORA) GROUNDCAST=$(BIN)/groundcast evaluation/search.sh $(ARGS)

release: test
	$(BIN)/python -m build --no-isolation --outdir dist .

# Needs uv; the only target that asks a registry which versions there are.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	  --no-annotate --no-emit-index-url --no-strip-extras --upgrade pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	  --no-annotate --no-emit-index-url --no-strip-extras --group dev --extra audio \
	  -c requirements.lock pyproject.toml \
	  -o requirements-dev.lock

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Groundcast needs Python 3.11 or newer; name one: make demo PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --editable .
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock pyproject.toml | $(VENV)/bin/python
	$(PIP) --require-hashes -r requirements-dev.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.installed
