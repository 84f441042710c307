"""What a transcript proves about a brief."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from segue.deliver import ledger
from segue.deliver.message import named, opening
from segue.deliver.receipt import checked, confirmed
from segue.deliver.records import Delivery
from segue.store.ids import Moment, iso
from tests.channel.kit import channel_in, session

BRIEF = "brief-1794736800000-abc123"
MESSAGE = f"{opening(BRIEF)}\n# Handoff\n\n{'All of it. ' * 50}\n</handoff-context>\n\nGo on.\n"
STARTED = 1_794_736_800_000
LATER = Moment(STARTED + 60_000, "aaaaaa")


@pytest.fixture
def sent() -> Delivery:
    ledger.keep_message(BRIEF, MESSAGE)
    return ledger.keep(Delivery(brief_id=BRIEF, agent="claude", how="headless", by="stdin", started_at=iso(STARTED)))


def left(home: Path, *turns: tuple[str, object], when: int = STARTED + 5_000) -> Path:
    path = session(home, Path("/w"), *turns)
    os.utime(path, (when / 1000, when / 1000))
    return path


def test_a_whole_brief_and_an_answer_are_read(isolated, sent):
    path = left(isolated, ("user", f"  {MESSAGE.strip()}"), ("agent", "Understood."))
    seen = checked(sent, LATER)
    assert (seen.state, seen.why, seen.transcript) == ("read", "", str(path))
    assert seen.session == path.stem and ledger.delivery_of(BRIEF) == seen


def test_a_brief_without_an_answer_is_delivered(isolated, sent):
    left(isolated, ("user", MESSAGE))
    assert checked(sent, LATER).state == "delivered"


def test_a_cut_brief_is_not_seen(isolated, sent):
    left(isolated, ("user", MESSAGE[:200]), ("agent", "Understood."))
    seen = checked(sent, LATER)
    assert seen.state == "not seen" and "200 of" in seen.why


def test_a_session_that_was_there_before_proves_nothing(isolated, sent):
    left(isolated, ("user", MESSAGE), ("agent", "Understood."), when=STARTED - 60_000)
    assert checked(sent, LATER).state == "not seen"


def test_another_brief_in_the_same_place_is_not_taken_for_ours(isolated, sent):
    left(isolated, ("user", MESSAGE.replace("abc123", "zzz999")), ("agent", "Understood."))
    assert checked(sent, LATER).state == "not seen"


def test_an_id_that_is_only_mentioned_is_no_delivery(isolated, sent):
    left(isolated, ("user", f"What became of {BRIEF}?"), ("agent", "I do not know."))
    assert checked(sent, LATER).state == "not seen"


def test_a_brief_by_file_is_read_when_the_file_was_opened(isolated):
    ledger.keep_message(BRIEF, MESSAGE)
    sent = ledger.keep(Delivery(brief_id=BRIEF, agent="claude", how="interactive", by="file", started_at=iso(STARTED)))
    line = named(str(ledger.message_file(BRIEF)), BRIEF)
    path = left(isolated, ("user", line), ("agent", "I shall read it."))
    assert checked(sent, LATER).state == "delivered"
    call = {"type": "tool_use", "id": "t1", "name": "Read", "input": {"file_path": str(ledger.message_file(BRIEF))}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "1 # Handoff"}
    rows = [
        {"type": "assistant", "message": {"role": "assistant", "id": "m9", "model": "m", "content": [call]}},
        {"type": "user", "message": {"role": "user", "content": [result]}},
    ]
    with path.open("a") as file:
        for number, row in enumerate(rows, 3):
            ids = {
                "uuid": f"00000000-0000-4000-8000-{number:012d}",
                "parentUuid": f"00000000-0000-4000-8000-{number - 1:012d}",
            }
            file.write(json.dumps({**row, **ids, "sessionId": path.stem, "isSidechain": False, "cwd": "/w"}) + "\n")
    assert checked(sent, LATER).state == "read"


def test_what_was_delivered_stays_so_when_the_transcript_is_cleaned_up(isolated, sent):
    path = left(isolated, ("user", MESSAGE))
    seen = checked(sent, LATER)
    path.unlink()
    assert checked(seen, LATER).state == "delivered"


@pytest.mark.parametrize(("accepted", "said"), [(True, "confirmed"), (False, "confirmed in part")])
def test_an_agent_may_confirm_a_brief_over_mcp(isolated, tmp_path, accepted, said):
    folder = channel_in(tmp_path / "segue-home", "channel-1-a")
    meta = {"kind": "handoff_receipt", "briefId": BRIEF, "accepted": accepted}
    entry = {"entryId": "entry-1-a", "type": "event", "content": "Receipt", "metadata": meta, "createdAt": iso(STARTED)}
    (folder / "feed.jsonl").write_text(json.dumps(entry) + "\n")
    sent = Delivery(brief_id=BRIEF, channel_id="channel-1-a", agent="goose", how="headless")
    assert confirmed(sent) == said
    assert confirmed(Delivery(brief_id="brief-2-b", channel_id="channel-1-a", how="headless")) == ""


def test_a_broken_record_of_a_delivery_hides_no_other(isolated, sent):
    (ledger.place() / "brief-1-broken.json").write_text("{")
    (ledger.place() / "brief-2-newer.json").write_text(
        json.dumps({"briefId": "brief-2-newer", "how": "x", "version": 9})
    )
    assert [one.brief_id for one in ledger.deliveries()] == [BRIEF]
