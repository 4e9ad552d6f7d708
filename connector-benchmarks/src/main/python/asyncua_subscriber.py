"""Subscribes with asyncua and checks each value, as SubscriptionContender does.

usage: asyncua_subscriber.py URI CLIENTSxITEMSxWORDS@PERIODMILLIS SERVERPID
for each line of its input, run WARMUPMILLIS MILLIS, prints: subscribed RECEIVED LOST LATE REPEATED MARKED NANOS CPUNANOS -1 SERVERCPUNANOS
"""

import asyncio
import logging
import os
import re
import sys
import time

from asyncua import Client, ua

NAMESPACE = "urn:taktstrom:benchmark"
QUEUE = 50
OVERFLOW = 0x480
LONGEST_SETUP = 60


class Tally:
    """One client's values. What is missing when a later value comes is lost, unless it comes after all."""

    def __init__(self, words):
        self.words = words
        self.newest = {}
        self.gaps = set()
        self.received = self.lost = self.late = self.repeated = self.marked = 0

    def datachange_notification(self, node, value, data):
        item = data.monitored_item.ClientHandle
        status = data.monitored_item.Value.StatusCode
        if self.words:
            if len(value) != self.words or value[-1] - value[0] != self.words - 1:
                return
            value = value[0]
        self.received += 1
        if status is not None and status.value & OVERFLOW == OVERFLOW:
            self.marked += 1
        before = self.newest.get(item)
        if before is None or value > before:
            if before is not None and value != before + 1:
                self.lost += value - before - 1
                self.gaps.update((item, missing) for missing in range(before + 1, value))
            self.newest[item] = value
        elif (item, value) in self.gaps:
            self.gaps.remove((item, value))
            self.lost -= 1
            self.late += 1
        else:
            self.repeated += 1

    def counts(self):
        return [self.received, self.lost, self.late, self.repeated, self.marked]


def server_cpu(pid):
    with open("/proc/%s/stat" % pid) as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1_000_000_000 // os.sysconf("SC_CLK_TCK")


async def subscribe(uri, items, words, period):
    client = Client(uri, timeout=120)
    await client.connect()
    namespace = await client.get_namespace_index(NAMESPACE)
    tally = Tally(words)
    subscription = await client.create_subscription(period, tally)
    nodes = [client.get_node(ua.NodeId(("a%d" if words else "i%d") % i, namespace)) for i in range(items)]
    for at in range(0, items, 1000):
        await subscription.subscribe_data_change(nodes[at : at + 1000], queuesize=QUEUE, sampling_interval=0)
    return tally, client


def sums(tallies):
    return [sum(column) for column in zip(*(tally.counts() for tally in tallies))]


async def run(uri, load, pid, warm_up, window):
    clients, items, words, period = (int(part) for part in re.split("[x@]", load))
    subscribed = []
    async with asyncio.timeout(LONGEST_SETUP):
        for _ in range(clients):
            subscribed.append(await subscribe(uri, items, words, period))
    tallies = [tally for tally, _ in subscribed]
    await asyncio.sleep(int(warm_up) / 1000)
    before = sums(tallies)
    start, cpu, server = time.monotonic_ns(), time.process_time_ns(), server_cpu(pid)
    await asyncio.sleep(int(window) / 1000)
    counts = [after - b for after, b in zip(sums(tallies), before)]
    span, cpu, server = time.monotonic_ns() - start, time.process_time_ns() - cpu, server_cpu(pid) - server
    for _, client in subscribed:
        await client.disconnect()
    return " ".join(map(str, ["subscribed", *counts, span, cpu, -1, server]))


async def main():
    logging.basicConfig(level=logging.CRITICAL)
    print("ready", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        print(await run(*sys.argv[1:4], *line.split()[1:]), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
