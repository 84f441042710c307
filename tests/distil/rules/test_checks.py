"""Which commands test, lint or build."""

from __future__ import annotations

import pytest

from segue.distil.rules.checks import is_check, parts, told_as


def test_looking_around_is_no_check():
    assert is_check("make test") and is_check("npm run lint")
    assert not is_check("cat tests/test_scale.py") and not is_check("git diff --check")


def test_a_name_that_sounds_like_a_check_is_none():
    """Names that people give, and commands that only look."""
    assert is_check("npm run test-unit") and is_check("mise exec -- golangci-lint run") and is_check("./run-tests.sh")
    assert not is_check("gofmt -w parcels/scale_test.go") and not is_check("git checkout a.py")
    assert not is_check("fleet status nightly-stock-count-check")
    assert not is_check("gh pr view 12 --json statusCheckRollup") and not is_check("test -x run.sh")
    assert not is_check("npm test --help")


@pytest.mark.parametrize(
    "command",
    [
        "npm install vitest@latest",
        "docker inspect scale",
        "env GOCACHE=/tmp/go-build go list ./...",
        "python scripts/ship.py tests/parcels",
        "./build/scale --weigh",
        "createdb shop_test",
        "brew install shellcheck",
        "curl https://shop.example/test",
        "aws iam get-role --role-name shop-build",
        "git stash && make test",
        "perl -pi -e 's/1000/1/' test/scale.test.js && git diff --stat",
    ],
)
def test_a_script_that_neither_tests_nor_lints_nor_builds_is_no_check(command):
    """An edit that came before it is as unproven as ever."""
    assert not is_check(command)


@pytest.mark.parametrize(
    "command",
    [
        "uv run pytest -q tests/test_scale.py",
        "bash scripts/check.sh",
        "CI=1 npm run test:unit",
        "prettier --check .",
        "mvn -q verify",
        "docker compose run --rm web pytest",
        "~/tasks/lint/spelling",
        "go vet ./...",
    ],
)
def test_a_check_is_known_by_the_program_or_what_it_is_told_to_do(command):
    assert is_check(command)


def test_the_parts_of_a_check_are_known_again_whatever_stands_around_them():
    one = parts("cd shop && env CI=1 make test 2>&1 | tail -3 && make pack; make lint")
    assert one == parts("make test && make lint") == ("make test", "make lint")


def test_a_long_command_is_told_by_the_part_that_checks():
    """Of a script nothing is told; a tool may be known by its path."""
    long = f"DOCKER_HOST={'x' * 180} ./gradlew :app:test --tests Sums"
    assert told_as(long) == "./gradlew :app:test --tests Sums"
    assert told_as(f"{long}\necho") == ""
    assert told_as("make test") == "make test"
    assert told_as("make test && git commit -m \"$(cat <<'EOF'\nSum once\n\nNot twice.\nEOF\n)\"") == "make test"
    written = "cat >> tests/test_sum.py <<'T'\ndef test_sum():\n    assert True\nT\nmake lint; make test 2>&1 | tail -4"
    assert told_as(written) == "make lint; make test" and parts(written) == ("make lint", "make test")
    assert is_check("ddev exec --dir /var/www vendor/bin/phpunit")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("sed -i 's|a|b|' Makefile; make test", "make test"),
        ("make -s test 2>&1 | tail -1; git commit -q -am 'sum once' && git log --oneline -3", "make -s test 2>&1"),
        ("git diff src/sum.css; npx vite build", "npx vite build"),
        ("npm run typecheck; npm test | tail -9; npm run build; grep -o red dist/a.css",
         "npm run typecheck; npm test | tail -9; npm run build"),
        ("mise run fmt && mise run lint", "mise run fmt && mise run lint"),
        ("npx tsc --noEmit; timeout 60 npx vitest run", "npx tsc --noEmit; timeout 60 npx vitest run"),
        ("grep -c test notes.txt", "grep -c test notes.txt"),
    ],
)  # fmt: skip
def test_a_check_is_told_without_what_looks_or_keeps_house_around_it(command, told):
    """Nobody is to run the edit again because the check behind it is worth knowing."""
    assert told_as(command) == told


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("git add . && git commit -qm x && pytest -q | tail -3", ("pytest -q",)),
        ("git diff --stat; pytest -q", ("pytest -q",)),
        ("git stash -q && pytest -q; git stash pop", ()),
        ("pytest -q && git checkout main", ("pytest -q",)),
        ("terraform fmt -recursive -check infra", ("terraform fmt -recursive -check infra",)),
    ],
)
def test_what_git_only_looks_at_or_keeps_changes_no_files(command, found):
    assert parts(command) == found
