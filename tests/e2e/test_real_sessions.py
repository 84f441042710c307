"""What the readers make of sessions that the real agents wrote.

Every test runs twice: over the recorded fixtures, always; and marked e2e over sessions that the pinned clients write
now, against the scripted model. What is expected comes from the script, never from what a reader said before.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from segue.distil.asked import own_work
from segue.distil.records import Evidence
from segue.distil.spine import spine
from segue.handoff import write_brief
from segue.session.records import Call, Said
from segue.sources import base
from segue.sources.codex import Codex
from tests.e2e.conftest import Tell, Told
from tests.e2e.kit import scenarios, seats, sittings
from tests.e2e.kit.scenarios import SCENARIOS
from tests.e2e.proofs import proves

WORKERS = [one.client for one in SCENARIOS if one.name == "work"]
TELLERS = [client for client in WORKERS if client != "aider"]
"""Clients that note how a command ended."""
PLANNERS = [one.client for one in SCENARIOS if one.name == "plan"]
INTERRUPTED = [one.client for one in SCENARIOS if one.name == "interruption"]
FAILERS = [one.client for one in SCENARIOS if one.name == "failure"]
PARALLEL = [one.client for one in SCENARIOS if one.name == "parallel"]
HELPED = [(one.client, one.name) for one in SCENARIOS if one.name.endswith("subagent")]
EVERY = [pytest.param(one.client, one.name, id=f"{one.client}-{one.name}") for one in SCENARIOS]
PROOFS = [
    pytest.param(
        one.client,
        one.name,
        id=f"{one.client}-{one.name}",
        marks=() if one.client.endswith("-old") else proves(one.client, "reads"),
    )
    for one in SCENARIOS
]

LATER = scenarios.USED_LATER
ANSWERED = LATER + 20
"""Some agents count the last answer into the context, some do not."""

CONTEXT = {
    "claude": (LATER, 1_000_000),
    "claude-old": (LATER, 200_000),
    "codex": (ANSWERED, 258_400),
    "codex-old": (ANSWERED, 272_000),
    "gemini": (LATER, 1_048_576),
    "qwen": (LATER, 200_000),
    "copilot": (LATER, 128_000),
    "opencode": (ANSWERED, None),
    "goose": (ANSWERED, None),
}
MODEL = {
    "claude": "claude-opus-5-5",
    "claude-old": "claude-sonnet-4-5-20250929",
    "codex": "gpt-5.5",
    "codex-old": "gpt-5-codex",
    "pi": "fake-model",
    "omp": "fake-model",
    "gemini": "gemini-3.8-flash",
    "qwen": "fake-model",
    "copilot": "fake-model",
    "opencode": "fake-model",
    "goose": "fake-model",
    "aider": "fake-model",
}


@pytest.mark.parametrize(("client", "name"), EVERY)
def test_a_real_session_reads_without_a_gap_and_agrees_with_its_glance(tell: Tell, client: str, name: str) -> None:
    """Whatever a client writes today is understood whole; a list shows the same facts as the session."""
    told = tell(client, name)
    assert told.reader.claims(told.transcript)
    assert told.session.gaps == ()
    assert told.reader.glance(told.transcript) == told.session.glance


@pytest.mark.parametrize(("client", "name"), EVERY)
def test_a_real_session_knows_where_it_ran(tell: Tell, client: str, name: str) -> None:
    """Directory and times are there in every format and every version."""
    told = tell(client, name)
    glance = told.session.glance
    assert glance.cwd == str(told.transcript.parent if client == "aider" else told.work), "it lies there"
    assert glance.started.endswith("Z")
    assert glance.started <= glance.ended


@pytest.mark.parametrize("client", WORKERS)
def test_the_users_words_are_whole_and_no_others_are_taken_for_them(tell: Tell, client: str) -> None:
    """Three prompts, the last two in resumed sessions: nothing cut, nothing injected, nothing twice."""
    told = tell(client, "work")
    assert told.words() == list(scenarios.prompts_of_work(told.work, client))
    assert told.session.glance.human_turns == 3
    assert {item.via for item in told.session.items if isinstance(item, Said) and item.role == "user"} == {"typed"}


@pytest.mark.parametrize("client", WORKERS)
def test_the_agents_closing_words_are_told_from_its_steps(tell: Tell, client: str) -> None:
    """One closing answer a turn, and each of them marked as final."""
    told = tell(client, "work")
    closing = ["The parser accepts empty input now.", "Renamed to parse_line.", "You are welcome."]
    assert told.closing_words() == closing
    assert set(closing) < set(told.words("agent"))


@pytest.mark.parametrize("client", TELLERS)
def test_commands_keep_their_outcome_and_exit_code(tell: Tell, client: str) -> None:
    """One works, the other failed with 3; Claude Code 2.0 notes no code, so none is made up."""
    works, fails = tell(client, "work").calls("run")
    assert (works.command, works.outcome, works.exit_code or 0) == ("echo 2 passed", "ok", 0)
    code = None if client == "claude-old" else 3
    assert (fails.command, fails.outcome, fails.exit_code) == ("echo 1 failed >&2; exit 3", "failed", code)
    assert "1 failed" in fails.output


def test_commands_whose_end_nobody_noted_have_no_outcome(tell: Tell) -> None:
    """Aider notes that a command was run, and neither what it printed nor its exit code."""
    told = tell("aider", "work")
    runs = [call for call in told.calls("run") if call.name == "shell"]
    commands = [(call.command, call.outcome, call.exit_code, call.output) for call in runs]
    assert commands == [(words, "unanswered", None, "") for words in ("echo 2 passed", "echo 1 failed >&2; exit 3")]


def test_what_aider_commits_by_itself_is_a_commit(tell: Tell) -> None:
    """One an answer that edits; without them a brief would say that nothing was committed."""
    commits = [call.command for call in tell("aider", "work").calls("run") if call.name == "commit"]
    assert commits == ["git commit -m 'SCRIPTED SUMMARY of 1 events'"] * 2


def test_the_context_of_aider_is_its_own_estimate(tell: Tell) -> None:
    """It counts tokens by itself and rounds; what the model claims is not kept."""
    used = tell("aider", "work").session.glance.usage.used
    assert used and 2000 < used < 4000


@pytest.mark.parametrize("client", WORKERS)
def test_files_are_touched_as_the_agent_touched_them(tell: Tell, client: str) -> None:
    """A file is created, then edited twice; what was put in stands in the edit."""
    told = tell(client, "work")
    touches = [touch for call in told.calls("edit") for touch in call.files]
    assert [(Path(touch.path).name, touch.how) for touch in touches] == [
        ("parser.py", "created"),
        ("parser.py", "edited"),
        ("parser.py", "edited"),
    ]
    assert "if text else []" in touches[1].new
    assert "def parse_line(text):" in touches[2].new
    assert all(call.outcome == "ok" for call in told.calls("edit"))


@pytest.mark.parametrize("client", CONTEXT)
def test_the_context_is_as_full_as_the_model_claimed(tell: Tell, client: str) -> None:
    """The last answer's claim counts, not the sum of all and not an earlier one."""
    usage = tell(client, "work").session.glance.usage
    assert (usage.used, usage.window) == CONTEXT[client]


