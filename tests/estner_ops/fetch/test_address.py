import pytest

from estner_ops.fetch.address import is_refused, networks


@pytest.mark.parametrize("address", [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1",
    "169.254.169.254", "100.64.0.1", "192.0.0.192", "198.18.0.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255", "192.0.2.1", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe",
    "::127.0.0.1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1",
    "2002:a9fe:a9fe::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "64:ff9b::a9fe:a9fe", "64:ff9b::7f00:1",
    "64:ff9b:1::1", "100::1", "3fff::1", "5f00::1"])
def test_what_is_not_public_is_refused(address):
    assert is_refused(address, ())


@pytest.mark.parametrize("address", ["8.8.8.8", "193.40.0.1", "172.32.0.1", "100.128.0.1", "2001:bb8:2002::1",
                                     "2a00:1450:400f::1", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_what_is_public_is_not(address):
    assert not is_refused(address, ())


def test_allowed_ranges_lift_it_for_themselves_alone():
    allowed = networks(["127.0.0.0/8", "fd00::/8"])
    assert not is_refused("127.0.0.1", allowed)
    assert not is_refused("::ffff:127.0.0.1", allowed)
    assert not is_refused("fd00::1", allowed)
    assert is_refused("10.0.0.1", allowed)
    assert is_refused("::1", allowed)
