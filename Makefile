# Two commands do all the set-up on a fresh machine: `make brief` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CLIENTS := claude claude-old codex codex-old pi omp gemini qwen opencode copilot goose aider

.PHONY: help brief test fast check format bench docs clean
help:            ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST)

brief: $(VENV)/.runs  ## a brief of the newest session on this machine, or of a bundled sample
	@scripts/first-brief $(BIN)/segue

test: $(VENV)/.develops  ## everything: lint, types, docs, all tests with the real programs
	@scripts/test-tools
	$(BIN)/python -m tests.e2e.kit.install $(CLIENTS)
	$(MAKE) --no-print-directory check
	$(BIN)/pytest -n 2 --dist loadgroup

fast: $(VENV)/.develops  ## what a change needs, in under a minute
	$(BIN)/ruff check . && $(BIN)/pytest -n 2 -m "not e2e and not slow" -q

check: $(VENV)/.develops  ## lint, format, types, generated docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python scripts/reference.py --check

format: $(VENV)/.develops  ## format the code and write the generated docs
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .
	$(BIN)/python scripts/reference.py

bench: $(VENV)/.develops  ## speed, side by side with a peer in one run
	$(BIN)/python -m benchmarks

clean:           ## remove what make made
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis

$(VENV)/.runs: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "segue needs Python 3.11 or newer; set PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m compileall -q src $(VENV)/lib
	@touch $@

$(VENV)/.develops: $(VENV)/.runs
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