@pytest.mark.parametrize("client", ["pi", "omp"])
def test_the_context_of_pi_counts_the_last_answer_in(tell: Tell, client: str) -> None:
    """Its file has no window; the used tokens are the last answer's total."""
    assert tell(client, "work").session.glance.usage.used == ANSWERED


@pytest.mark.parametrize("client", WORKERS)
def test_model_and_title_are_shown(tell: Tell, client: str) -> None:
    """Without a title of its own, a session is called by its first words."""
    glance = tell(client, "work").session.glance
    assert glance.model.endswith(MODEL[client])
    if client not in ("claude-old", "opencode", "goose"):  # they ask the model for a title, and get a scripted one
        assert glance.title.startswith("Make the parser accept empty input")


@pytest.mark.parametrize("client", ["claude", "claude-old", "codex", "copilot", "qwen"])
def test_the_branch_is_read_where_the_agent_notes_it(tell: Tell, client: str) -> None:
    """The working directory is a repository on main."""
    assert tell(client, "work").session.glance.branch == "main"


@pytest.mark.parametrize("client", PARALLEL)
def test_parallel_calls_keep_their_own_results(tell: Tell, client: str) -> None:
    """Three calls in one answer, results in whatever order: each joins its own."""
    told = tell(client, "parallel")
    found = {call.command: (call.outcome, call.exit_code or 0) for call in told.calls("run")}
    assert found == {"echo one": ("ok", 0), "echo two; exit 4": ("failed", 4), "echo three": ("ok", 0)}
    assert [call.command.split()[1].rstrip(";") in call.output for call in told.calls("run")] == [True] * 3
    assert told.words() == [scenarios.PARALLEL]


