"""The playground as one HTML file: no script, nothing fetched, every text from outside escaped."""

from __future__ import annotations

from html import escape

from segue.evals.checks import Check
from segue.evals.faults import Fault
from segue.evals.playground import View

STYLE = """
:root{--ink:#1d2329;--soft:#5c6670;--line:#d9dee3;--page:#fbfbf9;--card:#fff;--good:#1a7f4b;--bad:#b3261e;--mark:#fff3c4}
@media(prefers-color-scheme:dark){:root{--ink:#e4e7ea;--soft:#98a2ac;--line:#333b43;--page:#14181c;--card:#1b2127;
--good:#5bd197;--bad:#ff8a80;--mark:#4a3f12}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header{padding:24px 32px 16px;border-bottom:1px solid var(--line)}h1{margin:0;font-size:22px}
header p{margin:4px 0;color:var(--soft)}.verdict{font-weight:600}.pass{color:var(--good)}.fail{color:var(--bad)}
main{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:24px;padding:20px 32px}
@media(max-width:900px){main{grid-template-columns:minmax(0,1fr)}}
h2{font-size:15px;margin:0 0 10px;color:var(--soft);font-weight:600}
.item{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--good);border-radius:6px;
padding:8px 12px;margin-bottom:8px;overflow-wrap:anywhere}.item.missed,.item.fault{border-left-color:var(--bad)}
.kind{font-size:12px;color:var(--soft)}.state{float:right;font-size:12px;font-weight:600}
.why{color:var(--soft);font-size:13px;margin-top:2px}.needs{font-style:italic}a{color:inherit}
.brief{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:8px 0;
font:13px/1.55 ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
.row{display:grid;grid-template-columns:44px 1fr;padding:1px 12px 1px 0}.row>a{color:var(--soft);text-align:right;
padding-right:10px;text-decoration:none}.row.earned{box-shadow:inset 4px 0 var(--good)}
.row.bad{box-shadow:inset 4px 0 var(--bad)}.row:target{background:var(--mark)}.row b{font-weight:700}
.item:target{background:var(--mark)}.refs{font-family:system-ui,sans-serif;font-size:12px;color:var(--good)}
"""
FRAME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title><style>{style}</style></head><body>
<header><h1>{title}</h1><p>{intent}</p><p class="verdict {verdict}">{result}</p><p>{facts}</p></header>
<main><section><h2>What the next agent must know</h2>
{items}</section>
<section><h2>The brief</h2><div class="brief">{brief}</div></section></main></body></html>
"""


def as_html(view: View) -> str:
    judged = view.score
    items = [_item(n, check) for n, check in enumerate(judged.checks, 1)]
    items += [_fault(fault) for fault in judged.faults]
    return FRAME.format(
        title=escape(judged.case),
        style=STYLE,
        intent=escape(view.case.expected.intent),
        verdict="pass" if judged.passed else "fail",
        result=escape("Passed" if judged.passed else "Failed: " + "; ".join(judged.failures)),
        facts=escape(
            f"{judged.kind} case of {judged.agent} · engine {view.engine} · "
            f"{judged.tokens} of {judged.budget} tokens · {judged.entries} entries"
        ),
        items="\n".join(items),
        brief="".join(_row(number, line, view) for number, line in enumerate(view.brief, 1)),
    )


def _item(number: int, check: Check) -> str:
    state = "found" if check.found else "missed"
    link = f'<a href="#L{check.line}">line {check.line}</a>' if check.line else ""
    why = f'<div class="why">{escape(check.why)}</div>' if check.why else ""
    needs = f'<div class="why needs">{escape(check.needs)}</div>' if check.needs else ""
    colour = "pass" if check.found else "fail"
    near = link if check.found or not link else f"nearest: {link}"
    return (
        f'<div class="item {state}" id="item{number}"><span class="state {colour}">{state}</span>'
        f'<span class="kind">{escape(check.kind.replace("_", " "))}</span><div>{escape(check.wanted)}</div>{needs}{why}'
        f'<div class="why">{near}</div></div>'
    )


def _fault(fault: Fault) -> str:
    link = f' · <a href="#L{fault.line}">line {fault.line}</a>' if fault.line else ""
    return (
        f'<div class="item fault"><span class="state fail">{escape(fault.kind)}</span><div>{escape(fault.what)}</div>'
        f'<div class="why">{escape(fault.why)}{link}</div></div>'
    )


def _row(number: int, line: str, view: View) -> str:
    earned = [(n, c) for n, c in enumerate(view.score.checks, 1) if c.found and c.line == number]
    bad = any(fault.line == number for fault in view.score.faults)
    kind = " bad" if bad else " earned" if earned else ""
    refs = "".join(f' <a class="refs" href="#item{n}">← {escape(c.kind.replace("_", " "))}</a>' for n, c in earned)
    text = f"<b>{escape(line)}</b>" if line.startswith("#") else escape(line)
    return f'<div class="row{kind}" id="L{number}"><a href="#L{number}">{number}</a><span>{text}{refs}</span></div>'
