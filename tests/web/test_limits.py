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


@given(st.sampled_from([Rate(10, 60, 20), Rate(20, 60, 40), Rate(7, 3, 2)]), st.integers(1, 40))
def test_who_asks_again_and_again_is_let_through_as_often_as_the_rate_says(rate: Rate, step: int) -> None:
    bucket, whole = Bucket(rate, 0), range(step, 60_000, step)
    let = sum(not bucket.take(at) for at in whole)
    due = rate.burst + whole[-1] * rate.many // (1000 * rate.seconds)
    slow = step * rate.many > 1000 * rate.seconds  # then it is who asks that is slower
    assert due - 1 <= let <= due or slow


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
