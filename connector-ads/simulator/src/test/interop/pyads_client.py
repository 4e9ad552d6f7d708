"""Checks a simulated PLC with pyads. Usage: pyads_client.py HOST NET_ID; prints one JSON line per check."""

import contextlib
import ctypes
import json
import struct
import sys
import threading
import time

import pyads
import pyads.constants
import pyads.pyads_ex


class Kept(dict):
    """pyads drops a callback when its notification is deleted, though a thread of AdsLib may still be inside: it would
    crash there, in a process that has nothing wrong. Here none is ever freed."""

    kept = []

    def __setitem__(self, key, callback):
        self.kept.append(callback)
        super().__setitem__(key, callback)


pyads.pyads_ex.callback_store = Kept()

HOST, NET_ID = sys.argv[1:3]
LIMIT_SECONDS = 30

SCALARS = {
    "bBool": (pyads.PLCTYPE_BOOL, True, False),
    "nByte": (pyads.PLCTYPE_BYTE, 200, 17),
    "nWord": (pyads.PLCTYPE_WORD, 60000, 17),
    "nDword": (pyads.PLCTYPE_DWORD, 4000000000, 17),
    "nSint": (pyads.PLCTYPE_SINT, -100, 99),
    "nUsint": (pyads.PLCTYPE_USINT, 201, 17),
    "nInt": (pyads.PLCTYPE_INT, -30000, 29999),
    "nUint": (pyads.PLCTYPE_UINT, 60001, 17),
    "nDint": (pyads.PLCTYPE_DINT, -2000000000, 17),
    "nUdint": (pyads.PLCTYPE_UDINT, 4000000001, 17),
    "nLint": (pyads.PLCTYPE_LINT, -9000000000000000000, 17),
    "nUlint": (pyads.PLCTYPE_ULINT, 18000000000000000001, 17),
    "fReal": (pyads.PLCTYPE_REAL, 1.5, -0.25),
    "fLreal": (pyads.PLCTYPE_LREAL, 2.718281828459045, -1e100),
}

PACKED = (
    ("bFlag", pyads.PLCTYPE_BOOL, 1),
    ("nCount", pyads.PLCTYPE_DINT, 1),
    ("fValue", pyads.PLCTYPE_LREAL, 1),
    ("sText", pyads.PLCTYPE_STRING, 1, 10),
    ("aList", pyads.PLCTYPE_INT, 3),
)

checks = []


def check(function):
    checks.append(function)
    return function


def equal(actual, expected):
    if actual != expected:
        raise AssertionError(f"{actual!r} instead of {expected!r}")


def wait_for(condition):
    end = time.monotonic() + LIMIT_SECONDS
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it did not happen in time")
        time.sleep(0.01)


def error_of(work):
    try:
        work()
    except pyads.ADSError as error:
        return error.err_code
    return 0


@check
def device_info(plc):
    name, version = plc.read_device_info()
    equal((name, version.version, version.revision, version.build), ("Plc30 App", 3, 1, 4024))


@check
def state(plc):
    equal(plc.read_state(), (pyads.ADSSTATE_RUN, 0))


@check
def scalars_by_name(plc):
    for name, (plc_type, value, other) in SCALARS.items():
        equal((name, plc.read_by_name("MAIN." + name, plc_type)), (name, value))
        plc.write_by_name("MAIN." + name, other, plc_type)
        equal((name, plc.read_by_name("MAIN." + name, plc_type)), (name, other))
        plc.write_by_name("MAIN." + name, value, plc_type)


@check
def types_from_the_symbol_table(plc):
    for name, (_, value, _) in SCALARS.items():
        equal((name, plc.read_by_name("MAIN." + name)), (name, value))


@check
def handles(plc):
    handle = plc.get_handle("main.nDINT")
    equal(plc.read_by_name("", pyads.PLCTYPE_DINT, handle=handle), -2000000000)
    plc.write_by_name("", 5, pyads.PLCTYPE_DINT, handle=handle)
    equal(plc.read_by_name("", pyads.PLCTYPE_DINT, handle=handle), 5)
    plc.write_by_name("", -2000000000, pyads.PLCTYPE_DINT, handle=handle)
    plc.release_handle(handle)
    equal(error_of(lambda: plc.read_by_name("", pyads.PLCTYPE_DINT, handle=handle)), 0x710)


