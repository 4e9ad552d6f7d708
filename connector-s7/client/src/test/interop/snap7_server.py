"""The native snap7 server with some memory; prints its port, then does what its standard input says, until that ends.

  get AREA DB OFFSET COUNT      prints the bytes in hexadecimal
  set AREA DB OFFSET HEX        prints ok
  stop, start                   print ok

AREA is DB, M, I, Q, T or C; offsets and counts are in bytes.
"""

import ctypes
import socket
import sys
import time

import snap7
from snap7.type import SrvArea

SIZES = {"M": 2048, "I": 256, "Q": 256, "T": 512, "C": 512}
# The server counts the bytes of a block in 16 bits.
BLOCKS = {1: 65534, 2: 512, 3: 60}
AREAS = {"DB": SrvArea.DB, "M": SrvArea.MK, "I": SrvArea.PE, "Q": SrvArea.PA, "T": SrvArea.TM, "C": SrvArea.CT}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(server, port):
    try:
        return server.start_to("127.0.0.1", port) in (0, None)
    except RuntimeError:
        return False


def start_again(server, port):
    """An outgoing connection of another process may hold the port for a moment."""
    deadline = time.monotonic() + 20
    while not start(server, port):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def main():
    server = snap7.server.Server(log=False)
    memory = {}
    for name, size in SIZES.items():
        memory[name, 0] = (ctypes.c_uint8 * size)()
        server.register_area(AREAS[name], 0, memory[name, 0])
    for number, size in BLOCKS.items():
        memory["DB", number] = (ctypes.c_uint8 * size)()
        server.register_area(SrvArea.DB, number, memory["DB", number])
    # The server does not accept port 0, and another process may take a port that was free a moment ago.
    port = next(port for port in iter(free_port, None) if start(server, port))
    print(port, flush=True)
    for line in sys.stdin:
        words = line.split()
        if words[0] == "stop":
            server.stop()
            print("ok", flush=True)
        elif words[0] == "start":
            print("ok" if start_again(server, port) else "failed", flush=True)
        else:
            area = memory[words[1], int(words[2])]
            offset = int(words[3])
            if words[0] == "set":
                data = bytes.fromhex(words[4])
                ctypes.memmove(ctypes.addressof(area) + offset, data, len(data))
                print("ok", flush=True)
            else:
                print(bytes(area[offset : offset + int(words[4])]).hex(), flush=True)
    server.stop()
    server.destroy()


main()
