"""Which addresses may be connected to. Asked with the address of the socket itself, so DNS has no say in it."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network

# IANA's special-purpose registries (RFC 6890 and successors), multicast and reserved space. Spelt out: what
# `ipaddress` calls global has changed between releases of Python.
_REFUSED_V4 = tuple(map(IPv4Network, (
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
)))
_GLOBAL_V6 = IPv6Network("2000::/3")
# Teredo and other protocol assignments, documentation, 6to4: none of them is where a public web server lives,
# and Teredo and 6to4 carry an IPv4 address that may be anything.
_REFUSED_V6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
_NAT64 = IPv6Network("64:ff9b::/96")


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    return tuple(ip_network(text) for text in texts)


def is_refused(address: str, allowed: Iterable[Network]) -> bool:
    """Whether this address must not be connected to: true for everything that is not plainly public."""
    ip = _embedded(ip_address(address.partition("%")[0]))
    if any(ip in network for network in allowed):
        return False
    if isinstance(ip, IPv4Address):
        return any(ip in network for network in _REFUSED_V4)
    return ip not in _GLOBAL_V6 or any(ip in network for network in _REFUSED_V6)


def _embedded(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that a packet to this address ends at, for the forms that wrap one."""
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return ip.ipv4_mapped
        if ip in _NAT64:
            return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip
