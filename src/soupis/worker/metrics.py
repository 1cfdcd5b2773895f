"""Figures for Prometheus: how fresh the sources are, how long the queues, what was published."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import func, select

from soupis.ingest.source_states import read_states
from soupis.ingest.status import read_status
from soupis.search.indexer import index_state
from soupis.store.engine import reading
from soupis.store.tables import source_run
from soupis.times import utc_now
from soupis.worker.context import Context


class SoupisCollector(Collector):
    """Reads the figures from the databases when Prometheus asks, so they are the same from any process."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def collect(self) -> Iterator[Metric]:
        """Yield all figures."""
        context = self._context
        with reading(context.engine) as connection:
            states = read_states(connection)
            status = read_status(connection)
            runs = connection.execute(
                select(source_run.c.source, source_run.c.state, func.count()).group_by(
                    source_run.c.source, source_run.c.state
                )
            ).all()
        success = _gauge("source_last_success_timestamp_seconds", "When a source was last read.", "source")
        age = _gauge("source_age_seconds", "How long ago a source was last read.", "source")
        records = _gauge("source_records", "Records of a source in the database.", "source")
        following = _gauge("source_next_run_timestamp_seconds", "When it will be read next.", "source")
        failing = _gauge("source_failing", "1 where the last attempt failed.", "source", "error")
        now = utc_now().timestamp()
        for name, state in states.items():
            if state.last_success:
                success.add_metric([name], _seconds(state.last_success))
                age.add_metric([name], now - _seconds(state.last_success))
            if state.rows is not None:
                records.add_metric([name], state.rows)
            if state.next_run:
                following.add_metric([name], _seconds(state.next_run))
            failing.add_metric([name, state.last_error or ""], 1.0 if state.last_error else 0.0)
        yield from (success, age, records, following, failing)

        kept = _gauge("source_runs", "Runs in the database, by how they ended.", "source", "state")
        for source, ended, count in runs:
            kept.add_metric([source, ended], count)
        yield kept

        waiting = _gauge("queue_waiting", "Companies that wait for a look-up.", "queue")
        due = _gauge("queue_due", "Companies whose look-up is due now.", "queue")
        given_up = _gauge("queue_given_up", "Companies whose look-up was given up.", "queue")
        for name, queue in (("vat", context.queue), ("visits", context.refresh_queue)):
            counts = queue.counts()
            waiting.add_metric([name], counts.waiting)
            due.add_metric([name], counts.due)
            given_up.add_metric([name], counts.given_up)
        yield from (waiting, due, given_up)

        requests = _gauge("vat_requests", "Requests to the VAT register within its windows.", "seconds")
        rates = context.limits["vat"].rates
        for (_, seconds), used in zip(rates, context.vat_budget.used(), strict=True):
            requests.add_metric([f"{seconds:.0f}"], used)
        yield requests

        yield _single("change_log", "Number of the newest published change.", status.change_log)
        yield _single("unpublished", "Entities whose documents wait to be made.", status.unpublished)
        if (index := index_state(context.index_directory)) is not None:
            indexed = _gauge("indexed", "Entries of the search index.", "kind")
            indexed.add_metric(["companies"], index.companies)
            indexed.add_metric(["persons"], index.persons)
            yield indexed
            yield _single("index_change", "Number of the newest change in the search index.", index.seq)


def serve_metrics(context: Context, host: str, port: int) -> int:
    """Serve the figures at /metrics from a thread of its own; return the port (0 picks a free one)."""
    registry = CollectorRegistry()
    registry.register(SoupisCollector(context))
    server, _ = start_http_server(port, host, registry)
    return server.server_port


def _gauge(name: str, documentation: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"soupis_{name}", documentation, labels=labels)


def _single(name: str, documentation: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"soupis_{name}", documentation, value=value)


def _seconds(moment: str) -> float:
    return datetime.fromisoformat(moment).timestamp()
