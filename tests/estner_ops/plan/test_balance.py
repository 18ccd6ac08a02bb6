from hypothesis import given
from hypothesis import strategies as st

from estner_ops.plan.balance import DOCUMENT_COST, MAP_LIMIT, HostLoad, distribute, expected_work


def host(name: str, documents: int, size: int = 0) -> HostLoad:
    return HostLoad(name, documents, documents * size, documents * expected_work(size, 10**8))


HOSTS = st.lists(st.tuples(st.integers(1, 300), st.integers(0, 10**6)), min_size=1, max_size=60).map(
    lambda loads: [host(f"h{number}.ee", *load) for number, load in enumerate(loads)])


@given(HOSTS, st.integers(1, 100), st.integers(1, 40), st.randoms())
def test_every_host_lies_in_one_shard_whatever_the_order(hosts, shard_documents, max_shards, chosen):
    shards = distribute(hosts, shard_documents, max_shards)
    assert sorted(load.host for shard in shards for load in shard) == sorted(load.host for load in hosts)
    assert 1 <= len(shards) <= max_shards
    assert all(shards)
    shuffled = list(hosts)
    chosen.shuffle(shuffled)
    assert distribute(shuffled, shard_documents, max_shards) == shards


@given(HOSTS, st.integers(1, 100), st.integers(1, 40))
def test_shards_are_balanced_and_large_hosts_stand_alone(hosts, shard_documents, max_shards):
    shards = distribute(hosts, shard_documents, max_shards)
    works = [sum(load.work for load in shard) for shard in shards]
    average = sum(works) / len(shards)
    for shard, work in zip(shards, works, strict=True):
        if any(load.work > average for load in shard):
            assert len(shard) == 1
        else:
            assert work <= average + max(load.work for load in shard)
    assert works == sorted(works, reverse=True)


def test_a_host_larger_than_a_shard_does_not_scatter_the_others():
    shards = distribute([host("large.ee", 10_000)] + [host(f"h{n}.ee", 10) for n in range(100)], 100, 1000)
    assert [load.host for load in shards[0]] == ["large.ee"]
    assert len(shards) < 40


def test_never_more_than_airflow_maps():
    assert len(distribute([host(f"h{n}.ee", 5) for n in range(5000)], 1, 100_000)) == MAP_LIMIT


def test_bytes_count_as_work():
    shards = distribute([host("pdf.ee", 5, 1_000_000), *(host(f"h{n}.ee", 5) for n in range(10))], 30, 1000)
    assert [load.host for load in shards[0]] == ["pdf.ee"]


def test_a_size_nobody_will_fetch_is_no_work():
    assert expected_work(10**17, 10**8) == DOCUMENT_COST + 10**8
    assert expected_work(None, 10**8) == DOCUMENT_COST


def test_no_host_no_shard():
    assert distribute([], 10, 10) == []
