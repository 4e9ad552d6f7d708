"""pyads as a contender: reads 'run MILLIS' lines, answers each with a slice (see the package paired).

usage: pyads_worker.py WORK HOST NETID PORT       WORK: read | singles | group; needs TwinCAT's port 48898 at HOST
"""

import sys
import time

import pyads

NAMES = ["MAIN.v%d" % i for i in range(1000)]


def work(plc, name):
    """The operation of one contender; each checks what it reads."""
    if name == "read":
        info = plc.get_symbol("MAIN.v5")
        group, offset = info.index_group, info.index_offset

        def once():
            assert plc.read(group, offset, pyads.PLCTYPE_DINT) == 5

        return once
    if name == "group":

        def once():
            assert plc.read_list_by_name(NAMES)["MAIN.v7"] == 7

        return once
    raise SystemExit("no work named " + name)


def main():
    name, host, net_id, port = sys.argv[1:5]
    pyads.set_local_address("127.0.0.1.9.5")
    plc = pyads.Connection(net_id, int(port), host)
    plc.open()
    once = work(plc, name)
    print("ready", flush=True)
    clock = time.perf_counter_ns
    for line in sys.stdin:
        millis = int(line.split()[1])
        latencies = []
        cpu = time.process_time_ns()
        start = last = clock()
        end = start + millis * 1_000_000
        while last < end:
            once()
            now = clock()
            latencies.append(now - last)
            last = now
        cpu = time.process_time_ns() - cpu
        latencies.sort()
        count = len(latencies)
        print("slice", count, last - start, latencies[count // 2], latencies[count * 99 // 100], -1, cpu, flush=True)
    plc.close()


if __name__ == "__main__":
    main()
