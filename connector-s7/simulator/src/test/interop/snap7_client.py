"""Checks a simulated CPU with snap7's native client. Usage: snap7_client.py HOST PORT; prints one JSON line per check."""

import ctypes
import datetime
import json
import struct
import sys

import snap7
from snap7.type import Area, Block, Parameter, S7DataItem, WordLen

HOST, PORT = sys.argv[1], int(sys.argv[2])

checks = []


def check(function):
    checks.append(function)
    return function


def equal(actual, expected):
    if actual != expected:
        raise AssertionError(f"{actual!r} instead of {expected!r}")


def connect(rack=0, slot=1, pdu=480):
    client = snap7.client.Client()
    client.set_param(Parameter.PDURequest, pdu)
    client.connect(HOST, rack, slot, PORT)
    return client


def error_of(action):
    try:
        action()
    except Exception as error:
        return str(error)
    raise AssertionError("no error")


def item(area, db, start, size, word_len=WordLen.Byte):
    data = ctypes.create_string_buffer(size)
    entry = S7DataItem()
    entry.Area = ctypes.c_int32(area.value)
    entry.WordLen = ctypes.c_int32(word_len.value)
    entry.Result = ctypes.c_int32(0)
    entry.DBNumber = ctypes.c_int32(db)
    entry.Start = ctypes.c_int32(start)
    entry.Amount = ctypes.c_int32(size)
    entry.pData = ctypes.cast(data, ctypes.POINTER(ctypes.c_uint8))
    return entry, data


def read_many(client, *wanted):
    items = [item(*each) for each in wanted]
    array = (S7DataItem * len(items))(*(entry for entry, _ in items))
    code, array = client.read_multi_vars(array)
    equal(code, 0)
    return [(entry.Result, data.raw) for entry, (_, data) in zip(array, items)]


@check
def pdu_is_negotiated(cpu):
    equal(cpu.get_pdu_length(), 240)


@check
def identification(cpu):
    info = cpu.get_cpu_info()
    equal(info.ModuleTypeName, b"CPU 315-2 PN/DP")
    equal(info.SerialNumber, b"S C-B1U393142011")
    equal(info.ASName, b"S7300/ET200M station_1")
    equal(info.ModuleName, b"PLC_1")
    order = cpu.get_order_code()
    equal(order.OrderCode.strip(), b"6ES7 315-2EH14-0AB0")
    equal((order.V1, order.V2, order.V3), (3, 2, 7))
    equal(cpu.get_cp_info().MaxPduLength, 240)


@check
def status_lists(cpu):
    # As many bytes as there are lists, two bytes each, in the order of the client's processor.
    equal(bytes(cpu.read_szl_list()), struct.pack("<5H", 0x0000, 0x0011, 0x0111, 0x001C, 0x011C)[:9])
    szl = cpu.read_szl(0x0111, 1)
    equal((szl.Header.LengthDR, szl.Header.NDR), (28, 1))


@check
def stop_and_start(cpu):
    equal(cpu.get_cpu_state(), "S7CpuStatusRun")
    cpu.plc_stop()
    equal(cpu.get_cpu_state(), "S7CpuStatusStop")
    cpu.plc_hot_start()
    equal(cpu.get_cpu_state(), "S7CpuStatusRun")


@check
def blocks(cpu):
    counts = cpu.list_blocks()
    equal(counts.DBCount, 3)
    numbers = cpu.list_blocks_of_type(Block.DB, 10)
    equal(list(numbers)[:3], [1, 2, 9])
    info = cpu.get_block_info(Block.DB, 1)
    equal((info.BlkNumber, info.MC7Size), (1, 512))
    assert error_of(lambda: cpu.get_block_info(Block.DB, 77))


@check
def clock(cpu):
    difference = cpu.get_plc_datetime() - datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
    assert abs(difference.total_seconds()) < 60, difference


