"""An OPC UA server by asyncua, for the tests: a variable of each type. It obeys lines on its standard input.

    port                     prints the port when it listens
    set NAME JSON            gives a variable a value
    get NAME                 prints a variable's value as JSON
    count FROM TO            has the variable "counter" take each value in turn
    stop | start             disappears, and comes back on the same port
Each line is answered by one line, "ok ...". The end of input ends the server.
"""
import asyncio
import base64
import datetime
import json
import logging
import sys
import uuid

from asyncua import Server, ua

URI = "urn:taktstrom:test"
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
logging.disable(logging.CRITICAL)

T = ua.VariantType
SCALARS = {
    "boolean": T.Boolean, "sbyte": T.SByte, "byte": T.Byte, "int16": T.Int16, "uint16": T.UInt16, "int32": T.Int32,
    "uint32": T.UInt32, "int64": T.Int64, "uint64": T.UInt64, "float": T.Float, "double": T.Double,
    "string": T.String, "datetime": T.DateTime, "guid": T.Guid, "bytestring": T.ByteString, "nodeid": T.NodeId,
    "statuscode": T.StatusCode, "qualifiedname": T.QualifiedName, "localizedtext": T.LocalizedText,
}


def from_json(kind, value):
    """A JSON value as asyncua wants it."""
    if isinstance(value, list) and kind is not T.ByteString:
        return [from_json(kind, each) for each in value]
    if kind in (T.Float, T.Double):
        return float(value)
    if kind is T.DateTime:
        return EPOCH + datetime.timedelta(microseconds=value)
    if kind is T.Guid:
        return uuid.UUID(value)
    if kind is T.ByteString:
        return bytes(value)
    if kind is T.NodeId:
        return ua.NodeId.from_string(value)
    if kind is T.StatusCode:
        return ua.StatusCode(value)
    if kind is T.QualifiedName:
        return ua.QualifiedName.from_string(value)
    if kind is T.LocalizedText:
        return ua.LocalizedText(value)
    return value


def to_json(value):
    """And back."""
    if isinstance(value, (list, tuple)):
        return [to_json(each) for each in value]
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            value = value.replace(tzinfo=datetime.timezone.utc)
        return (value - EPOCH) // datetime.timedelta(microseconds=1)
    if isinstance(value, bytes):
        return list(value)
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, ua.NodeId):
        return value.to_string()
    if isinstance(value, ua.StatusCode):
        return value.value
    if isinstance(value, ua.QualifiedName):
        return value.to_string()
    if isinstance(value, ua.LocalizedText):
        return value.Text or ""
    if isinstance(value, float):
        return repr(value)
    return value


class TestServer:
    def __init__(self, port):
        self.port = port
        self.nodes = {}
        self.kinds = {}

    async def start(self):
        values = {name: await node.read_data_value() for name, node in self.nodes.items()}
        self.server = Server()
        await self.server.init()
        self.server.set_endpoint(f"opc.tcp://127.0.0.1:{self.port}/")
        self.server.set_security_policy([ua.SecurityPolicyType.NoSecurity])
        self.index = await self.server.register_namespace(URI)
        self.folder = await self.server.nodes.objects.add_object(ua.NodeId("Test", self.index), "Test")
        for name, kind in SCALARS.items():
            zero = {T.Boolean: False, T.String: "", T.DateTime: EPOCH, T.Guid: uuid.UUID(int=0), T.ByteString: b"",
                    T.NodeId: ua.NodeId(0, 0), T.StatusCode: ua.StatusCode(0), T.QualifiedName: ua.QualifiedName("", 0),
                    T.LocalizedText: ua.LocalizedText("")}.get(kind, 0)
            await self.add(name, zero, kind)
        await self.add("counter", 0, T.Int64)
        for name, value in values.items():
            if name in self.nodes:
                await self.nodes[name].write_value(value)
        await self.server.start()
        self.port = self.server.bserver._server.sockets[0].getsockname()[1]

    async def add(self, name, value, kind, writable=True, **more):
        node = await self.folder.add_variable(ua.NodeId(name, self.index), name, value, kind, **more)
        if writable:
            await node.set_writable()
        self.nodes[name] = node
        self.kinds[name] = kind

    async def set(self, name, value):
        kind = self.kinds[name]
        variant = ua.Variant(from_json(kind, value), kind)
        now = datetime.datetime.now(datetime.timezone.utc)
        await self.nodes[name].write_value(ua.DataValue(variant, SourceTimestamp=now))

    async def obey(self, line):
        word, _, rest = line.partition(" ")
        if word == "set":
            name, _, value = rest.partition(" ")
            await self.set(name, json.loads(value))
        elif word == "get":
            return json.dumps(to_json(await self.nodes[rest].read_value()))
        elif word == "count":
            first, last = map(int, rest.split())
            for value in range(first, last + 1):
                await self.set("counter", value)
        elif word == "stop":
            await self.server.stop()
        elif word == "start":
            await self.start()
        else:
            raise ValueError(line)
        return ""


async def main():
    server = TestServer(0)
    await server.start()
    print(f"ok {server.port}", flush=True)
    loop = asyncio.get_running_loop()
    while line := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        try:
            print("ok " + await server.obey(line), flush=True)
        except Exception as failure:  # the test must hear of it, whatever it is
            print(f"failed {line}: {failure!r}", flush=True)
    await server.server.stop()


asyncio.run(main())
