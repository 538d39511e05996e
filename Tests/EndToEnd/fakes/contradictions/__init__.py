"""Contradictions between fields of generated data, judged by rules that do not depend on the program's code."""