@check
def values_of_all_types(cpu):
    data = bytes(cpu.db_read(1, 0, 116))
    equal(data[0], 8)
    equal(data[1], 200)
    equal(struct.unpack_from(">hifd", data, 2), (-30000, -2000000000, 1.5, -0.25))
    equal(data[20:26], b"\x14\x04Takt")
    equal(data[42:52], b"\x00\x0a\x00\x03" + "Zoë".encode("utf-16-be"))
    equal(struct.unpack_from(">i", data, 66)[0], 1500)
    equal(struct.unpack_from(">H", data, 70)[0], (datetime.date(2026, 3, 1) - datetime.date(1990, 1, 1)).days)
    equal(struct.unpack_from(">I", data, 72)[0], 45_000_000)
    equal(snap7.util.get_dt(bytearray(data), 76), "2026-03-01T07:30:15.250000")
    equal(struct.unpack_from(">HBBBBBBI", data, 84), (2026, 3, 1, 1, 7, 30, 15, 250_000_000))
    equal(data[96:98], b"\x02\x50")
    equal(struct.unpack_from(">8h", data, 100), (1, 2, 3, 4, 5, 6, 7, 8))


@check
def areas(cpu):
    equal(bytes(cpu.mb_read(10, 2)), b"\x12\x34")
    equal(bytes(cpu.eb_read(4, 2)), b"\x56\x78")
    equal(bytes(cpu.ab_read(1, 1)), b"\x04")
    equal(bytes(cpu.read_area(Area.TM, 0, 3, 1)), b"\x07\x00")
    equal(bytes(cpu.read_area(Area.CT, 0, 4, 1)), b"\x03\x21")


@check
def writes(cpu):
    cpu.db_write(1, 200, bytearray(b"\x01\x02\x03"))
    equal(bytes(cpu.db_read(1, 200, 3)), b"\x01\x02\x03")
    cpu.write_area(Area.MK, 0, 20, bytearray(b"\xab\xcd"))
    equal(bytes(cpu.mb_read(20, 2)), b"\xab\xcd")


@check
def one_bit_is_written_alone(cpu):
    cpu.db_write(1, 210, bytearray(b"\xf0"))
    entry, data = item(Area.DB, 1, 210 * 8 + 1, 1, WordLen.Bit)
    data[0] = 1
    equal(cpu.write_multi_vars([entry]), 0)
    equal(bytes(cpu.db_read(1, 210, 1)), b"\xf2")


@check
def blocks_larger_than_a_pdu(cpu):
    data = bytes(i % 251 for i in range(4096))
    cpu.db_write(2, 0, bytearray(data))
    equal(bytes(cpu.db_read(2, 0, 4096)), data)


@check
def many_variables_at_once(cpu):
    results = read_many(cpu, (Area.DB, 1, 1, 1), (Area.DB, 1, 2, 2), (Area.MK, 0, 10, 2), (Area.DB, 1, 20, 5))
    equal(results, [(0, b"\xc8"), (0, struct.pack(">h", -30000)), (0, b"\x12\x34"), (0, b"\x14\x04Tak")])


@check
def bad_variables_among_good_ones(cpu):
    results = read_many(cpu, (Area.DB, 1, 1, 1), (Area.DB, 77, 0, 1), (Area.DB, 1, 600, 2), (Area.DB, 9, 0, 2), (Area.MK, 0, 10, 2))
    equal([result == 0 for result, _ in results], [True, False, False, False, True])
    equal(results[4][1], b"\x12\x34")


@check
def errors(cpu):
    assert "available" in error_of(lambda: cpu.db_read(77, 0, 1)).lower()
    assert "range" in error_of(lambda: cpu.db_read(1, 511, 4)).lower()
    assert "available" in error_of(lambda: cpu.db_read(9, 0, 4)).lower()


@check
def a_counter_never_goes_back(cpu):
    last = -1
    for _ in range(50):
        (value,) = struct.unpack(">I", cpu.db_read(1, 120, 4))
        assert value >= last, (last, value)
        last = value


@check
def passwords(cpu):
    cpu.set_session_password("secret")
    cpu.clear_session_password()
    assert error_of(lambda: cpu.set_session_password("wrong"))


@check
def wrong_slots_are_refused(cpu):
    assert error_of(lambda: connect(slot=3))


@check
def connections_run_out(cpu):
    others = [connect(), connect()]
    assert error_of(connect)
    for other in others:
        other.disconnect()


def main():
    cpu = connect()
    for function in checks:
        result = {"check": function.__name__, "ok": True, "detail": ""}
        try:
            function(cpu)
        except Exception as error:  # what went wrong is the result
            result.update(ok=False, detail=f"{type(error).__name__}: {error}")
        print(json.dumps(result), flush=True)
    cpu.disconnect()


main()
