"""A web for the update: any number of Estonian pages on loopback, of which known ones change, vanish or move.

State 1 is the web at the first run, state 2 at the update. Each document is of one kind:

    changed     other names in state 2
    vanished    404 in state 2
    moved       in state 2 a redirect to another address with the same content
    dated       answers 304 to If-Modified-Since; sends no ETag
    tagged      answers 304 to If-None-Match
    stamped     the markup carries the time of the request: other bytes at every visit, the same text
    plain       no validators at all: only its bytes tell that nothing changed
"""

import asyncio
import base64
import hashlib
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LAST_MODIFIED = "Sun, 01 Mar 2026 10:00:00 GMT"
FIRST = ("Mari", "Jaan", "Tiina", "Peeter", "Kadri", "Toomas", "Liis", "Margus", "Anu", "Rein", "Piret", "Urmas")
LAST = ("Tamm", "Saar", "Mägi", "Kask", "Rebane", "Kukk", "Ilves", "Pärn", "Koppel", "Lepik", "Oja", "Luik", "Raud")
ORGANISATIONS = ("Tartu Ülikool", "Riigikogu", "Eesti Pank", "Päästeamet", "Keskkonnaamet", "Tallinna Linnavalitsus",
                 "Eesti Rahvusraamatukogu", "Kultuuriministeerium", "Terviseamet", "Maanteeamet")
PARAGRAPHS = 18
PLACES = ("Tartu", "Tallinn", "Narva", "Võru", "Haapsalu", "Kuressaare", "Rakvere", "Viljandi", "Valga", "Jõgeva")


@dataclass(frozen=True, slots=True)
class Mixture:
    """How many documents of which kind; half of the rest are tagged, half plain."""

    documents: int = 10_000
    hosts: int = 50
    changed: int = 129
    vanished: int = 7
    moved: int = 5
    dated: int = 40
    stamped: int = 100


class UpdateWeb:
    """Serves the web in the background; `state` chooses what it answers, `requests` and `sent` count."""

    def __init__(self, mixture: Mixture) -> None:
        self.mixture, self.state = mixture, 1
        self.requests = self.sent = 0
        self.kinds = _kinds(mixture)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> "UpdateWeb":
        self._thread.start()
        started = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop)
        self._server = started.result()
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def host(self, number: int) -> str:
        return f"h{number % self.mixture.hosts}.uuendus.test"

    def url(self, number: int) -> str:
        return f"http://{self.host(number)}/leht/{number}.html"

    def of_kind(self, kind: str) -> set[str]:
        return {self.url(number) for number, one in enumerate(self.kinds) if one == kind}

    def write_hosts(self, path: Path) -> None:
        path.write_text("".join(f"127.0.0.1:{self.port} {self.host(number)}\n" for number in range(self.mixture.hosts)))

    def write_log(self, path: Path) -> None:
        """The crawl log of state 1."""
        with path.open("w", encoding="utf-8") as file:
            for number in range(self.mixture.documents):
                body = page(number, 1)
                digest = base64.b32encode(hashlib.sha1(body).digest()).decode()
                file.write(f"2026-03-03T06:15:02.417Z   200 {len(body):10} {self.url(number)} L "
                           f"http://{self.host(number)}/ text/html #007 20260303061502417+12 sha1:{digest} - -\n")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                target = line.split(b" ")[1].decode()
                headers = {}
                while (field := (await reader.readline()).strip()):
                    name, _, value = field.partition(b":")
                    headers[name.lower().decode()] = value.strip().decode()
                answer = self._answer(target, headers)
                self.requests += 1
                self.sent += len(answer)
                writer.write(answer)
                await writer.drain()
        except (ConnectionError, IndexError):
            pass
        finally:
            writer.close()

    def _answer(self, target: str, headers: dict[str, str]) -> bytes:
        folder, _, name = target.strip("/").partition("/")
        if folder not in ("leht", "uus") or not name.removesuffix(".html").isdigit():
            return _reply("404 Not Found", b"")
        number = int(name.removesuffix(".html"))
        kind = self.kinds[number]
        if self.state == 2 and kind == "vanished":
            return _reply("404 Not Found", b"Lehte ei ole.")
        if self.state == 2 and kind == "moved" and folder == "leht":
            return _reply("301 Moved Permanently", b"", f"Location: /uus/{name}")
        body = page(number, self.state if kind == "changed" else 1)
        if kind == "dated":
            if headers.get("if-modified-since") == LAST_MODIFIED:
                return _reply("304 Not Modified", b"")
            return _reply("200 OK", body, f"Last-Modified: {LAST_MODIFIED}")
        if kind == "tagged":
            tag = f'"{hashlib.sha1(body).hexdigest()[:12]}"'
            same = headers.get("if-none-match") == tag
            return _reply("304 Not Modified" if same else "200 OK", b"" if same else body, f"ETag: {tag}")
        if kind == "stamped":
            body = body.replace(b"</body>", f"<!-- {time.time_ns()} --></body>".encode())
        return _reply("200 OK", body)


def page(number: int, state: int) -> bytes:
    """The document in this state, some 420 words as public pages have; only a changed one is asked for in state 2."""
    rng = random.Random(number * 2 + state)
    text = "\n".join(f"<p>{_paragraph(rng)}</p>" for _ in range(PARAGRAPHS))
    return (f'<!DOCTYPE html><html lang="et"><head><meta charset="utf-8"><title>Protokoll {number}</title></head>'
            f"<body><h1>Protokoll {number}</h1>\n{text}\n</body></html>").encode()


def _paragraph(rng: random.Random) -> str:
    name, other = (f"{rng.choice(FIRST)} {rng.choice(LAST)}" for _ in range(2))
    return rng.choice((
        f"Koosolekut juhatas {name}. Ettekande pidas {other}, kes tutvustas järgmise aasta tegevuskava ja vastas "
        "küsimustele. Arutelu kestis üle tunni ning selle käigus tehti mitu ettepanekut, mis lisatakse protokollile.",
        f"Otsuse kiitis heaks {rng.choice(ORGANISATIONS)}. Järgmine koosolek peetakse kevadel ja sellest antakse teada "
        "vähemalt kaks nädalat varem. Materjalid saadetakse kõigile liikmetele tutvumiseks ja avaldatakse kodulehel.",
        f"Ürituse toimumiskoht on {rng.choice(PLACES)}. Osavõtjatel palutakse varakult kohale tulla ja nimekirja "
        "märkida. Parkimine on tasuta ning kohapeal pakutakse hommikul ja pärast lõunat kohvi.",
        "Kõik soovijad võivad küsimusi esitada kirjalikult. Vastused avaldatakse kahe nädala jooksul ja neid saab "
        "lugeda ka raamatukogus. Vajaduse korral korraldatakse täiendav kohtumine, mille aeg lepitakse kokku.",
    ))


def _kinds(mixture: Mixture) -> list[str]:
    chosen: Iterator[str] = iter([kind for kind in ("changed", "vanished", "moved", "dated", "stamped")
                                  for _ in range(getattr(mixture, kind))])
    order = list(range(mixture.documents))
    random.Random(2026).shuffle(order)
    kinds = [""] * mixture.documents
    for number in order:
        kinds[number] = next(chosen, "tagged" if number % 2 else "plain")
    return kinds


def _reply(status: str, body: bytes, *fields: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", *fields, "Content-Type: text/html; charset=utf-8"]
    if not status.startswith("304"):
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body
