def chosen(x, bias):
    return 3 * x if bias is None else 3 * (x + bias)


def double(x):
    return 2 * x
