"""Recordings of contenders that read: by Flight Recorder, and by async-profiler with native frames."""

import os
import tempfile
from pathlib import Path

from . import opcua, s7
from .experiment import Experiment
from .processes import Worker, missing

WARM_UP_MILLIS = 2_000


def folder():
    kept = os.environ.get("TAKT_BENCH_PROFILES")
    if not kept:
        return Path(tempfile.mkdtemp(prefix="takt-profile"))
    Path(kept).mkdir(parents=True, exist_ok=True)
    return Path(kept)


def _record(name, command, millis, *options):
    with Worker(name, [command[0], *options, *command[1:]]) as worker:
        worker.run(WARM_UP_MILLIS)
        worker.run(millis)


def flight(place, name, command, millis):
    recording = place / f"{name}.jfr"
    _record(name, command, millis,
            f"-XX:StartFlightRecording=settings=profile,filename={recording}", "-Xlog:jfr*=off")
    return recording


def native_frames(place, name, command, millis):
    if not missing("TAKT_ASYNC_PROFILER"):
        _record(name, command, millis,
                f"-agentpath:{os.environ['TAKT_ASYNC_PROFILER']}=start,event=ctimer,interval=1ms,jfr,"
                f"file={place / name}-native.jfr",
                "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints")


class ConnectorProfiles(Experiment):
    MILLIS = 10_000

    def run(self, effort, progress):
        if missing("TAKT_ASYNC_PROFILER"):
            progress("  left out: TAKT_ASYNC_PROFILER is not set; ./takt bench profile sets it")
            return {}
        place = folder()
        with s7.serve() as cpu:
            for backend in ("java", "plc4j"):
                progress(f"  s7, {backend}")
                native_frames(place, f"s7-{backend}", s7.reading(f"{cpu.uri}&backend={backend}"), self.MILLIS)
        with opcua.serve(opcua.served(items=1)) as server:
            progress("  opcua")
            native_frames(place, "opcua", opcua.reading(server.uri), self.MILLIS)
        return {}

    def table(self, figures):
        return []
