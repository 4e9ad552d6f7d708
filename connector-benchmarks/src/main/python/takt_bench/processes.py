"""Servers and contenders: each has a process of its own, so that garbage, threads and warm-up of one cost no other."""

import contextlib
import os
import subprocess
import tempfile
import threading
from pathlib import Path

from . import machine
from .stats import Slice

JAR = Path("connector-benchmarks", "target", "benchmarks.jar")
SCRIPTS = Path("connector-benchmarks", "src", "main", "python")
# Some clients have a logger's interface, and no logger.
QUIET = "-Dslf4j.internal.verbosity=ERROR"
GRACE_SECONDS = 60
MAX_SHOWN = 2000


class Failed(Exception):
    """A server or a contender failed; the message says which, and its last words."""


def java(main, *arguments, heap="256m", options=()):
    """A main class of the benchmarks' jar; heap is SIZE or LEAST..MOST, options are those of the JVM."""
    least, _, most = heap.partition("..")
    return [machine.java(), f"-Xms{least}", f"-Xmx{most or least}", *options, QUIET, "-cp", str(JAR.absolute()),
            "io.taktstrom.benchmarks." + main, *map(str, arguments)]


def python(script, *arguments):
    return [os.environ.get("TAKT_PYTHON", "python3"), str(SCRIPTS / script), *map(str, arguments)]


def missing(*variables):
    """Which variable, of those that name a program or library, is not set; empty if all are."""
    return next((f"{name} is not set" for name in variables if not os.environ.get(name, "").strip()), "")


class Child:
    """A program that ends with its input."""

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def ask(self, line):
        """Sends a line and returns the answer; empty when the program has ended."""
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            return ""
        return self.process.stdout.readline().strip()


class Server(Child):
    """Prints "ready URI" when it can be reached."""

    def __init__(self, command):
        super().__init__(command)
        line = self.process.stdout.readline().strip()
        if not line.startswith("ready "):
            self.__exit__()
            raise Failed(f"the server {command} printed '{line}' instead of 'ready URI'; is its address in use?")
        self.uri = line[len("ready "):]


class Worker(Child):
    """A contender that runs a slice at a time."""

    def __init__(self, name, command):
        super().__init__(command)
        self.name = name
        before = []
        for line in self.process.stdout:
            # A JVM may print something of its own before, for example that it records.
            if line.strip() == "ready":
                return
            before.append(line.strip())
        self.__exit__()
        raise Failed(f"contender {name} ended before it was ready, and printed {before}")

    def run(self, millis, number=None):
        """A slice; a process may have several operations, by number."""
        watchdog = threading.Timer(millis / 1e3 + GRACE_SECONDS, self.process.kill)
        watchdog.start()
        before = machine.steal()
        try:
            line = self.ask(f"run {millis}" + ("" if number is None else f" {number}"))
            if not line:
                raise Failed(f"contender {self.name} ended or did not answer; its last words are above")
            taken = Slice.parse(line)
            taken.steal_ticks = machine.steal() - before if before >= 0 else -1
            return taken
        finally:
            watchdog.cancel()

    def beside(self, name, number):
        """Another operation of the same process, as a contender."""
        return _Beside(self, name, number)


class _Beside:
    def __init__(self, worker, name, number):
        self.worker, self.name, self.number = worker, name, number

    def run(self, millis):
        return self.worker.run(millis, self.number)


def last_line(start, command):
    """Runs a program to its end; its last line, which must begin with a word."""
    with tempfile.TemporaryFile("w+") as errors:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True)
        lines = done.stdout.strip().splitlines()
        if lines and lines[-1].startswith(start):
            return lines[-1]
        errors.seek(0)
        said = errors.read().strip()
        raise Failed(f"contender {command} printed '{lines[-1] if lines else ''}' and "
                     + (said[-MAX_SHOWN:] if said else "no more"))


def paired(workers, rounds, slice_millis, warm_up_millis, progress, failures=None):
    """Slices of all workers, round by round, forwards and backwards in turn; one that fails is left out.

    Without a place for failures, the first of them is raised.
    """
    taken = {worker.name: [] for worker in workers}
    failed = {} if failures is None else failures

    def run(worker, millis):
        if worker.name not in failed:
            try:
                return [worker.run(millis)]
            except (Failed, OSError, ValueError) as e:
                failed[worker.name] = str(e)
        return []

    for worker in workers:
        run(worker, warm_up_millis)
    for number in range(rounds):
        progress(f"  round {number + 1} of {rounds}")
        for worker in workers if number % 2 == 0 else reversed(workers):
            taken[worker.name] += run(worker, slice_millis)
    if failures is None and failed:
        raise Failed(f"contenders that failed: {failed}")
    return {name: [each.line() for each in lines] for name, lines in taken.items() if name not in failed}


@contextlib.contextmanager
def workers(commands, progress, failures=None):
    """Starts contenders: (name, command); the reason goes to failures if one does not start."""
    with contextlib.ExitStack() as stack:
        started = []
        for name, command in commands:
            progress(f"  starting {name}")
            try:
                started.append(stack.enter_context(Worker(name, command)))
            except (Failed, OSError) as e:
                if failures is None:
                    raise
                failures[name] = str(e)
        yield started
