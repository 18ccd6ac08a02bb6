"""What the server sends for one address, and how badly."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reply:
    body: bytes = field(default=b"", repr=False)
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    modified: str = ""  # HTTP date; "" if the server does not know
    wait: float = 0.0  # seconds before the first byte
    pieces: int = 1  # the body is sent in so many parts
    pause: float = 0.0  # seconds between two parts
    cut: int | None = None  # bytes of the body after which the connection is dropped
    chunked: bool = False  # no Content-Length: how much there is shows only at its end

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")
