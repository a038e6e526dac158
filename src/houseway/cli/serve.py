"""houseway serve: open the house to others, over HTTP and WebSocket."""

from importlib.util import find_spec
from typing import Any

import click

from houseway.refusal import Refusal

LEVELS = ("debug", "info", "warning", "error")


@click.command()
@click.option("--database", metavar="URL", help="sqlite:///house.db or postgresql://user@host/name; default: your own.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 is everywhere.")
@click.option("--port", default=8888, show_default=True, type=click.IntRange(0, 65535))
@click.option("--log-level", default="info", show_default=True, type=click.Choice(LEVELS))
@click.option(
    "--grace",
    default=30,
    show_default=True,
    type=click.IntRange(0, 3600),
    metavar="SECONDS",
    help="For rounds in play when the house closes; those that are not over go on after the next start.",
)
@click.option(
    "--seats-per-network",
    default=6,
    show_default=True,
    type=click.IntRange(0, 1000),
    metavar="N",
    help="Seats that people of one network may take at a time; 0: any number.",
)
@click.option("--metrics-token", metavar="TOKEN", envvar="HOUSEWAY_METRICS_TOKEN", help="A token for /metrics.")
@click.option("--unlimited", is_flag=True, help="No limits for one address or network: for benchmarks.")
def command(database: str | None, **options: Any) -> None:
    """Open the house: all five tables, for people and programs, over HTTP and WebSocket.

    The first start founds it and prints the administrator's password, once. Play money only.
    """
    missing = [name for name in ("starlette", "uvicorn", "sqlalchemy", "prometheus_client") if find_spec(name) is None]
    if missing:
        raise Refusal("the running house needs more packages: pip install 'houseway[serve]'")
    from houseway.web.own_database import default_database
    from houseway.web.serving import Settings, serve

    there = default_database() if database is None else database
    if database is None:
        click.echo(f"The house's record: {there}")
    serve(Settings(there, **options), click.echo)
