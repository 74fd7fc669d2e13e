"""What calls are tried with, and what they show: sizes, layouts and contents in order, conditions, and the words for both.

`emulate --vary` varies calls of host functions, and `smoke --generate` cases of a manifest. Needs Python alone.
"""
