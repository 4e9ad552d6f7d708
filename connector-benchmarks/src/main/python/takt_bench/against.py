"""What a change costs: the same contender from the jar of a commit before and from this one's, in one paired run.

TAKT_BENCH_BEFORE names that jar, TAKT_BENCH_BEFORE_COMMIT its commit; ./takt bench against sets both.
"""

import os
from dataclasses import replace

from . import ads, opcua, s7
from .experiment import Experiment, measure, row, table
from .processes import Failed, java, last_line, missing
from .stats import Ratio, Slice, all_slices, number, of_slices

BEFORE = " (before)"
# A change is smaller than the distance between clients, so its interval needs more pairs.
ROUNDS_PER_ROUND = 4


def _before(command):
    command = list(command)
    command[command.index("-cp") + 1] = os.environ["TAKT_BENCH_BEFORE"]
    return command


class Against(Experiment):
    def command(self):
        return f"./takt bench against {os.environ.get('TAKT_BENCH_BEFORE_COMMIT')}"

    def run(self, effort, progress):
        return {} if missing("TAKT_BENCH_BEFORE") else self.measure(effort, progress)

    @staticmethod
    def paired(commands, effort, progress):
        """Workers of both, in turns on the same server."""
        both = [each for name, command in commands.items()
                for each in ((name + BEFORE, _before(command)), (name, command))]
        return measure(both, replace(effort, rounds=ROUNDS_PER_ROUND * effort.rounds), progress)

    @staticmethod
    def alternating(name, command, rounds, run, progress):
        """Contenders that run to their end: the first of one round is the second in the next."""
        taken = {name + BEFORE: [], name: []}
        for number_ in range(rounds):
            progress(f"  run {number_ + 1} of {rounds}")
            for which, program in [(name + BEFORE, _before(command)), (name, command)][::1 if number_ % 2 == 0 else -1]:
                taken[which].append(run(program).line())
        return taken

    def table(self, figures):
        if not figures:
            return ["Not measured: TAKT_BENCH_BEFORE names no jar; see `./takt bench against`."]
        by_name = all_slices(figures)
        lines = table(["contender", ":operations/s before", ":now", "now / before (95 % interval)",
                       "CPU now / before (95 % interval)", ":B/operation before", ":now"], [])
        for name, now in by_name.items():
            before = by_name.get(name + BEFORE)
            if before:
                lines.append(row(
                    name, *(number(of_slices(each, Slice.per_second)) for each in (before, now)),
                    *(Ratio.paired(now, before, figure).text() for figure in (Slice.per_second, Slice.cpu_micros)),
                    *(number(of_slices(each, Slice.bytes_each), 1) for each in (before, now))))
        return lines


class AgainstAds(Against):
    RATE = 50_000

    def measure(self, effort, progress):
        with ads.serve() as server:
            figures = self.paired({name: java("ads.AdsContender", name, server.uri) for name in (
                "taktstrom-read", "taktstrom-name", "taktstrom-group")}, effort, progress)
        total = self.RATE * (4 if effort.full else 1)

        def burst(command):
            words = last_line("notified ", command).split(" ")
            received = int(words[1])
            if received != total:
                raise Failed(f"of {total} notifications {received} came")
            return Slice(received, int(words[3]), int(words[4]), int(words[5]), round(float(words[6]) * received),
                         int(words[7]))

        with ads.serve(argument=total) as server:
            figures.update(self.alternating(f"taktstrom-notify {self.RATE}/s",
                                            ads.JAVA.burst(server.uri, self.RATE, 1, total), effort.rounds, burst,
                                            progress))
        return figures


class AgainstS7(Against):
    def measure(self, effort, progress):
        with s7.serve() as server:
            return self.paired({name: s7.TAKTSTROM.program(case, server.uri) for name, case in (
                ("s7-read", s7.ONE), ("s7-scattered", s7.SCATTERED))}, effort, progress)


class AgainstOpcUa(Against):
    LOAD = opcua.Load(1, 10_000, 0, 50)

    def measure(self, effort, progress):
        def window(command):
            words = last_line("subscribed ", command).split(" ")
            if words[2] != "0":
                raise Failed(f"{words[2]} values were lost")
            return Slice(int(words[1]), int(words[6]), -1, -1, int(words[8]), int(words[7]))

        warm_up, millis = (6000, 4000) if effort.full else (3000, 2000)
        with opcua.serve(self.LOAD.served()) as server:
            command = opcua.program("SubscriptionContender", "taktstrom", server.uri, self.LOAD.text(),
                                    server.process.pid, warm_up, millis)
            return self.alternating("opcua-items", command, 6 if effort.full else 2, window, progress)


OPCUA = AgainstOpcUa("against-opcua", "OPC UA items, against a commit before")
EXPERIMENTS = [
    AgainstAds("against-ads", "ADS reads and notifications, against a commit before"),
    AgainstS7("against-s7", "S7 reads, against a commit before"),
]
