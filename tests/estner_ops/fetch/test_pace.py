from estner_ops.fetch.pace import Pace
from estner_ops.settings import Settings, override


def pace(**values) -> Pace:
    return Pace(override(Settings(), values))


def test_the_delay_grows_when_the_server_suffers_and_shrinks_when_it_is_well():
    one = pace(delay=1.0, max_delay=30.0)
    one.well(0.1)
    assert one.delay == 1.0
    one.well(5.0)
    assert one.delay == 5.0
    one.busy(None)
    assert one.delay == 10.0
    for _ in range(5):
        one.failed()
    assert one.delay == 30.0
    for _ in range(10):
        one.well(0.1)
    assert one.delay == 1.0


def test_a_crawl_delay_is_a_floor_up_to_the_longest():
    one = pace(delay=1.0, max_delay=30.0)
    one.asked(10.0)
    one.well(0.1)
    assert one.delay == 10.0
    one.asked(3600.0)
    assert one.delay == 30.0


def test_without_politeness_only_a_busy_server_delays():
    one = pace(delay=0.0)
    one.failed()
    one.well(10.0)
    assert one.delay == 0.0
    one.busy(None)
    one.busy(None)
    assert one.delay == 2.0
    one.well(0.1)
    one.well(0.1)
    assert one.delay == 0.0
