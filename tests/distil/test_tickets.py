"""Tickets as a graph."""

from __future__ import annotations

from segue.channel.records import Ticket
from segue.distil.tickets import in_order, standing, waiting_for


def ticket(name: str, status: str = "pending", *after: str) -> Ticket:
    return Ticket(ticket_id=name, title=name, status=status, depends_on=list(after))


def test_what_can_be_done_now_comes_first_and_the_rest_in_the_order_it_can_be_reached():
    tickets = [
        ticket("done", "completed"),
        ticket("last", "pending", "later"),
        ticket("later", "pending", "now"),
        ticket("broken", "failed"),
        ticket("now", "pending", "done"),
        ticket("running", "executing"),
    ]
    assert [t.ticket_id for t in in_order(tickets)] == ["running", "now", "broken", "later", "last", "done"]


def test_a_ticket_waits_for_what_is_not_completed_known_or_not():
    tickets = [ticket("a", "completed"), ticket("b", "ready", "a", "ghost")]
    assert waiting_for(tickets[1], tickets) == ("ghost",) and standing(tickets[1], tickets) == "blocked"


def test_a_circle_ends():
    tickets = [ticket("a", "pending", "b"), ticket("b", "pending", "a"), ticket("c", "pending", "c")]
    assert {t.ticket_id for t in in_order(tickets)} == {"a", "b", "c"}
