"""Lists of addresses: what their tensors are, and why a kernel that gets addresses has no test."""

from dataclasses import dataclass

from ..access import Access
from ..types import ELEMENTS
from .drafts import Draft


@dataclass(frozen=True)
class Table:
    """A parameter that is a list of addresses."""

    # The type of the elements that the addresses lead to.
    element: str
    # True if the recording has the tensors of every call.
    is_known: bool


def tables_in(draft: Draft, access: Access | None) -> dict[str, Table]:
    """The parameters whose elements the kernel makes pointers of."""

    def is_known(name: str, element: str) -> bool:
        tables = [call.tables.get(name) for call in draft.calls]
        return all(each is not None and each.bytes == ELEMENTS.get(element) for each in tables)

    found = access.tables if access is not None else {}
    return {name: Table(element, is_known(name, element)) for name, element in found.items()}


def problem_of(access: Access | None, tables: dict[str, Table]) -> str | None:
    """Why there is no test; None if there can be one."""
    unknown = next((name for name, table in tables.items() if not table.is_known), None)
    if unknown is not None:
        return f"`{unknown}` is a list of addresses, and the recording does not have the tensors that they lead to"
    address = next(iter(sorted(access.addresses)), None) if access is not None else None
    if address is not None:
        return f"`{address}` is an address that is passed as an integer, and a test passes addresses as pointers only"
    return None
