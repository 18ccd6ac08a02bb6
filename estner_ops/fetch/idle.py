"""Connections that stay open between two requests to the same site."""

from collections import OrderedDict

from estner_ops.fetch.wire import Wire


class IdleWires:
    """At most so many: the one that has waited longest is closed for a new one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._wires: OrderedDict[str, Wire] = OrderedDict()

    def take(self, site: str) -> Wire | None:
        """The connection left open by an earlier request, if it still stands."""
        wire = self._wires.pop(site, None)
        if wire is not None and not wire.idle:
            wire.close()
            return None
        return wire

    def keep(self, site: str, wire: Wire) -> None:
        self.drop(site)
        self._wires[site] = wire
        if len(self._wires) > self._most:
            self._wires.popitem(last=False)[1].close()

    def drop(self, site: str) -> None:
        if (wire := self._wires.pop(site, None)) is not None:
            wire.close()

    def close(self) -> None:
        for site in list(self._wires):
            self.drop(site)
