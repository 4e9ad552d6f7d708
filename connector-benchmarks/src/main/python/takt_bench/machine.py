"""The machine that figures are measured on, as far as it tells."""

import functools
import os
import platform
import re
import subprocess
from pathlib import Path


def java():
    home = os.environ.get("JAVA_HOME")
    return str(Path(home, "bin", "java")) if home else "java"


@functools.cache
def java_version():
    said = subprocess.run([java(), "-XshowSettings:properties", "-version"], capture_output=True, text=True).stderr
    found = [re.search(rf"java\.vm\.{key} = (.*)", said) for key in ("name", "version")]
    return " ".join(match.group(1) if match else "unknown" for match in found)


def _first_line(path, key):
    try:
        for line in Path(path).read_text().splitlines():
            if line.startswith(key):
                return re.sub(r"^\s*:\s*", "", line[len(key):])
    except OSError:
        pass
    return "unknown"


def steal():
    """Clock ticks that other guests of the host have taken since boot; -1 where the system does not tell."""
    fields = _first_line("/proc/stat", "cpu ").split()
    return int(fields[7]) if len(fields) > 7 else -1


def describe():
    try:
        load = Path("/proc/loadavg").read_text().strip()
    except OSError:
        load = "unknown"
    return {
        "cpu": _first_line("/proc/cpuinfo", "model name"),
        "cores": len(os.sched_getaffinity(0)),
        "kernel": f"{platform.system()} {platform.release()}",
        "java": java_version(),
        "load": load,
        "stealTicks": steal(),
    }


def in_words(before, after):
    return (f"{before.get('cpu')}, {before.get('cores')} cores, {before.get('kernel')}, {before.get('java')}; "
            f"load before {before.get('load')}, after {after.get('load')}")


def cpu_nanos(pid):
    """Processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1_000_000_000 // os.sysconf("SC_CLK_TCK")


def resident(pid):
    """Bytes of a process that are in memory."""
    return 1024 * int(re.sub(r"\D", "", _first_line(f"/proc/{pid}/status", "VmRSS:")) or 0)