@check
def methods(plc):
    """pyads has no call for methods: their bytes are written out."""
    packed = struct.pack("<?id11s3h", True, -5, 0.25, b"packed", 7, 8, 9)
    inputs = struct.pack("<hd", -30000, 0.25) + packed + struct.pack("<11shI", b"lot", 7, 4000000000)
    size = struct.calcsize("<dI3h22s") + len(packed)
    handle = plc.get_handle("MAIN.fbPress#Calculate")
    usints = pyads.constants.PLCTYPE_ARR_USINT
    outputs = plc.read_write(0xF005, handle, usints(size), list(inputs), usints(len(inputs)))
    plc.release_handle(handle)
    text = "lot/Blue\0".encode("utf-16-le").ljust(22, b"\0")
    equal(bytes(outputs), struct.pack("<dI", -29999.75, 4000000001) + packed + struct.pack("<3h", 3, -2, 1) + text)
    equal(error_of(lambda: plc.get_handle("MAIN.fbPress#Begin")), 0x710)


@check
def index_group_and_offset(plc):
    symbol = plc.get_symbol("MAIN.nUint")
    equal(plc.read(symbol.index_group, symbol.index_offset, pyads.PLCTYPE_UINT), 60001)
    plc.write(symbol.index_group, symbol.index_offset, 3, pyads.PLCTYPE_UINT)
    equal(plc.read_by_name("MAIN.nUint", pyads.PLCTYPE_UINT), 3)
    plc.write(symbol.index_group, symbol.index_offset, 60001, pyads.PLCTYPE_UINT)


@check
def strings(plc):
    plc.write_by_name("MAIN.sText", "other", pyads.PLCTYPE_STRING)
    equal(plc.read_by_name("MAIN.sText", pyads.PLCTYPE_STRING), "other")
    equal(plc.read_by_name("MAIN.wsText", pyads.PLCTYPE_WSTRING), "Łódź")
    plc.write_by_name("MAIN.wsText", "Ålesund", pyads.PLCTYPE_WSTRING)
    equal(plc.read_by_name("MAIN.wsText", pyads.PLCTYPE_WSTRING), "Ålesund")


@check
def arrays(plc):
    ints = pyads.PLCTYPE_ARR_INT(5)
    equal(plc.read_by_name("MAIN.aInts", ints), [1, -2, 3, -4, 5])
    plc.write_by_name("MAIN.aInts", [5, 4, 3, 2, 1], ints)
    equal(plc.read_by_name("MAIN.aInts"), [5, 4, 3, 2, 1])
    equal(plc.read_by_name("MAIN.aReals"), [0.5, 1.5, 2.5])
    equal(plc.read_by_name("MAIN.aInts[4]", pyads.PLCTYPE_INT), 1)
    equal(plc.read_by_name("MAIN.aMatrix[1,2]", pyads.PLCTYPE_DINT), 6)


@check
def structures(plc):
    value = plc.read_structure_by_name("MAIN.stPacked", PACKED)
    equal(dict(value), {"bFlag": True, "nCount": -5, "fValue": 0.25, "sText": "packed", "aList": [7, 8, 9]})
    value["nCount"], value["sText"] = 12, "new"
    plc.write_structure_by_name("MAIN.stPacked", value, PACKED)
    equal(plc.read_by_name("MAIN.stPacked.nCount", pyads.PLCTYPE_DINT), 12)
    equal(plc.read_by_name("MAIN.stPacked.sText", pyads.PLCTYPE_STRING), "new")
    equal(plc.read_by_name("MAIN.stAligned.stInner.nCount", pyads.PLCTYPE_DINT), 77)
    equal([one["nCount"] for one in plc.read_structure_by_name("MAIN.astPacked", PACKED, array_size=2)], [1, 2])


