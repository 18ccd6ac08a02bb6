"""The archivists' own replay tool shows what we fetched.

pywb cannot share our environment (it brings another module named brotli), so it lives in a folder of its own:
`pip install --target FOLDER pywb`, then run this test with PYWB_PATH=FOLDER.
"""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import brotli
import pytest

from estner_ops.archive.warc import WarcWriter
from tests.web import answer, authority, web

__all__ = ["authority", "web"]
PYWB = os.environ.get("PYWB_PATH", "")


@pytest.mark.slow
@pytest.mark.skipif(not PYWB, reason="PYWB_PATH names no folder with pywb")
def test_pywb_replays_documents_copies_and_packed_bodies(web, tmp_path):
    page = "<html><body>Tere, Tartu! õ</body></html>".encode()
    chunked = answer(b"3\r\n<p>\r\n2\r\nOK\r\n0\r\n\r\n", Content_Length="", Transfer_Encoding="chunked")
    packed = answer(brotli.compress(page), Content_Type="text/html", Content_Encoding="br")
    urls = {
        web.on("http://a.test/", answer(page, Content_Type="text/html; charset=utf-8")): page,
        web.on("http://a.test/copy", answer(page, Content_Type="text/html; charset=utf-8")): page,
        web.on("http://a.test/br", packed): page,
        web.on("http://a.test/chunked", chunked): b"<p>OK",
    }
    with WarcWriter(tmp_path / "00000-abcd.warc.gz") as warc:
        for fetched in web.fetch(*urls).values():
            assert warc.write(fetched).length
    manage = "import sys; from pywb.manager.manager import main; main(sys.argv[1:])"
    env = {**os.environ, "PYTHONPATH": PYWB}
    subprocess.run([sys.executable, "-c", manage, "init", "c"], cwd=tmp_path, check=True, env=env)
    subprocess.run([sys.executable, "-c", manage, "add", "c", "00000-abcd.warc.gz"], cwd=tmp_path, check=True, env=env)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    serve = f"from pywb.apps.cli import wayback; wayback(['-p', '{port}', '-b', '127.0.0.1'])"
    server = subprocess.Popen([sys.executable, "-c", serve], cwd=tmp_path, env=env)
    try:
        for url, body in urls.items():
            assert get(f"http://127.0.0.1:{port}/c/2030id_/{url}") == body
    finally:
        server.kill()
        server.wait()


def get(url):
    """What the server says, once it is up."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(url, timeout=10) as response:
                return response.read()
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.3)
    raise TimeoutError(url)
