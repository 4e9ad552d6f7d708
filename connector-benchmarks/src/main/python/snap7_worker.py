"""snap7's native client as a contender: reads 'run MILLIS' lines, answers each with a slice (see the package paired).

usage: snap7_worker.py HOST PORT OFFSET:BYTES...           reads these bytes of DB1, all of them again and again

It calls the library that python-snap7 2.1.0 brings directly, as a C program would; Python's part is a microsecond or two a call.
"""

import ctypes
import importlib.util
import pathlib
import sys
import time

DB_AREA = 0x84
BYTE = 2
REMOTE_PORT = 2
PDU_REQUEST = 10
MAX_ITEMS = 20


class Item(ctypes.Structure):
    """TS7DataItem of snap7's snap7_libmain.h."""

    _fields_ = [
        ("area", ctypes.c_int),
        ("word_length", ctypes.c_int),
        ("result", ctypes.c_int),
        ("db", ctypes.c_int),
        ("start", ctypes.c_int),
        ("amount", ctypes.c_int),
        ("data", ctypes.c_void_p),
    ]


def library():
    package = importlib.util.find_spec("snap7").submodule_search_locations[0]
    lib = ctypes.CDLL(str(pathlib.Path(package) / "lib" / "libsnap7.so"))
    lib.Cli_Create.restype = ctypes.c_void_p
    for function in (lib.Cli_SetParam, lib.Cli_ConnectTo, lib.Cli_DBRead, lib.Cli_ReadMultiVars):
        function.restype = ctypes.c_int
    return lib


def connect(lib, host, port):
    client = ctypes.c_void_p(lib.Cli_Create())
    lib.Cli_SetParam(client, REMOTE_PORT, ctypes.byref(ctypes.c_uint16(port)))
    lib.Cli_SetParam(client, PDU_REQUEST, ctypes.byref(ctypes.c_int32(960)))
    error = lib.Cli_ConnectTo(client, host.encode(), 0, 1)
    if error:
        fail("snap7 does not connect: 0x%x" % error)
    return client


def fail(reason):
    print("cannot: " + reason, flush=True)
    sys.exit(1)


def expected(offset, count):
    """Each DINT holds its own offset."""
    first = offset // 4 * 4
    whole = b"".join(at.to_bytes(4, "big") for at in range(first, offset + count, 4))
    return whole[offset - first : offset - first + count]


def one(lib, client, offset, count):
    buffer = (ctypes.c_uint8 * count)()
    wanted = expected(offset, count)

    def once():
        error = lib.Cli_DBRead(client, 1, offset, count, buffer)
        if error or bytes(buffer) != wanted:
            fail("error 0x%x, or a wrong value" % error)

    return once


def several(lib, client, pieces):
    total = sum(count for _, count in pieces)
    buffer = (ctypes.c_uint8 * total)()
    wanted = b"".join(expected(offset, count) for offset, count in pieces)
    groups = []
    at = ctypes.addressof(buffer)
    for first in range(0, len(pieces), MAX_ITEMS):
        part = pieces[first : first + MAX_ITEMS]
        group = (Item * len(part))()
        for item, (offset, count) in zip(group, part):
            item.area, item.word_length, item.db, item.start, item.amount = DB_AREA, BYTE, 1, offset, count
            item.data = at
            at += count
        groups.append(group)

    def once():
        for group in groups:
            error = lib.Cli_ReadMultiVars(client, group, len(group))
            if error:
                fail("error 0x%x" % error)
        if bytes(buffer) != wanted:
            fail("a wrong value")

    return once


def main():
    host, port = sys.argv[1:3]
    pieces = [tuple(int(number) for number in word.split(":")) for word in sys.argv[3:]]
    lib = library()
    client = connect(lib, host, int(port))
    once = one(lib, client, *pieces[0]) if len(pieces) == 1 else several(lib, client, pieces)
    once()
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
    lib.Cli_Disconnect(client)


if __name__ == "__main__":
    main()
