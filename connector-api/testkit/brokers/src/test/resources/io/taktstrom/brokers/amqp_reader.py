"""Declares queues of a RabbitMQ broker and takes their messages by pika, for the tests. It obeys lines on its standard input.

    queue NAME [MOST]         makes a queue that keeps its messages; with MOST it refuses more than so many
    delete NAME               removes a queue with its messages
    exchange NAME TYPE        makes an exchange
    bind QUEUE EXCHANGE KEY   has messages with this key go there
    take QUEUE                takes all messages that the queue has now

It is given the broker's port, and says "ok". The answer to an order is "ok", that to "take" is "ok COUNT" and a line of JSON for
each message. The end of input ends it.
"""
import base64
import json
import sys

import pika


def encoded(value):
    if isinstance(value, str):
        value = value.encode("utf-8")
    return base64.b64encode(value).decode("ascii")


def as_json(method, properties, body):
    return json.dumps({
        "key": encoded(method.routing_key),
        "value": encoded(body),
        "headers": {name: encoded(str(value)) for name, value in (properties.headers or {}).items()},
        "properties": {
            "exchange": method.exchange,
            **{name: str(getattr(properties, name)) for name in (
                "content_type", "delivery_mode", "timestamp", "app_id", "message_id", "type")
               if getattr(properties, name) is not None},
        },
    })


def take(channel, name):
    count = channel.queue_declare(name, passive=True).method.message_count
    taken = []
    if count:
        channel.basic_qos(prefetch_count=1000)
        for method, properties, body in channel.consume(name, inactivity_timeout=60):
            if method is None:
                raise TimeoutError(f"{name}: {len(taken)} of {count} messages came")
            taken.append(as_json(method, properties, body))
            if len(taken) % 500 == 0 or len(taken) == count:
                channel.basic_ack(method.delivery_tag, multiple=True)
            if len(taken) == count:
                break
        channel.cancel()
    return "\n".join([f"ok {count}"] + taken)


def obey(channel, order, *words):
    if order == "queue":
        most = {"x-max-length": int(words[1]), "x-overflow": "reject-publish"} if len(words) > 1 else {}
        channel.queue_declare(words[0], durable=True, arguments=most)
    elif order == "delete":
        channel.queue_delete(words[0])
    elif order == "exchange":
        channel.exchange_declare(words[0], words[1], durable=True)
    elif order == "bind":
        channel.queue_bind(words[0], words[1], words[2])
    elif order == "take":
        return take(channel, words[0])
    else:
        return f"unknown: {order}"
    return "ok"


# Heartbeats are not answered between two orders.
connection = pika.BlockingConnection(pika.ConnectionParameters("127.0.0.1", int(sys.argv[1]), heartbeat=0))
print("ok", flush=True)
for line in sys.stdin:
    try:
        with connection.channel() as channel:
            print(obey(channel, *line.split()), flush=True)
    except Exception as problem:
        print(f"failed: {problem!r}", flush=True)
