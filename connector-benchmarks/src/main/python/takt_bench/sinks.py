"""Sinks: samples to real receivers, by Taktstrom, by the client library alone, and the same bytes over a socket."""

from .experiment import Experiment, failed_row, measure, row, table
from .processes import Server, java
from .stats import Ratio, Slice, number, of_slices, slices

WITH = " / "
# Target, as the Java programs call it: its title, whether it is reached over TCP, whether payloads can be made before.
TARGETS = {
    "MQTT": ("mqtt, json", True, True),
    "MQTT_COLUMNS": ("mqtt, columns", True, True),
    "KAFKA": ("kafka, json", True, True),
    "KAFKA_COLUMNS": ("kafka, columns", True, True),
    "AMQP": ("amqp, json", True, True),
    "POSTGRESQL": ("postgresql", True, False),
    "INFLUXDB": ("influxdb", True, False),
    "HTTP": ("http, json-array", True, True),
    "JSONL": ("jsonl", False, True),
    "CSV": ("csv", False, True),
    "PARQUET": ("parquet", False, False),
}


def receiver(target):
    """A broker, a database or a folder."""
    return Server(java("sinks.DrainServer", "http") if target == "HTTP" else java("sinks.SinkServer", target))


class Sinks(Experiment):
    def __init__(self, name, title, *targets):
        super().__init__(name, title)
        self.targets = targets

    def run(self, effort, progress):
        figures = {}
        for target in self.targets:
            title, tcp, old_payloads = TARGETS[target]
            progress(f"  {title}")
            with receiver(target) as served, Server(java("sinks.DrainServer", "frames")) as drain:
                who = {"socket": drain.uri} if tcp else {}
                who["library"] = served.uri
                if old_payloads:
                    who["library, encoding"] = served.uri
                who["taktstrom"] = served.uri
                failures = {}
                taken = measure([(name, java("sinks.SinkContender", name, target, uri)) for name, uri in who.items()],
                                effort, progress, failures)
                taken.update({name: f"failed: {why}" for name, why in failures.items()})
            figures.update({title + WITH + name: figure for name, figure in taken.items()})
        return figures

    def table(self, figures):
        head = ["to", "contender", ":samples/s", ":B/sample", ":CPU µs/sample", "of the library (95 %)",
                "of the library, encoding (95 %)", ":of the socket"]
        lines = table(head, [])
        for key, figure in figures.items():
            title, who = key.split(WITH, 1)
            rounds = slices(figure)
            if not rounds:
                lines.append(failed_row([title, who, figure], len(head)))
                continue
            ratios = [Ratio.paired(rounds, other) if other else None for other in (
                slices(figures.get(title + WITH + other)) for other in ("library", "library, encoding", "socket"))]
            lines.append(row(
                title, who, number(of_slices(rounds, Slice.per_second)), number(of_slices(rounds, Slice.bytes_each), 1),
                number(of_slices(rounds, Slice.cpu_micros), 2), *(ratio.text() if ratio else "-" for ratio in ratios[:2]),
                number(ratios[2].median, 4) if ratios[2] else "-"))
        return lines


EXPERIMENTS = [
    Sinks("sinks-mqtt", "samples to mosquitto", "MQTT", "MQTT_COLUMNS"),
    Sinks("sinks-kafka", "samples to a Kafka broker", "KAFKA", "KAFKA_COLUMNS"),
    Sinks("sinks-amqp", "samples to RabbitMQ", "AMQP"),
    Sinks("sinks-sql", "samples to PostgreSQL", "POSTGRESQL"),
    Sinks("sinks-http", "samples to InfluxDB and over HTTP", "INFLUXDB", "HTTP"),
    Sinks("sinks-files", "samples into files", "JSONL", "CSV", "PARQUET"),
]