@check
def lists(plc):
    names = ["MAIN.nInt", "MAIN.fLreal", "MAIN.bBool", "MAIN.aReals"]
    equal(plc.read_list_by_name(names), dict(zip(names, [-30000, 2.718281828459045, True, [0.5, 1.5, 2.5]])))
    wanted = {"MAIN.nInt": 7, "MAIN.fLreal": 0.5, "MAIN.nFixed": 6, "MAIN.none": 1}
    equal(error_of(lambda: plc.write_list_by_name(wanted)), 0x710)
    del wanted["MAIN.none"]
    result = plc.write_list_by_name(wanted)
    equal([result[name] == "no error" for name in wanted], [True, True, False])
    equal(plc.read_list_by_name(["MAIN.nInt", "MAIN.fLreal", "MAIN.nFixed"]), {"MAIN.nInt": 7, "MAIN.fLreal": 0.5, "MAIN.nFixed": 5})
    plc.write_list_by_name({"MAIN.nInt": -30000, "MAIN.fLreal": 2.718281828459045})


@check
def long_lists_are_one_moment(plc):
    names = [f"MAIN.aBulk[{i}]" for i in range(500)]
    values = plc.read_list_by_name(names)
    first = values[names[0]]
    equal([values[name] - first for name in names], list(range(500)))
    more = plc.read_list_by_name([f"MAIN.aBulk[{i}]" for i in range(600)])
    equal(len(more), 600)


@check
def symbol_objects(plc):
    symbol = plc.get_symbol("MAIN.nDint", auto_update=True)
    equal((symbol.read(), symbol.symbol_type), (-2000000000, "DINT"))
    symbol.write(31)
    wait_for(lambda: symbol.value == 31)
    symbol.auto_update = False
    symbol.write(-2000000000)


@check
def all_symbols(plc):
    symbols = {symbol.name: symbol for symbol in plc.get_all_symbols()}
    for name in SCALARS:
        equal(symbols["MAIN." + name].symbol_type, name[1:].upper())
    equal(symbols["MAIN.nCounter"].comment, "one more each task cycle")
    equal(symbols["MAIN.stPacked"].symbol_type, "ST_Packed")
    equal("TwinCAT_SystemInfoVarList._AppInfo" in symbols, True)


@contextlib.contextmanager
def notification(plc, name, attributes, enough):
    """Samples of a notification as (time, bytes), once there are enough; deleted at the end, or AdsLib crashes."""
    samples = []
    done = threading.Event()

    def callback(contents, _):
        header = contents.contents
        address = ctypes.addressof(header) + type(header).data.offset
        samples.append((header.nTimeStamp, ctypes.string_at(address, header.cbSampleSize)))
        if enough(samples):
            done.set()

    handles = plc.add_device_notification(name, attributes, callback)
    try:
        yield samples, done
    finally:
        plc.del_device_notification(*handles)


def counted(plc, mode, max_delay, cycle_time, count):
    """Times and values of a counter."""
    attributes = pyads.NotificationAttrib(4, mode, max_delay, cycle_time)  # both in milliseconds
    with notification(plc, "MAIN.nCounter", attributes, lambda samples: len(samples) >= count) as (samples, done):
        equal(done.wait(LIMIT_SECONDS), True)
    return [(stamp, struct.unpack("<I", data)[0]) for stamp, data in samples]


def steps(values):
    return [after - before for before, after in zip(values, values[1:])]


@check
def cyclic_notifications_without_gaps(plc):
    samples = counted(plc, pyads.ADSTRANS_SERVERCYCLE, 20, 1, 2000)
    equal(set(steps([value for _, value in samples])), {1})
    # 1 ms in units of 100 ns; the stamps follow the wall clock if it is set meanwhile.
    times = steps([stamp for stamp, _ in samples])
    equal(times.count(10000) > 0.99 * len(times), True)


@check
def slower_notifications(plc):
    samples = counted(plc, pyads.ADSTRANS_SERVERCYCLE, 0, 5, 50)
    equal(set(steps([value for _, value in samples])), {5})


@check
def on_change_notifications_of_a_counter(plc):
    samples = counted(plc, pyads.ADSTRANS_SERVERONCHA, 0, 1, 500)
    equal(set(steps([value for _, value in samples])), {1})


