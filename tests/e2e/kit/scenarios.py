"""What the real clients are made to do, once: the recorder keeps the transcripts, the tests read them.

A scenario plays on a desk and returns the transcript that it is about. The words are ours; the clients' files are
whatever the clients write. Prompts are spelt whole, script and all, because they are the human's exact words.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.e2e.kit import seats, sittings
from tests.e2e.kit.desk import Desk

Play = Callable[[Desk], Path]

USED = 41_000
USED_LATER = 52_000


class Scenario(NamedTuple):
    client: str
    name: str
    intent: str
    play: Play


READS_AGAIN = {
    "omp": '[[tool read {"path": "WORK/parser.py", "i": "look"}]] ',
    "claude-old": '[[tool Read {"file_path": "WORK/parser.py"}]] ',
    "qwen": '[[tool read_file {"file_path": "WORK/parser.py"}]] ',
}
"""Some clients edit only what they read in this process: after a resume they must look again."""


def prompts_of_work(work: Path, client: str = "") -> tuple[str, str, str]:
    """Three turns: work with a failure in it, a correction, and a word of thanks."""
    if client == "aider":
        return prompts_of_questions()
    old, new = "    return text.split()", "    return text.split() if text else []"
    edit = _omp_edit(work, new) if client == "omp" else f"[[edit {work}/parser.py|{old}|{new}]]"
    renamed = "def parse_line(text):"
    rename = _omp_edit(work, renamed, 1) if client == "omp" else f"[[edit {work}/parser.py|def parse(text):|{renamed}]]"
    read = READS_AGAIN.get(client, "").replace("WORK", str(work))
    return (
        "Make the parser accept empty input, and do not add a dependency. "
        f"[[write {work}/parser.py|def parse(text):\\n{old}\\n]] [[bash echo 2 passed]] "
        f"[[bash echo 1 failed >&2; exit 3]] {edit} [[text The parser accepts empty input now.]] [[usage {USED}]]",
        "No, the public name must be parse_line: “parse” is taken. "
        f"{read}{rename} [[text Renamed to parse_line.]] [[usage {USED_LATER}]]",
        f"Thanks, that is what I meant. [[text You are welcome.]] [[usage {USED_LATER}]]",
    )


def prompts_of_questions() -> tuple[str, str, str]:
    """The same work for a client that takes edits out of an answer: none of a file that the answer itself makes."""
    old, new = "    return text.split()", "    return text.split() if text else []"
    return (
        "Make the parser accept empty input, and do not add a dependency. "
        f"[[write parser.py|def parse(text):\\n{old}\\n]] [[bash echo 2 passed]] [[bash echo 1 failed >&2; exit 3]] "
        "[[text The parser accepts empty input now.]]",
        "No, the public name must be parse_line: “parse” is taken. "
        f"[[edit parser.py|{old}|{new}]] [[edit parser.py|def parse(text):|def parse_line(text):]] "
        "[[text Renamed to parse_line.]]",
        "Thanks, that is what I meant. [[text You are welcome.]]",
    )


def _omp_edit(work: Path, line: str, number: int = 2) -> str:
    patch = f"[{work}/parser.py#TAG]\nPUT {number}.={number}:\n+{line}\n"
    return f"[[tool edit {json.dumps({'input': patch, 'i': 'accept empty input'})}]]"


PARALLEL = "Look in three places. [[bash echo one]]&[[bash echo two; exit 4]]&[[bash echo three]] [[text Looked.]]"
FORKED = "Try it another way. [[bash echo another way]] [[text Tried.]]"
FIRST = "Remember the word walrus. [[bash echo walrus]] [[text I will.]]"
AFTER = "Which word was it? [[text It was walrus.]]"
FAILURES = {"qwen": 400}
"""The answer of the model's server that is a failure; after a 500 Qwen Code tries again, and leaves no trace of it."""
AFTER_FAILURE = "Try again. [[text It works now.]]"


def play_work(desk: Desk) -> Path:
    first, *later = prompts_of_work(desk.work, desk.client.name)
    transcript = desk.say(first)
    for prompt in later:
        desk.go_on(transcript, prompt)
    return transcript


