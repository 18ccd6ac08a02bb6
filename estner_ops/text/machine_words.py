"""Values for programs, not for readers: addresses, identifiers, blobs."""

import re

_MACHINE = re.compile(
    r"[a-z][a-z0-9+.-]*://\S*"  # an address
    r"|[0-9a-fA-F]{16,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"  # a hash, a UUID
    r"|[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+"  # snake_case
    r"|\S{200,}"  # base64 and its like
)


def for_machines(value: str) -> bool:
    return _MACHINE.fullmatch(value) is not None
