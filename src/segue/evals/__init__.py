"""How good are our briefs? A dataset of cases, arms that write briefs of them, scorers that judge, and a report.

A leaf: it may use everything, nothing but a surface uses it. The headline number of a brief (HQ) is not made here:
that judge lives outside the project and shares no code with it (`evals/README.md`).
"""
