"""Writes a crawl log of any length that looks like a real one: few large hosts and many small, all kinds of lines.

    python -m bench.crawl_log 3107956 /tmp/crawl.log
"""

import random
import sys
from base64 import b32encode
from collections import deque
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

Kind = tuple[int, int, str, tuple[str, ...], tuple[str, ...]]

# Of a hundred lines: how many, status, type, endings of the URL, hops.
KINDS: tuple[Kind, ...] = (
    (38, 200, "text/html", ("", "/", ".html", ".php", ".aspx"), ("L", "LL", "LLL", "RL", "LLLL", "12+" + "L" * 50)),
    (22, 200, "image/jpeg", (".jpg", ".JPG"), ("E", "LE", "LLE")),
    (7, 200, "image/png", (".png",), ("E", "LE")),
    (5, 200, "text/css", (".css",), ("E", "LE")),
    (5, 200, "application/javascript", (".js",), ("E", "LE")),
    (4, 200, "application/pdf", (".pdf",), ("L", "LL")),
    (1, 200, "application/vnd.ms-excel", (".xls",), ("LL",)),
    (1, 200, "unknown", ("", ".gif", ".doc"), ("L",)),
    (4, 404, "text/html", (".html", ""), ("L", "LX", "X")),
    (4, 302, "text/html", ("",), ("L", "LR")),
    (3, 200, "text/html", (".html",), ("X", "LLX")),
    (2, -4, "no-type", ("",), ("L",)),
    (1, -9998, "unknown", ("",), ("L",)),
    (2, 200, "text/plain", (".txt",), ("LP",)),
    (1, 200, "application/octet-stream", (".zip", ".docx"), ("LL",)),
)
WORDS = (
    "uudised", "teenused", "dokumendid", "maaelu", "haridus", "kultuur", "toetused", "ministeerium", "volikogu",
    "protokoll", "eelarve", "kontakt", "aruanne", "otsus", "m%C3%A4%C3%A4rus", "foto", "galerii", "arhiiv", "koolid",
    "lasteaed", "keskkond", "tervis", "sport", "turism", "ajalugu",
)
HOSTS = 60_000


def write_log(path: Path, lines: int, seed: int = 1) -> None:
    """The same bytes for the same length and seed."""
    chosen = random.Random(seed)
    with path.open("w", encoding="utf-8") as file:
        file.writelines(_lines(chosen, lines))


def _lines(chosen: random.Random, count: int) -> Iterator[str]:
    hosts = [f"www.{WORDS[number % 13]}{number}.ee" for number in range(HOSTS)]
    # The n-th largest host has about 1/n of the pages of the largest: what crawls of a country's web look like.
    weights = list(accumulate(1 / (rank + 3) for rank in range(len(hosts))))
    kind_weights = list(accumulate(kind[0] for kind in KINDS))
    digests = [b32encode(chosen.randbytes(20)).decode() for _ in range(5000)]
    recent = deque(["http://www.uudised0.ee/"], maxlen=1000)
    for start in range(0, count, 10_000):
        block = min(10_000, count - start)
        picked = zip(chosen.choices(hosts, cum_weights=weights, k=block),
                     chosen.choices(KINDS, cum_weights=kind_weights, k=block), strict=True)
        for number, (host, kind) in enumerate(picked, start):
            yield _line(chosen.random(), number, host, kind, digests[number % 5000], recent)


def _line(dice: float, number: int, host: str, kind: Kind, digest: str, recent: deque[str]) -> str:
    _, status, media_type, endings, hops = kind
    time = (f"2014-05-{8 + number // 400_000 % 20:02}T{number // 16_000 % 24:02}:{number // 270 % 60:02}:"
            f"{number % 60:02}.220Z")
    if dice < 0.02:
        return (f"{time}     1         58 dns:{host} P http://{host}/ text/dns #{number % 50:03} "
                f"20140508213556681+234 sha1:{digest} - content-size:58\n")
    if dice < 0.0205:
        return f"{time}   200      68393 http://{host}/katkenud-rid\n"
    if dice < 0.05:  # met before, now and then in another spelling
        url = recent[number % len(recent)]
        url = url.replace("http://www.", "http://WWW.") if dice > 0.045 else url
    else:
        url = f"http://{host}/{WORDS[number * 7 % len(WORDS)]}/{WORDS[number % 13]}/{number:07}{_one(endings, number)}"
        if dice > 0.75 and media_type == "text/html":
            url += f"?id={number}&lang=et"
        elif dice > 0.97:
            url += f"?q=a%20b%2fc+{number}"
        recent.append(url)
    size = "-" if status <= 0 or dice > 0.99 else str(int(3000 / (1.00001 - dice)))  # Pareto: few are very large
    annotation = "-" if dice < 0.5 else f"content-size:{size},3t" if dice < 0.95 else 'duplicate:"EE-2014.arc,9358",3t'
    if number % 3 == 0:
        annotation += (f' {{"contentSize":{number},"warcFilename":"EE-{number // 5000:06}.warc.gz",'
                       f'"warcFileOffset":{number * 97}}}')
    return (f"{time} {status:5} {size:>10} {url} {_one(hops, number)} http://{host}/ {media_type} "
            f"#{number % 50:03} 20140508213556681+{number % 900} sha1:{digest} - {annotation}\n")


def _one(choices: tuple[str, ...], number: int) -> str:
    return choices[number % len(choices)]


if __name__ == "__main__":
    write_log(Path(sys.argv[2]), int(sys.argv[1]))
