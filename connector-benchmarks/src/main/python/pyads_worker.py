"""pyads as a contender: reads 'run MILLIS' lines, answers each with a slice (see the package paired).

usage: pyads_worker.py WORK HOST NETID PORT [NAME...]      needs TwinCAT's port 48898 at HOST
    WORK: read | group; with names: paper-read | paper-write, a request for each in turn
"""

import itertools
import sys
import time

import pyads

NAMES = ["MAIN.v%d" % i for i in range(1000)]


def paper(plc, write, names):
    """Reads the variables in turn, or writes to them what was there."""
    requests = []
    for name in names:
        symbol = plc.get_symbol(name)
        kind = symbol.plc_type
        if "STRING" in symbol.symbol_type:
            # As text it would ask for 1024 bytes, whatever the variable's length.
            kind = pyads.PLCTYPE_BYTE * (81 if name.startswith("MAIN.v") else 243)
        value = plc.read(symbol.index_group, symbol.index_offset, kind)
        if write:
            requests.append((symbol.index_group, symbol.index_offset, value, kind))
        else:
            requests.append((symbol.index_group, symbol.index_offset, kind))
    call = plc.write if write else plc.read
    turn = itertools.cycle(requests)

    def once():
        call(*next(turn))

    return once


def work(plc, name, names):
    """The operation of one contender; each checks what it reads."""
    if name.startswith("paper-"):
        return paper(plc, name == "paper-write", names)
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
    once = work(plc, name, sys.argv[5:])
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
