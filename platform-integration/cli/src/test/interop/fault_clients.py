"""Clients of other projects, as their documentation shows how to write one, which sample a counter while faults are played.

    fault_clients.py pyads HOST         notifications of MAIN.count; pyads knows port 48898 only
    fault_clients.py asyncua HOST PORT  a subscription, and a loop that connects again, as in asyncua's example client-reconnect.py
    fault_clients.py snap7 HOST PORT    reads of DB1.DBD0 each 10 ms, and a loop that connects again

Prints a line of JSON for each value, and for each error that the client tells of. The end of its input ends it.
"""

import asyncio
import json
import os
import struct
import sys
import threading
import time
from datetime import datetime, timezone

lock = threading.Lock()


def now():
    nanos = time.time_ns()
    text = datetime.fromtimestamp(nanos // 10**9, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{text}.{nanos % 10**9:09d}Z"


def say(value, status):
    with lock:
        print(json.dumps({"point": "plc.count", "value": value, "status": status, "receivedAt": now()}), flush=True)


def fail(error):
    say(None, "Bad: " + (str(error) or type(error).__name__).replace("\n", " "))


def run_pyads(host):
    import pyads

    pyads.open_port()
    pyads.set_local_address("192.0.2.77.1.1")
    pyads.add_route("192.0.2.1.1.1", host)
    plc = pyads.Connection("192.0.2.1.1.1", 851, host)
    plc.open()

    @plc.notification(pyads.PLCTYPE_UDINT)
    def changed(handle, name, timestamp, value):
        say(value, "Good")

    plc.add_device_notification("MAIN.count", pyads.NotificationAttrib(4, max_delay=10, cycle_time=2), changed)
    threading.Event().wait()


class Changes:
    def datachange_notification(self, node, value, data):
        say(value, "Good+Overflow" if data.monitored_item.Value.StatusCode.value & 0x480 == 0x480 else "Good")

    def status_change_notification(self, status):
        fail(status)


async def run_asyncua(host, port):
    from asyncua import Client, ua

    while True:
        client = Client(f"opc.tcp://{host}:{port}/")
        try:
            async with client:
                subscription = await client.create_subscription(10, Changes())
                index = await client.get_namespace_index("urn:taktstrom:simulator")
                node = client.get_node(f"ns={index};s=count")
                await subscription.subscribe_data_change(node, queuesize=2000, sampling_interval=0)
                while True:
                    await asyncio.sleep(1)
                    await client.check_connection()
        except (OSError, ua.UaError, asyncio.TimeoutError) as error:
            fail(error)
            await asyncio.sleep(2)


def run_snap7(host, port):
    import snap7

    last = None
    while True:
        client = snap7.client.Client()
        try:
            client.connect(host, 0, 1, int(port))
            while True:
                value = struct.unpack(">I", client.db_read(1, 0, 4))[0]
                if value != last:
                    say(value, "Good")
                    last = value
                time.sleep(0.01)
        except Exception as error:  # snap7 raises RuntimeError and others
            fail(error)
            time.sleep(1)


def main():
    kind, *place = sys.argv[1:]
    if kind == "pyads":
        work = lambda: run_pyads(*place)
    elif kind == "asyncua":
        work = lambda: asyncio.run(run_asyncua(*place))
    else:
        work = lambda: run_snap7(*place)
    threading.Thread(target=work, daemon=True).start()
    sys.stdin.read()
    # Threads of native libraries may not end.
    os._exit(0)


main()
