"""Reads topics of a Kafka broker by librdkafka, for the tests. It obeys lines on its standard input.

    read HOST:PORT TOPIC         what the topic has now, partition by partition
    next HOST:PORT TOPIC         what has come since the last "next" of this topic
    committed HOST:PORT TOPIC    the same without what transactions have not committed

It says "ok" first. The answer to an order is "ok COUNT" and a line of JSON for each message. The
end of input ends it.
"""
import base64
import json
import sys

from confluent_kafka import Consumer, KafkaError, KafkaException, TopicPartition


def encoded(value):
    return None if value is None else base64.b64encode(value).decode("ascii")


def as_json(message):
    return json.dumps({
        "key": encoded(message.key()),
        "value": encoded(message.value() or b""),
        "headers": {name: encoded(value or b"") for name, value in message.headers() or []},
        "properties": {
            "topic": message.topic(),
            "partition": str(message.partition()),
            "offset": str(message.offset()),
            "timestamp": str(message.timestamp()[1]),
        },
    })


def partitions(consumer, topic):
    found = consumer.list_topics(topic, timeout=60).topics[topic]
    if found.error is not None:
        if found.error.code() == KafkaError.UNKNOWN_TOPIC_OR_PART:
            return []
        raise KafkaException(found.error)
    return list(found.partitions)


# What "next" begins at, by topic and partition.
offsets = {}


def read(brokers, topic, isolation, begin):
    consumer = Consumer({
        "bootstrap.servers": brokers,
        "group.id": "reader",
        "enable.auto.commit": False,
        "enable.partition.eof": True,
        "isolation.level": isolation,
        "auto.offset.reset": "earliest",
        # How long the broker thinks about the end of a partition.
        "fetch.wait.max.ms": 10,
    })
    try:
        waiting = set(partitions(consumer, topic))
        consumer.assign([TopicPartition(topic, partition, begin.get((topic, partition), 0)) for partition in waiting])
        messages = []
        while waiting:
            message = consumer.poll(60)
            if message is None:
                raise TimeoutError(f"{topic}: no message and no end of partitions {waiting} in a minute")
            if message.error() is None:
                messages.append(message)
            elif message.error().code() == KafkaError._PARTITION_EOF:
                waiting.discard(message.partition())
            else:
                raise KafkaException(message.error())
        return messages
    finally:
        consumer.close()


print("ok", flush=True)
for line in sys.stdin:
    order, brokers, topic = line.split()
    try:
        isolation = "read_committed" if order == "committed" else "read_uncommitted"
        found = read(brokers, topic, isolation, offsets if order == "next" else {})
        if order == "next":
            offsets.update({(message.topic(), message.partition()): message.offset() + 1 for message in found})
        print("\n".join([f"ok {len(found)}"] + [as_json(message) for message in found]), flush=True)
    except Exception as problem:
        print(f"failed: {problem!r}", flush=True)
