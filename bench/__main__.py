"""All benchmarks: `make bench`."""

from bench import bench_engine, bench_odds, bench_poker

bench_engine.main()
print()
bench_poker.main()
print()
bench_odds.main()
