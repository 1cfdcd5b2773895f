"""Merge: what each register says becomes its own rows, then one company and one identity of a person."""
