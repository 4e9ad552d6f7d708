"""A client of MQTT (paho) and a decoder of Sparkplug B (pysparkplug) that a test tells what to do, line by line.

Usage: peer.py HOST PORT CLIENT_ID KEPT FILTER [USER PASSWORD]
  KEPT: 1 for a session that the broker keeps while we are away, 0 for a new one each time.

Says "ok ..." or "error ..." to each line:
  messages               all received so far, in order, as a JSON array; what the broker has by now is among them
  take                   the same, which are forgotten then
  sparkplug              the same, decoded
  reset                  forgets all received so far
  publish TOPIC QOS RETAIN BASE64
  request TOPIC QOS RESPONSE_TOPIC CORRELATION BASE64
"""

import base64
import json
import sys
import threading

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

MARK = "taktstrom-test-mark"
LIMIT = 60

host, port, client_id, kept, topic_filter = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4] == "1", sys.argv[5]
received = []
marks = threading.Semaphore(0)
subscribed = threading.Event()
connected = threading.Event()


def on_connect(client, userdata, flags, reason, properties=None):
    if reason != 0:
        print("error cannot connect: %s" % reason, flush=True)
        return
    connected.set()
    client.subscribe([(topic_filter, 2), (MARK, 2)])


def on_disconnect(client, userdata, reason, properties=None):
    connected.clear()
    subscribed.clear()


def on_message(client, userdata, message):
    if message.topic == MARK:
        marks.release()
    else:
        received.append(message)


client = mqtt.Client(client_id, protocol=mqtt.MQTTv5)
if len(sys.argv) > 6:
    client.username_pw_set(sys.argv[6], sys.argv[7])
client.on_connect = on_connect
client.on_disconnect = on_disconnect
client.on_message = on_message
client.on_subscribe = lambda *_: subscribed.set()
client.max_queued_messages_set(0)
client.max_inflight_messages_set(0)
client.reconnect_delay_set(1, 1)
properties = Properties(PacketTypes.CONNECT)
properties.SessionExpiryInterval = 3600 if kept else 0
client.connect(host, port, clean_start=not kept, properties=properties)
client.loop_start()
if not subscribed.wait(LIMIT):
    sys.exit("no answer from the broker")
print("ok", flush=True)


def catch_up():
    """The broker sends in the order in which it got: behind our own mark comes nothing that it had before. With QoS 2, as a
    message of QoS 2 is heard only when it is released (PUBREL), and would be behind a mark of QoS 1."""
    if not subscribed.wait(LIMIT):
        raise TimeoutError("the broker is away")
    client.publish(MARK, b"", qos=2).wait_for_publish(LIMIT)
    if not marks.acquire(timeout=LIMIT):
        raise TimeoutError("our own mark does not come back")


def as_text(message):
    about = message.properties
    return {
        "topic": message.topic,
        "payload": base64.b64encode(message.payload).decode(),
        "qos": message.qos,
        "retain": bool(message.retain),
        "contentType": getattr(about, "ContentType", None),
        "correlation": getattr(about, "CorrelationData", b"").decode(),
        "expiry": getattr(about, "MessageExpiryInterval", None),
        "properties": dict(getattr(about, "UserProperty", [])),
    }


def decoded():
    import pysparkplug
    from pysparkplug._metric import Metric
    from pysparkplug._protobuf import Payload

    kinds = {"NBIRTH": pysparkplug.NBirth, "DBIRTH": pysparkplug.DBirth, "DDATA": pysparkplug.DData,
             "NDATA": pysparkplug.NData, "DDEATH": pysparkplug.DDeath, "NDEATH": pysparkplug.NDeath}
    births = {}
    for message in list(received):
        parts = message.topic.split("/")
        if parts[0] != "spBv1.0" or parts[2] not in kinds:
            continue
        kind, device = parts[2], "/".join(parts[3:])
        raw = Payload.FromString(message.payload)
        payload = kinds[kind].decode(message.payload, birth=births.get(device))
        if kind in ("NBIRTH", "DBIRTH"):
            births[device] = payload
        metrics = []
        for metric, wire in zip(getattr(payload, "metrics", map(Metric.from_pb, raw.metrics)), raw.metrics):
            texts = {}
            for key, value in zip(wire.properties.keys, wire.properties.values):
                texts[key] = getattr(value, value.WhichOneof("value"))
            metrics.append({
                "name": metric.name, "onWire": wire.HasField("name"), "alias": metric.alias, "type": metric.datatype.name,
                "value": metric.value if not isinstance(metric.value, float) else repr(metric.value),
                "null": metric.is_null, "historical": metric.is_historical, "time": metric.timestamp, "about": texts})
        yield {"kind": kind, "device": device, "seq": raw.seq if raw.HasField("seq") else None, "qos": message.qos,
               "retain": bool(message.retain), "time": raw.timestamp, "metrics": metrics}


for line in sys.stdin:
    words = line.split()
    try:
        if words[0] == "messages":
            catch_up()
            print("ok " + json.dumps([as_text(message) for message in list(received)]), flush=True)
        elif words[0] == "take":
            catch_up()
            # What comes meanwhile stays behind these.
            taken = received[:]
            del received[:len(taken)]
            print("ok " + json.dumps([as_text(message) for message in taken]), flush=True)
        elif words[0] == "sparkplug":
            catch_up()
            print("ok " + json.dumps(list(decoded()), default=str), flush=True)
        elif words[0] == "reset":
            catch_up()
            received.clear()
            print("ok", flush=True)
        elif words[0] == "publish":
            payload = base64.b64decode(words[4]) if len(words) > 4 else b""
            client.publish(words[1], payload, qos=int(words[2]), retain=words[3] == "1").wait_for_publish(LIMIT)
            print("ok", flush=True)
        elif words[0] == "request":
            about = Properties(PacketTypes.PUBLISH)
            about.ResponseTopic = words[3]
            about.CorrelationData = words[4].encode()
            client.publish(words[1], base64.b64decode(words[5]), qos=int(words[2]), properties=about).wait_for_publish(LIMIT)
            print("ok", flush=True)
        else:
            print("error what is %s?" % words[0], flush=True)
    except Exception as problem:  # the test is to hear of whatever goes wrong
        print("error %s: %s" % (type(problem).__name__, problem), flush=True)
client.disconnect()
