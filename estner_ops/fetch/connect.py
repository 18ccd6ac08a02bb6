"""Opens connections, to allowed addresses only."""

import asyncio
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor

import certifi

from estner_ops.fetch.address import is_refused, networks
from estner_ops.fetch.failures import Failure
from estner_ops.fetch.names import Endpoint, Names
from estner_ops.fetch.target import Target
from estner_ops.fetch.wire import Wire
from estner_ops.settings import Settings

_MOST_ADDRESSES = 4
_REFUSED_NAMES = {"metadata.google.internal", "metadata"}


class Connector:
    def __init__(self, settings: Settings) -> None:
        self._threads = ThreadPoolExecutor(min(settings.hosts_at_once, 64), thread_name_prefix="dns")
        self._names = Names(settings.name_server, self._threads)
        self._allowed = networks(settings.allowed_networks)
        self._seconds = settings.connect_seconds
        self._tls = _tls_context(settings.ca_file)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def open(self, target: Target) -> Wire:
        """A connection to the first address of the host that is allowed and answers."""
        if target.host.rstrip(".") in _REFUSED_NAMES:
            raise Failure("address-refused", f"{target.host} is a cloud's metadata server")
        try:
            async with asyncio.timeout(self._seconds):
                endpoints = await self._names.resolve(target.host, target.port)
        except TimeoutError as error:
            raise Failure("dns-failed", f"{target.host}: no answer in {self._seconds:g} s") from error
        failure = Failure("dns-failed", f"{target.host} has no address")
        for endpoint in endpoints[:_MOST_ADDRESSES]:
            try:
                async with asyncio.timeout(self._seconds):
                    return await self._open(target, endpoint)
            except Failure as error:
                failure = error
            except ssl.SSLCertVerificationError as error:
                raise Failure("bad-certificate", f"{target.host}: {error.verify_message}") from error
            except TimeoutError:
                failure = Failure("connect-failed", f"{endpoint.address}: no answer in {self._seconds:g} s")
            except OSError as error:  # ssl.SSLError among them
                failure = Failure("connect-failed", f"{endpoint.address}: {error}")
        raise failure

    async def _open(self, target: Target, endpoint: Endpoint) -> Wire:
        loop = asyncio.get_running_loop()
        self._check(target, endpoint.address)
        connection = socket.socket(endpoint.family, socket.SOCK_STREAM)
        try:
            connection.setblocking(False)
            # By number: nothing is looked up between the check and the connection.
            await loop.sock_connect(connection, (endpoint.address, endpoint.port))
            peer = str(connection.getpeername()[0])
            self._check(target, peer)
            tls = self._tls if target.scheme == "https" else None
            _, wire = await loop.create_connection(
                Wire, sock=connection, ssl=tls, server_hostname=target.host if tls else None,
                ssl_handshake_timeout=self._seconds if tls else None, ssl_shutdown_timeout=1.0 if tls else None,
            )
        except BaseException:
            connection.close()
            raise
        wire.ip = peer
        return wire

    def _check(self, target: Target, address: str) -> None:
        if is_refused(address, self._allowed):
            raise Failure("address-refused", f"{target.host} leads to {address}")


def _tls_context(ca_file: str) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=ca_file or None)
    if not ca_file:
        # The system's store may be empty in a slim container, and is then silently so.
        context.load_verify_locations(certifi.where())
    context.set_alpn_protocols(["http/1.1"])
    return context
