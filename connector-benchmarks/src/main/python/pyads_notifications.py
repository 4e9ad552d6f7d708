"""Takes one burst with pyads and checks each number, as NotificationContender does.

usage: pyads_notifications.py HOST NETID PORT RATE PERFRAME TOTAL      prints one line:
notified RECEIVED OUTOFORDER NANOS P50 P99 -1 CPU FIRST
"""

import ctypes
import sys
import time

import pyads

BURST_GROUP = 0x8000B000
# pyads hands over the header; the value follows 4 bytes of handle, 8 of time stamp and 4 of size.
DATA_OFFSET = 16


def main():
    host, net_id, port, rate, per_frame, total = sys.argv[1:7]
    rate, per_frame, total = int(rate), int(per_frame), int(total)
    pyads.set_local_address("127.0.0.1.9.6")
    plc = pyads.Connection(net_id, int(port), host)
    plc.open()
    cycle_millis = 0 if rate == 0 else 1000.0 / rate
    attributes = pyads.NotificationAttrib(4, pyads.ADSTRANS_SERVERCYCLE, max_delay=0, cycle_time=cycle_millis + 1e-9)
    state = {"received": 0, "expected": 0, "disorder": 0, "first": 0, "start": 0, "last": time.monotonic_ns()}

    def take(notification, _name):
        number = ctypes.c_uint32.from_address(ctypes.addressof(notification.contents) + DATA_OFFSET).value
        state["last"] = time.monotonic_ns()
        if state["received"] == 0:
            state["start"] = state["last"]
            state["first"] = number
        if number != state["expected"]:
            state["disorder"] += 1
        state["expected"] = number + 1
        state["received"] += 1

    cpu = time.process_time_ns()
    handles = plc.add_device_notification((BURST_GROUP, per_frame), attributes, take)
    while state["received"] < total and time.monotonic_ns() - state["last"] < 2_000_000_000:
        time.sleep(0.05)
    cpu = time.process_time_ns() - cpu
    span = max(1, state["last"] - state["start"])
    print("notified", state["received"], state["disorder"], span, -1, -1, -1, cpu, state["first"], flush=True)
    plc.del_device_notification(*handles)
    plc.close()


if __name__ == "__main__":
    main()