def play_questions(desk: Desk) -> Path:
    return sittings.play_questions(desk, *prompts_of_questions())


def play_parallel(desk: Desk) -> Path:
    return desk.say(PARALLEL)


def play_fork(desk: Desk) -> Path:
    return desk.fork(desk.say(FIRST), FORKED)


def failing(client: str) -> str:
    return f"This one fails. [[error {FAILURES.get(client, 500)}]] [[text It came through at once.]]"


def play_failure(desk: Desk) -> Path:
    """The model's server fails once: the client ends with an error, and the session goes on after it."""
    before = desk.transcripts()
    desk.run([argument.replace("{prompt}", failing(desk.client.name)) for argument in desk.client.start])
    transcript = desk.transcript(before)
    desk.go_on(transcript, AFTER_FAILURE)
    return transcript


SUBAGENT_TASK = "Count the files. @@bash ls | wc -l@@ @@text There is one file.@@"
SUBAGENT = (
    "Let a helper count the files. [[tool Agent "
    + json.dumps(
        {
            "description": "Count the files",
            "subagent_type": "general-purpose",
            "prompt": SUBAGENT_TASK,
            "run_in_background": False,
        }
    )
    + "]] [[text The helper says one.]]"
)
TASKS = (
    'Plan it. [[tool TaskCreate {"subject": "Write the parser", "description": "the parser"}]] '
    '[[tool TaskCreate {"subject": "Write the tests", "description": "the tests"}]] '
    '[[tool TaskUpdate {"taskId": "1", "status": "completed"}]] [[text Planned.]]'
)
PLAN = (
    'Plan it. [[tool update_plan {"explanation": "two steps", "plan": ['
    '{"step": "Write the parser", "status": "completed"}, {"step": "Write the tests", "status": "pending"} ]}]] '
    "[[text Planned.]]"
)
TODOS = (
    'Plan it. [[tool TodoWrite {"todos": ['
    '{"content": "Write the parser", "status": "completed", "activeForm": "Writing"}, '
    '{"content": "Write the tests", "status": "pending", "activeForm": "Testing"} ]}]] [[text Planned.]]'
)
OPENCODE_TODOS = (
    'Plan it. [[tool todowrite {"todos": ['
    '{"content": "Write the parser", "status": "completed", "priority": "high"}, '
    '{"content": "Write the tests", "status": "pending", "priority": "low"} ]}]] [[text Planned.]]'
)
QWEN_TODOS = (
    'Plan it. [[tool todo_write {"todos": ['
    '{"id": "1", "content": "Write the parser", "status": "completed"}, '
    '{"id": "2", "content": "Write the tests", "status": "pending"} ]}]] [[text Planned.]]'
)
GOOSE_TODOS = (
    'Plan it. [[tool todo_write {"content": "- [x] Write the parser\\n- [ ] Write the tests"}]] [[text Planned.]]'
)
PLANS = {
    "goose": GOOSE_TODOS,
    "claude": TASKS,
    "codex": PLAN,
    "codex-old": PLAN,
    "claude-old": TODOS,
    "opencode": OPENCODE_TODOS,
    "qwen": QWEN_TODOS,
}
COMPACT = "/compact keep the word"
COMMANDS = {"qwen": COMPACT.replace("compact", "compress")}
DELEGATES = {"claude-old": "Task", "qwen": "agent"}


DELEGATE = f"Let a helper count the files. [[tool delegate {json.dumps({'instructions': SUBAGENT_TASK})}]] " + (
    "[[text The helper says one.]]"
)


def play_delegate(desk: Desk) -> Path:
    return desk.say(DELEGATE)


def play_subagent(desk: Desk) -> Path:
    return desk.say(delegating(desk.client.name))


def play_background_subagent(desk: Desk) -> Path:
    prompt = delegating(desk.client.name)
    return desk.say(prompt.replace('"run_in_background": false', '"run_in_background": true'))


def delegating(client: str) -> str:
    return SUBAGENT.replace("[[tool Agent", f"[[tool {DELEGATES.get(client, 'Agent')}")


