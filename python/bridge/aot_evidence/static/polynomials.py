"""Integer expressions as sums of products, to see what an address or a mask is made of."""

# A polynomial is a dict: a product of names (a sorted tuple) to its factor. The order of the dict is that of the text.
LARGEST = 80


def constant(value: int) -> dict:
    return {(): value} if value else {}


def name(text: str) -> dict:
    return {(text,): 1}


def add(left: dict, right: dict, factor: int = 1) -> dict | None:
    result = dict(left)
    for product, count in right.items():
        result[product] = result.get(product, 0) + factor * count
        if result[product] == 0:
            del result[product]
    return result if len(result) <= LARGEST else None


def multiply(left: dict, right: dict) -> dict | None:
    result: dict = {}
    for first, count in left.items():
        for second, other in right.items():
            product = tuple(sorted((*first, *second)))
            result[product] = result.get(product, 0) + count * other
    return {product: count for product, count in result.items() if count} if len(result) <= LARGEST else None


def names_of(polynomial: dict) -> set:
    return {each for product in polynomial for each in product}


def value_of(polynomial: dict) -> int | None:
    """The value of a polynomial without names."""
    return polynomial.get((), 0) if all(product == () for product in polynomial) else None


def quotient(polynomial: dict, atom: str) -> dict:
    """Returns what `atom` is multiplied with: the factor of each product that contains it once."""
    found = {}
    for product, count in polynomial.items():
        if product.count(atom) == 1:
            rest = list(product)
            rest.remove(atom)
            found[tuple(rest)] = count
    return found


def text_of(polynomial: dict) -> str:
    """The polynomial in the grid language."""
    texts = []
    ordered = sorted(polynomial.items(), key=lambda each: each[1] < 0)
    for product, count in ordered:
        factors = [*([str(abs(count))] if abs(count) != 1 or not product else []), *product]
        sign = "- " if count < 0 else "+ "
        texts.append(sign + " * ".join(factors))
    text = " ".join(texts) or "0"
    if text.startswith("- "):
        return f"0 {text}"
    return text.removeprefix("+ ")
