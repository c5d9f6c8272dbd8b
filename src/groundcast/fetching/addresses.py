"""Which addresses a fetch may connect to."""

import socket
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Resolver = Callable[[str, int], Sequence[str]]

_PRIVATE_V4 = tuple(
    map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"))
)
_RELAY_ANYCAST = IPv4Network("192.88.99.0/24")
_GLOBAL_V6 = IPv6Network("2000::/3")
_UNIQUE_LOCAL = IPv6Network("fc00::/7")
_NAT64 = IPv6Network("64:ff9b::/96")
_RELAYS_V6 = (IPv6Network("2002::/16"), IPv6Network("2001::/32"))


def system_resolver(host: str, port: int) -> list[str]:
    """The addresses the system gives for a name, in its order; raises OSError.

    It takes the odd forms of IPv4 addresses that browsers take too: `2130706433`, `0x7f.1`.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def may_reach(address: str, *, allow_private: bool) -> bool:
    """Whether an address is on the public internet, or, where that is allowed, a private one.

    Private are loopback, the networks of RFC 1918 and 6598, and unique local IPv6. Link-local,
    multicast, reserved and unspecified addresses are refused always: what answers there, such as
    a cloud's metadata service, is nobody's feed. An IPv6 form that carries an IPv4 address
    (mapped, NAT64) is judged by that address; 6to4 and Teredo relays are refused.
    """
    found = _carried(address)
    if found is None or found.is_multicast or found.is_unspecified or found.is_link_local:
        return False
    if found.is_loopback:
        return allow_private
    if isinstance(found, IPv4Address):
        if any(found in network for network in _PRIVATE_V4):
            return allow_private
        return found.is_global and not found.is_reserved and found not in _RELAY_ANYCAST
    if found in _UNIQUE_LOCAL:
        return allow_private
    relayed = any(found in network for network in _RELAYS_V6)
    return found in _GLOBAL_V6 and found.is_global and not relayed


def _carried(address: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(address)
    except ValueError:
        return None
    if isinstance(found, IPv4Address):
        return found
    if found.ipv4_mapped is not None:
        return found.ipv4_mapped
    if found in _NAT64:
        return IPv4Address(int(found) & 0xFFFFFFFF)
    return found