@pytest.mark.parametrize("client", ["claude", "pi", "qwen"])
def test_a_fork_that_copies_holds_its_parents_turn_and_its_own(tell: Tell, client: str) -> None:
    """Copied rows are part of the conversation, each of them once."""
    told = tell(client, "fork")
    assert told.words() == [scenarios.FIRST, scenarios.FORKED]
    assert [call.command for call in told.calls("run")] == ["echo walrus", "echo another way"]


def test_a_fork_by_reference_holds_its_own_turn_and_leads_to_the_rest(tell: Tell) -> None:
    """Codex copies nothing: record numbers are those of one file, so the parent's turn is read in the parent."""
    told = tell("codex", "fork")
    assert told.words() == [scenarios.FORKED]
    (parents,) = Codex().before(told.transcript)
    assert [item.text for item in parents.items if isinstance(item, Said) and item.role == "user"] == [scenarios.FIRST]
    assert parents.glance.id == told.session.glance.parent


@pytest.mark.parametrize("client", ["codex", "pi", "qwen"])
def test_a_fork_names_its_parent(tell: Tell, client: str) -> None:
    """Claude Code leaves no trace of it in the file; the others do."""
    parent = tell(client, "fork").session.glance.parent
    assert len(parent) == 36


@pytest.mark.parametrize("client", FAILERS)
def test_an_error_of_the_model_is_no_answer(tell: Tell, client: str) -> None:
    """Both prompts are the user's; the failed request leaves a mark and no words of the agent."""
    told = tell(client, "failure")
    tried_again = ["It came through at once."] if client == "pi" else []
    assert told.words() == [scenarios.failing(client), scenarios.AFTER_FAILURE]
    assert told.words("agent") == [*tried_again, "It works now."]
    assert len(told.marks("error")) == 1


@pytest.mark.parametrize("client", PLANNERS)
def test_the_last_list_of_steps_is_whole(tell: Tell, client: str) -> None:
    """However the tool reports it (whole lists, or one change at a time), the call holds the list as it left it."""
    last = tell(client, "plan").calls("todo")[-1]
    steps = [(step.text, step.status) for step in last.todos]
    assert steps == [("Write the parser", "done"), ("Write the tests", "pending")]


def assert_one_helper(told: Told, task: str) -> None:
    (call,) = told.calls("delegate")
    assert call.side is not None
    assert call.side.task.startswith(task)
    assert call.side.outcome.strip().endswith("There is one file.")
    assert not told.calls("run"), "what the helper ran is the helper's"


@pytest.mark.parametrize(("client", "name"), HELPED)
def test_a_sub_agent_is_one_line_with_its_outcome(tell: Tell, client: str, name: str) -> None:
    """In its own file, in the background or inline: its words are never the user's, its end is told."""
    told = tell(client, name)
    assert len(told.words()) == 1
    assert told.words()[0].startswith("Let a helper count the files.")
    assert told.session.glance.human_turns == 1
    assert_one_helper(told, "Count the files")


def test_a_sub_agent_in_a_session_of_its_own_is_found_there(tell: Tell) -> None:
    """Goose and its helpers share a database: the call leads to the helper's session, which is in no list."""
    told = tell("goose", "subagent")
    assert told.words() == [scenarios.DELEGATE]
    assert_one_helper(told, scenarios.SUBAGENT_TASK)
    (call,) = told.calls("delegate")
    assert call.side
    helper = told.reader.read(told.transcript / call.side.session)
    assert (helper.glance.parent, helper.glance.helper) == (told.session.glance.id, True)
    assert [item.command for item in helper.items if isinstance(item, Call)] == ["ls | wc -l"]


@pytest.mark.parametrize("client", ["claude", "codex", "copilot", "qwen", "goose"])
def test_what_came_before_a_compaction_still_counts(tell: Tell, client: str) -> None:
    """Both prompts are there, the summary is a mark and nobody's words, and it is there once."""
    told = tell(client, "compaction")
    prompts = [words for words in told.words() if words.startswith(("Remember the word", "Which word"))]
    assert prompts == [prompts[0], scenarios.AFTER]
    assert prompts[0].startswith(scenarios.FIRST)
    (mark,) = told.marks("compaction")
    assert "SCRIPTED SUMMARY" in mark.text


@pytest.mark.parametrize("client", INTERRUPTED)
def test_an_interrupted_command_is_neither_refused_nor_failed(tell: Tell, client: str) -> None:
    """Escape while it runs: the call is interrupted, a mark stands where the user stopped it, nobody said a word."""
    told = tell(client, "interruption")
    stopped, looked = told.calls("run")
    assert (stopped.command, stopped.outcome) == (sittings.pause(client, 20), "interrupted")
    assert (looked.command, looked.outcome) == (f"{sittings.pause(client, 4)}; echo looked", "ok")
    assert len(told.marks("interrupted")) == 1
    assert told.words() == list(sittings.prompts_of_interruption(client))
    assert told.closing_words() == ["I saw the log."]


