"""Contents that tensors are tried with, by name, and the conditions that exclude them."""

# Of floats, and of integers.
ZERO_ROW, LARGE = "zeros in the first row", "values 100 times as large"
EQUAL_ROWS, INFINITE = "equal rows", "-inf"
NEGATIVE, REPEATED = "a value of -1", "a value that repeats"

# What host code has to check if a function cannot take them.
CONDITIONS = {
    ZERO_ROW: "{path}.ne(0).any(-1).all()",
    LARGE: "{path}.abs().max() <= {largest:.4g}",
    INFINITE: "not ({path}.isneginf() & {source}.isneginf()).any()",
    NEGATIVE: "{path}.min() >= 0",
    REPEATED: "{path}.unique().numel() == {path}.numel()",
}
