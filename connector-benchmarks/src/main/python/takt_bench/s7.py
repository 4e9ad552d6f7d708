"""S7: five shapes of reads, by Taktstrom, other clients and the bare socket."""

import random
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from .experiment import Experiment, failed_row, measure, row, table
from .processes import Server, java, missing, python
from .stats import Ratio, Slice, all_slices, number, of_slices, or_dash

MAX_REASON_LENGTH = 160
CANNOT = "cannot: "
ONE, THREE, SCATTERED, KILOBYTE, BLOCK = CASES = "ONE", "THREE", "SCATTERED", "KILOBYTE", "BLOCK"
SEVERAL_REQUESTS = (SCATTERED, KILOBYTE, BLOCK)
# What snap7 reads: OFFSET:BYTES; the Java contenders have the same in S7Case.
ITEMS = {ONE: ["4000:4"], THREE: ["4000:4", "1002:2", "2000:10"], KILOBYTE: ["0:1024"], BLOCK: ["0:65534"],
         SCATTERED: [f"{64 * i}:4" for i in random.Random(7).sample(range(1000), 1000)]}


def serve():
    return Server(java("s7.S7Server", "127.0.0.1", 0))


@dataclass(frozen=True)
class Client:
    id: str
    text: str
    cases: tuple = CASES
    ours: bool = False

    def program(self, case, uri):
        if self.id != "SNAP7":
            return java("s7.S7Contender", self.id, case, uri)
        server = urlsplit(uri)
        return python("snap7_worker.py", server.hostname, server.port, *ITEMS[case])


LIMIT = Client("LIMIT", "raw socket (limit)", ours=True)
LIMIT_PIPELINED = Client("LIMIT_PIPELINED", "raw socket, pipelined", SEVERAL_REQUESTS, ours=True)
TAKTSTROM = Client("TAKTSTROM", "taktstrom engine", ours=True)
CLIENTS = [
    LIMIT, LIMIT_PIPELINED, TAKTSTROM,
    Client("TAKTSTROM_PIPELINED", "taktstrom engine, pipelined", SEVERAL_REQUESTS, ours=True),
    Client("PLC4J", "plc4j s7"),
    Client("PLC4J_BY_TWENTY", "plc4j s7, 20 at a time", (SCATTERED,)),
    Client("PLC4J_LIGHT", "plc4j s7-light"),
    Client("PLC4J_LIGHT_BY_TWENTY", "plc4j s7-light, 20 at a time", (SCATTERED,)),
    Client("IOT", "iot-communication"),
    Client("IOT_BY_TWENTY", "iot-communication, 20 at a time", (SCATTERED,)),
    Client("S7CONNECTOR", "s7connector"),
    Client("SNAP7", "snap7 (C)"),
]


def reading(uri):
    return TAKTSTROM.program(ONE, uri)


class Reads(Experiment):
    def __init__(self, name, text, case):
        super().__init__(name, "S7: " + text)
        self.case = case

    def run(self, effort, progress):
        if effort.full:
            effort = replace(effort, rounds=10, slice_millis=400, warm_up_millis=2000)
        clients = [client for client in CLIENTS if self.case in client.cases and (client.ours or effort.peers)
                   and not (client.id == "SNAP7" and missing("TAKT_PYTHON"))]
        failures = {}
        with serve() as server:
            taken = measure([(client.text, client.program(self.case, server.uri)) for client in clients],
                            effort, progress, failures)
        for name, why in failures.items():
            if CANNOT in why:
                failures[name] = why[why.index(CANNOT):].removesuffix("']")
            progress(f"  {name} {failures[name]}")
        return {client.text: failures.get(client.text) or taken[client.text] for client in clients}

    def table(self, figures):
        by_name = {name: rounds for name, rounds in all_slices(figures).items() if rounds}
        limit, pipelined = by_name.get(LIMIT.text), by_name.get(LIMIT_PIPELINED.text)
        plc4j = max((rounds for name, rounds in by_name.items() if name.startswith("plc4j")),
                    key=lambda rounds: of_slices(rounds, Slice.per_second), default=None)

        def ratio(rounds, other, digits):
            return Ratio.paired(rounds, other).text(digits) if other else "-"

        head = ["contender", ":reads/s", ":p50 µs", ":p99 µs", ":B/read", ":CPU µs/read", "of the limit (95 %)",
                *(["of the pipelined limit (95 %)"] if pipelined else []), "times plc4j (95 %)"]
        lines = table(head, [])
        for name, figure in figures.items():
            rounds = by_name.get(name)
            if not rounds:
                reason = str(figure).split("\n")[0].replace("|", "/")
                shown = reason[:MAX_REASON_LENGTH] + " ..." if len(reason) > MAX_REASON_LENGTH else reason
                lines.append(failed_row([name, shown], len(head)))
                continue
            lines.append(row(
                name, number(of_slices(rounds, Slice.per_second)), number(of_slices(rounds, lambda s: s.p50 / 1e3), 1),
                number(of_slices(rounds, lambda s: s.p99 / 1e3), 1), or_dash(of_slices(rounds, Slice.bytes_each)),
                number(of_slices(rounds, Slice.cpu_micros), 1), ratio(rounds, limit, 3),
                *([ratio(rounds, pipelined, 3)] if pipelined else []), ratio(rounds, plc4j, 1)))
        return lines


EXPERIMENTS = [
    Reads("s7-read", "one DINT", ONE),
    Reads("s7-three", "a DINT, an INT and ten bytes, far apart", THREE),
    Reads("s7-scattered", "1000 DINTs, 64 bytes apart, in any order", SCATTERED),
    Reads("s7-1k", "a block of 1 KB", KILOBYTE),
    Reads("s7-64k", "a block of 64 KB", BLOCK),
]
