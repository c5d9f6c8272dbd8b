"""Which addresses are the public internet, in every form an address has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.fetching.addresses import may_reach

PRIVATE = ["127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
           "100.64.0.1", "::1", "fc00::1", "fd12:3456::1", "::ffff:127.0.0.1", "::ffff:10.1.2.3",
           "64:ff9b::7f00:1", "64:ff9b::10.0.0.1"]  # fmt: skip
NEVER = ["0.0.0.0", "0.1.2.3", "169.254.169.254", "224.0.0.1", "239.1.2.3", "240.0.0.1",
         "255.255.255.255", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.9", "192.88.99.1",
         "::", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "2001:db8::1", "2002:7f00:1::",
         "2001:0:4136:e378::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1",
         "::7f00:1", "100::1", "localhost", ""]  # fmt: skip
PUBLIC = ["93.184.216.34", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111",
          "::ffff:8.8.8.8", "64:ff9b::808:808"]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_reached_only_where_allowed(address: str) -> None:
    assert not may_reach(address, allow_private=False)
    assert may_reach(address, allow_private=True)


@pytest.mark.parametrize("address", NEVER)
def test_addresses_that_are_nobodys_server_are_never_reached(address: str) -> None:
    assert not may_reach(address, allow_private=False)
    assert not may_reach(address, allow_private=True)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_reached(address: str) -> None:
    assert may_reach(address, allow_private=False)


@given(st.ip_addresses(v=4))
def test_a_mapped_address_is_judged_as_the_address_it_carries(address: object) -> None:
    for allowed in (False, True):
        plain = may_reach(str(address), allow_private=allowed)
        assert may_reach(f"::ffff:{address}", allow_private=allowed) == plain
        assert may_reach(f"64:ff9b::{address}", allow_private=allowed) == plain