@check
def notifications_on_change(plc):
    attributes = pyads.NotificationAttrib(4, pyads.ADSTRANS_SERVERONCHA, 0, 1)
    with notification(plc, "MAIN.nWatched", attributes, lambda all: all[-1][1] == b"\4\0\0\0") as (samples, done):
        for value in (2, 3, 3, 4):
            plc.write_by_name("MAIN.nWatched", value, pyads.PLCTYPE_DINT)
            wait_for(lambda: samples and struct.unpack("<i", samples[-1][1])[0] == value)
        equal(done.wait(LIMIT_SECONDS), True)
    values = [struct.unpack("<i", data)[0] for _, data in samples]
    # AdsLib drops a first sample that comes before it knows the handle.
    equal(values in ([1, 2, 3, 4], [2, 3, 4]), True)
    plc.write_by_name("MAIN.nWatched", 1, pyads.PLCTYPE_DINT)


@check
def errors(plc):
    equal(error_of(lambda: plc.read_by_name("MAIN.none", pyads.PLCTYPE_INT)), 0x710)
    equal(error_of(lambda: plc.read(0x1234, 0, pyads.PLCTYPE_INT)), 0x701)
    equal(error_of(lambda: plc.read(0x4040, 0x7FFFFFFF, pyads.PLCTYPE_INT)), 0x703)
    equal(error_of(lambda: plc.write_by_name("MAIN.nFixed", 1, pyads.PLCTYPE_INT)), 0x704)
    other = pyads.Connection(NET_ID, 852, HOST)
    with other:
        equal(error_of(other.read_state), 0x6)


@check
def stop_and_run(plc):
    plc.write_control(pyads.ADSSTATE_STOP, 0, 0, pyads.PLCTYPE_INT)
    equal(plc.read_state()[0], pyads.ADSSTATE_STOP)
    still = plc.read_by_name("MAIN.nCounter")
    time.sleep(0.02)
    equal(plc.read_by_name("MAIN.nCounter"), still)
    plc.write_control(pyads.ADSSTATE_RUN, 0, 0, pyads.PLCTYPE_INT)
    equal(plc.read_state()[0], pyads.ADSSTATE_RUN)
    wait_for(lambda: plc.read_by_name("MAIN.nCounter") > still)


def command(plc, number):
    """Has the test that started us do something to the PLC; without a handle, as that may die meanwhile."""
    version = plc.read(0xF008, 0, pyads.PLCTYPE_USINT)
    symbol = plc.get_symbol("TEST.nCommand")
    plc.write(symbol.index_group, symbol.index_offset, number, pyads.PLCTYPE_INT)
    wait_for(lambda: plc.read(0xF008, 0, pyads.PLCTYPE_USINT) == (version + 1) % 256)


@check
def online_change(plc):
    plc.write_by_name("MAIN.nDint", 3, pyads.PLCTYPE_DINT)
    handle = plc.get_handle("MAIN.nDint")
    command(plc, 1)
    equal(error_of(lambda: plc.read_by_name("", pyads.PLCTYPE_DINT, handle=handle)), 0x711)
    equal(plc.read_by_name("MAIN.nDint", pyads.PLCTYPE_DINT), 3)


@check
def download(plc):
    plc.write_by_name("MAIN.nDint", 3, pyads.PLCTYPE_DINT)
    handle = plc.get_handle("MAIN.nDint")
    command(plc, 2)
    equal(error_of(lambda: plc.read_by_name("", pyads.PLCTYPE_DINT, handle=handle)), 0x710)
    equal(plc.read_by_name("MAIN.nDint", pyads.PLCTYPE_DINT), -2000000000)


def main():
    pyads.open_port()
    pyads.set_local_address("127.99.0.1.1.1")
    pyads.close_port()
    with pyads.Connection(NET_ID, pyads.PORT_TC3PLC1, HOST) as plc:
        for function in checks:
            result = {"check": function.__name__, "ok": True, "detail": ""}
            try:
                function(plc)
            except Exception as error:  # what went wrong is the result
                result.update(ok=False, detail=f"{type(error).__name__}: {error}")
            print(json.dumps(result), flush=True)


main()
