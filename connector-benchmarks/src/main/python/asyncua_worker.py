"""asyncua as a contender: reads 'run MILLIS' lines, answers each with a slice (see the package paired).

usage: asyncua_worker.py WORK URI      WORK: read | group | browse, or the number of elements of an array
"""

import asyncio
import logging
import sys
import time

from asyncua import Client, ua

NAMESPACE = "urn:taktstrom:benchmark"
GROUP = 1000
FOLDER = 1400


async def work(client, name):
    """The operation of this contender; each checks what it reads."""
    namespace = await client.get_namespace_index(NAMESPACE)

    def node(text):
        return client.get_node(ua.NodeId(text, namespace))

    if name == "read":
        one = node("i0")

        async def once():
            assert await one.read_value() == 0

    elif name == "group":
        nodes = [node("i%d" % i) for i in range(GROUP)]
        expected = list(range(GROUP))

        async def once():
            assert await client.read_values(nodes) == expected

    elif name == "browse":
        folder = node("Items")

        async def once():
            assert len(await folder.get_children()) == FOLDER

    else:
        size = int(name)
        array = node("n%d" % size)

        async def once():
            value = await array.read_value()
            assert len(value) == size and value[-1] == size - 1

    return once


async def run(once, millis):
    latencies = []
    clock = time.perf_counter_ns
    cpu = time.process_time_ns()
    start = last = clock()
    end = start + millis * 1_000_000
    while last < end:
        await once()
        now = clock()
        latencies.append(now - last)
        last = now
    cpu = time.process_time_ns() - cpu
    latencies.sort()
    count = len(latencies)
    print("slice", count, last - start, latencies[count // 2], latencies[count * 99 // 100], -1, cpu, flush=True)


async def main():
    logging.basicConfig(level=logging.CRITICAL)
    name, uri = sys.argv[1:3]
    client = Client(uri, timeout=60)
    async with client:
        once = await work(client, name)
        print("ready", flush=True)
        loop = asyncio.get_running_loop()
        # Off the loop, which keeps the session alive between slices.
        line = await loop.run_in_executor(None, sys.stdin.readline)
        while line:
            await run(once, int(line.split()[1]))
            line = await loop.run_in_executor(None, sys.stdin.readline)


if __name__ == "__main__":
    asyncio.run(main())
