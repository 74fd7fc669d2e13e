"""Calls the functions of a program that launch kernels again, with other sizes, layouts and contents, and tells faults from assumptions."""
