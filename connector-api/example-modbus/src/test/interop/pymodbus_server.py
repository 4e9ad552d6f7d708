"""pymodbus's Modbus/TCP server; prints its port, then does what its standard input says, until that ends.

  set FUNCTION FIRST VALUE...   prints ok
  get FUNCTION FIRST COUNT      prints the values

FUNCTION is the Modbus function that reads the table: 1 coils, 2 discrete inputs, 3 holding registers, 4 input registers. Each
table has 400 places from 0 on.
"""

import asyncio
import socket
import sys

from pymodbus.server import ModbusTcpServer
from pymodbus.simulator import DataType, SimData, SimDevice

PLACES = 400


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def main():
    bits = [SimData(0, count=PLACES, values=False, datatype=DataType.BITS)]
    words = [SimData(0, count=PLACES, values=0, datatype=DataType.REGISTERS)]
    device = SimDevice(1, simdata=(bits, bits, words, words))
    port = free_port()
    server = ModbusTcpServer(device, address=("127.0.0.1", port))
    await server.serve_forever(background=True)
    print(port, flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order, function, first, *rest = line.split()
        numbers = [int(word) for word in rest]
        if order == "set":
            values = [bool(number) for number in numbers] if int(function) < 3 else numbers
            wrong = await server.context.async_setValues(1, int(function), int(first), values)
            print(f"refused {wrong}" if wrong else "ok", flush=True)
        else:
            values = await server.context.async_getValues(1, int(function), int(first), numbers[0])
            print(*(int(value) for value in values), flush=True)
    await server.shutdown()


asyncio.run(main())
