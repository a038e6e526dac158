"""Buckets of tokens, and what counts as one address."""

from hypothesis import given
from hypothesis import strategies as st

from houseway.web.limits import Bucket, Buckets, Rate, network


@given(
    st.integers(1, 50),
    st.integers(1, 60),
    st.integers(1, 80),
    st.lists(st.integers(0, 5000), min_size=1, max_size=60),
)
def test_no_more_are_let_through_than_the_rate_allows(many: int, seconds: int, burst: int, pauses: list[int]) -> None:
    bucket, at = Bucket(Rate(many, seconds, burst), 0), 0
    for let, pause in enumerate(pauses, 1):
        at += pause
        wait = bucket.take(at)
        if wait:
            assert bucket.take(at + wait) == 0, "after the wait that it names there is a token"
            at += wait
        assert let * 1000 * seconds <= burst * 1000 * seconds + at * many


def test_each_key_has_a_bucket_and_few_are_remembered() -> None:
    now = [0]
    buckets = Buckets(Rate(1, 1, 1), 3, lambda: now[0])
    assert [buckets.take(key) > 0 for key in "aabbaa"] == [False, True, False, True, True, True]
    now[0] = 1000
    assert buckets.take("a") == 0
    for key in "cdefg":
        buckets.take(key)
    assert len(buckets) == 3
    assert Buckets(None, 3, lambda: 0).take("a") == 0


def test_an_address_of_the_new_kind_counts_by_its_network() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::1") != network("2001:db8:1:2::1")
    assert network("::ffff:192.0.2.7") == "192.0.2.7"
    assert network("unknown") == "unknown"