def play_compaction_by_hand(desk: Desk) -> Path:
    transcript = desk.say(FIRST)
    desk.go_on(transcript, COMMANDS.get(desk.client.name, COMPACT))
    desk.go_on(transcript, AFTER)
    return transcript


def play_compaction_by_itself(desk: Desk) -> Path:
    """It compacts at the next prompt, because the last answer claimed a full window."""
    transcript = desk.say(f"{FIRST} [[usage 260000]]")
    desk.go_on(transcript, AFTER)
    return transcript


def play_plan(desk: Desk) -> Path:
    return desk.say(PLANS[desk.client.name])


def _for(clients: tuple[str, ...], name: str, intent: str, play: Play) -> list[Scenario]:
    return [Scenario(client, name, intent, play) for client in clients]


SCENARIOS = (
    Scenario(
        "aider",
        "work",
        "Three turns at a terminal: a file written, then edited twice in one answer; two commands that were run, and "
        "nobody noted how they ended; a correction with its exact words; thanks.",
        play_questions,
    ),
    *_for(
        tuple(seats.SEATS),
        "handoff",
        "At a terminal, with segue installed: a rule, then our command with the focus `the parser`; the model searches "
        "for our tool where it must and gives it the document; one more request after that.",
        seats.play_handoff,
    ),
    *_for(
        ("claude", "codex", "pi", "omp", "gemini", "qwen", "copilot", "opencode", "goose", "claude-old", "codex-old"),
        "work",
        "Three turns: a file written and edited, a command that works and one that ends with 3; a correction in a "
        "resumed session with its exact words; thanks. 41000, then 52000 tokens of context.",
        play_work,
    ),
    *_for(
        ("claude", "codex", "pi", "omp", "gemini", "qwen", "copilot", "opencode", "goose"),
        "parallel",
        "One turn, three commands in one answer; the second ends with 4. Each keeps its own outcome.",
        play_parallel,
    ),
    *_for(
        ("claude", "codex", "pi", "qwen"),
        "fork",
        "A fork: the turn of its parent (the word walrus) and one of its own.",
        play_fork,
    ),
    *_for(
        ("claude", "codex", "pi", "qwen"),
        "failure",
        "The model's server answers 500 to the first prompt; the second one goes through. pi tries again by itself.",
        play_failure,
    ),
    *_for(
        ("claude", "codex", "pi", "qwen"),
        "interruption",
        "At a terminal: Escape in the middle of a command; then a prompt, and one more typed while it works.",
        sittings.play_interruption,
    ),
    Scenario(
        "claude",
        "rejection",
        "At a terminal: one tool use refused with the user's words, one refused with Escape, and a prompt after that.",
        sittings.play_rejection,
    ),
    Scenario(
        "qwen",
        "rejection",
        "At a terminal: one tool use refused with Escape, and a prompt after that.",
        sittings.play_qwen_rejection,
    ),
    Scenario(
        "qwen",
        "rewind",
        "At a terminal: a turn taken back with Escape twice, and another one said in its place.",
        sittings.play_rewind,
    ),
    *_for(
        ("claude", "qwen"),
        "subagent",
        "A sub-agent in its own file, waited for; it ran one command.",
        play_subagent,
    ),
    *_for(
        ("claude", "qwen"),
        "background-subagent",
        "A sub-agent in the background: its outcome comes later, as a notification that no human said.",
        play_background_subagent,
    ),
    Scenario(
        "goose", "subagent", "A sub-agent in a session of its own, waited for; it ran one command.", play_delegate
    ),
    *_for(
        ("claude", "copilot", "qwen"),
        "compaction",
        "A compaction by hand between two turns, with a focus.",
        play_compaction_by_hand,
    ),
    *_for(("codex", "goose"), "compaction", "A compaction by itself between two turns.", play_compaction_by_itself),
    *_for(
        ("claude", "codex", "opencode", "goose", "qwen", "claude-old", "codex-old"),
        "plan",
        "A list of two steps in the client's own tool for it: the parser, done, and the tests, not done.",
        play_plan,
    ),
    Scenario("claude-old", "subagent", "A sub-agent inline in its parent's file, as side-chain rows.", play_subagent),
)
