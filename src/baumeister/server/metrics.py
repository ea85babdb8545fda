"""Prometheus metrics for the operator; they contain nothing hidden."""

from __future__ import annotations

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from baumeister.server.tables import events as e


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"baumeister_{name}", text, labels, registry=self.registry)

        self.tables_created = counter("tables_created", "Tables created", "game")
        self.moves = counter("moves", "Decisions of people and bots")
        self.games_over = counter("games_over", "Games that ended")
        self.messages = cache(counter("messages", "Messages from clients", "kind").labels)
        """Counts a kind of message; found once and not for each message."""
        self.errors = counter("errors", "Requests and messages that were refused", "code")
        self.dropped = counter("dropped", "Connections dropped because they read too slowly")
        self.bots_replaced = counter("bots_replaced", "Bots that failed")
        self.sockets = Gauge("baumeister_sockets", "Open connections", registry=self.registry)
        self.tables = Gauge("baumeister_tables", "Tables in memory", registry=self.registry)

        def histogram(name: str, text: str) -> Histogram:
            buckets = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5)
            return Histogram(f"baumeister_{name}", text, buckets=buckets, registry=self.registry)

        self.durable = histogram("durable_seconds", "Seconds from a decision until it is durable")
        self.loop_delay = histogram("loop_delay_seconds", "Seconds by which the event loop is late")
        self.loop_ran = Gauge(
            "baumeister_loop_ran_seconds",
            "Seconds that the event loop's thread has run",
            registry=self.registry,
        )
        self.loop_waited = Gauge(
            "baumeister_loop_waited_seconds",
            "Seconds that it was ready to run, but waited for a core",
            registry=self.registry,
        )

    def count(self, event: e.AnyEvent) -> None:
        if isinstance(event, e.Acted):
            self.moves.inc()
        elif isinstance(event, e.Ended):
            self.games_over.inc()

    def text(self) -> bytes:
        return generate_latest(self.registry)