@pytest.mark.parametrize("client", ["claude", "codex", "qwen"])
def test_a_prompt_typed_while_the_agent_works_is_the_users_and_marked_so(tell: Tell, client: str) -> None:
    """It is steering, and the last one of the session; pi writes it like any other prompt."""
    said = [item for item in tell(client, "interruption").session.items if isinstance(item, Said)]
    assert [item.via for item in said if item.text == sittings.SPEAK] == ["queued"]


def test_a_refused_tool_use_keeps_the_users_words(tell: Tell) -> None:
    """The words of a refusal are the user's, verbatim; without words it is a refusal all the same."""
    told = tell("claude", "rejection")
    assert [(call.command, call.outcome) for call in told.calls("run")] == [
        ("touch tidy.txt", "rejected"),
        ("touch other.txt", "rejected"),
    ]
    said = [(item.via, item.text) for item in told.session.items if isinstance(item, Said) and item.role == "user"]
    assert said == [
        ("typed", sittings.TIDY),
        ("rejection", sittings.REFUSAL),
        ("typed", sittings.OTHER),
        ("typed", sittings.LEAVE),
    ]


def test_a_refusal_without_words_is_a_refusal_all_the_same(tell: Tell) -> None:
    """Qwen Code has no other one; it is neither a failure nor an interruption."""
    told = tell("qwen", "rejection")
    assert [(call.command, call.outcome) for call in told.calls("run")] == [("touch other.txt", "rejected")]
    assert told.words() == [sittings.OTHER, sittings.LEAVE]
    assert told.marks("interrupted") == []


def test_a_turn_that_was_taken_back_is_one_mark(tell: Tell) -> None:
    """What it ran is not told, what was said in its place is."""
    told = tell("qwen", "rewind")
    assert told.words() == [sittings.KEPT, sittings.INSTEAD]
    assert [call.command for call in told.calls("run")] == ["echo kept"]
    assert [mark.text for mark in told.marks("rewind")] == [sittings.TAKEN_BACK]


def test_a_compactions_focus_is_the_users_command_once(tell: Tell) -> None:
    """`/compact keep the word` is one command with an argument, not two turns."""
    told = tell("claude", "compaction")
    said = [item for item in told.session.items if isinstance(item, Said) and item.role == "user"]
    assert [(item.via, item.text) for item in said if "keep the word" in item.text] == [("command", "keep the word")]


@pytest.mark.e2e
@pytest.mark.parametrize("tell", ["live"], indirect=True)
@pytest.mark.parametrize(("client", "name"), PROOFS)
def test_a_reader_finds_what_the_client_wrote_and_changes_nothing(tell: Tell, client: str, name: str) -> None:
    """The transcript is found below the client's home, sub-agents' files are not, and reading writes nothing."""
    told = tell(client, name)
    before = _state(told.home)
    found = list(base.found(told.reader, told.home, told.work))
    told.reader.read(told.transcript)
    assert told.transcript in found or told.transcript in {path.parent for path in found}, "in a file, or in a database"
    assert not [path for path in found if "subagents" in path.parts]
    assert _state(told.home) == before


def _state(home: Path) -> dict[Path, int]:
    """When each file was written; but for what SQLite keeps for the readers of a database."""
    return {path: path.stat().st_mtime_ns for path in home.rglob("*") if not path.name.endswith(".db-shm")}


@pytest.mark.parametrize("client", seats.SEATS)
def test_a_handoff_asked_for_inside_is_nobodys_words(tell: Tell, client: str) -> None:
    """Neither our prompt nor the document nor what the agent said about it is in a later brief; the rest is."""
    told = tell(client, "handoff")
    _, text = write_brief(Evidence(session=told.session), template="session", budget=4000)
    assert f'Last request:\n- "{seats.AFTER}' in text and f'"{seats.RULE}' in text
    lines = "\n".join(map(str, spine(told.session)))
    assert seats.AFTER in lines and seats.RULE in lines
    for ours in ("handoff document", "make the parser robust", "handoff_document", "Told.", seats.FOCUS):
        assert ours not in text and ours not in lines
    said = [item.text for item in own_work(told.session.items) if isinstance(item, Said) and item.role == "agent"]
    assert said[-2:] == ["Agreed.", "Renamed."]
