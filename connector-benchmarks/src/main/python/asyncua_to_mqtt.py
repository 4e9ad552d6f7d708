"""Takes values from an OPC UA server to a broker of MQTT, as a small script of a plant would: asyncua and paho, QoS 1, a message for each
value.

usage: asyncua_to_mqtt.py URI ITEMS PERIODMILLIS BROKERPORT TOPIC
"""

import asyncio
import json
import logging
import sys
from datetime import timezone

import paho.mqtt.client as mqtt
from asyncua import Client, ua

NAMESPACE = "urn:taktstrom:benchmark"
QUEUE = 50


class Publisher:
    def __init__(self, broker, topic):
        self.broker = broker
        self.topic = topic

    def datachange_notification(self, node, value, data):
        time = data.monitored_item.Value.SourceTimestamp.replace(tzinfo=timezone.utc)
        sample = {"point": node.nodeid.Identifier, "value": value, "sourceTime": int(time.timestamp() * 1_000_000) * 1_000}
        self.broker.publish(self.topic, json.dumps(sample, separators=(",", ":")), qos=1)


async def main():
    logging.basicConfig(level=logging.WARNING)
    uri, items, period, port, topic = sys.argv[1:6]
    broker = mqtt.Client(protocol=mqtt.MQTTv5)
    broker.max_inflight_messages_set(1000)
    broker.connect("127.0.0.1", int(port))
    broker.loop_start()
    async with Client(uri, timeout=60) as client:
        namespace = await client.get_namespace_index(NAMESPACE)
        subscription = await client.create_subscription(int(period), Publisher(broker, topic))
        nodes = [client.get_node(ua.NodeId("i%d" % i, namespace)) for i in range(int(items))]
        for at in range(0, len(nodes), 1000):
            await subscription.subscribe_data_change(nodes[at : at + 1000], queuesize=QUEUE, sampling_interval=0)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
