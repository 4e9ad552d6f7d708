"""An OPC UA server by asyncua, for the tests: a variable of each type. It obeys lines on its standard input.

    set NAME JSON            gives a variable a value
    fail NAME                says of a variable, until it is set, that its device fails
    get NAME                 prints a variable's value as JSON
    count FROM TO            has the variable "counter" take each value in turn
    many COUNT               makes variables many0, many1 ... that have their number as value
    large NAME COUNT         makes a variable that is an array 0, 1, 2 ...
    record NAME COUNT PAGE   has values 0, 1, 2 ... recorded for a variable, one a second from 2026-01-01 on, PAGE to an answer
    event SEVERITY SOURCE MESSAGE   raises an event
    pressure VALUE           raises an event of the type PressEvent, with its own field Pressure
    expire                   tells each subscription that it has ended
    stop                     disappears
    start [SHIFT]            comes back on the same port, with other namespaces before its own, so that these are renumbered
It prints its port first. Given a folder, it makes a certificate there and offers security; where the folder has user.der, only the
owner of that certificate may log in. Each line is answered by one line, "ok ...". The end of input ends the server.
"""
import asyncio
import contextlib
import dataclasses
import datetime
import gc
import json
import logging
import pathlib
import socket
import struct
import sys
import uuid

from asyncua import Server, ua, uamethod
from asyncua.crypto.cert_gen import setup_self_signed_certificate
from asyncua.crypto.permission_rules import User, UserRole
from asyncua.server.address_space import AttributeValue
from asyncua.server.history import UaNodeAlreadyHistorizedError
from cryptography.x509.oid import ExtendedKeyUsageOID
from asyncua.common.type_dictionary_builder import DataTypeDictionaryBuilder
from asyncua.common.structures104 import new_enum, new_struct, new_struct_field

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
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        parts = {"Ratio": T.Double, "Weight": T.Float, "Part": getattr(ua, "Part")}
        return kind(**{name: from_json(parts.get(name), each) for name, each in value.items()})
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
    if dataclasses.is_dataclass(value):
        return {field.name: to_json(getattr(value, field.name)) for field in dataclasses.fields(value)
                if field.name not in ("Encoding", "data_type")}
    return value


class Users:
    def __init__(self, certificate):
        self.certificate = certificate

    def get_user(self, iserver, username=None, password=None, certificate=None):
        if self.certificate:
            good = certificate == self.certificate
        else:
            good = username is None or (username, password) == ("ann", "secret")
        return User(role=UserRole.User, name=username) if good else None


class TestServer:
    def __init__(self, port, keys):
        self.port = port
        self.keys = keys
        self.nodes = {}
        self.kinds = {}
        self.shapes = {}

    async def start(self, shift=0):
        # Thousands of nodes that all stay: looking through them again and again is a third of what a start costs.
        gc.disable()
        values = {name: await node.read_data_value() for name, node in self.nodes.items()}
        user = self.keys / "user.der" if self.keys else None
        known = user.read_bytes() if user and user.exists() else None
        self.server = Server(user_manager=Users(known) if self.keys else None)
        await self.server.init()
        if known:
            self.server.set_identity_tokens([ua.X509IdentityToken])
        self.server.set_endpoint(f"opc.tcp://127.0.0.1:{self.port}/")
        self.server.set_security_policy([ua.SecurityPolicyType.NoSecurity])
        if self.keys:
            await self.secure()
        for number in range(shift):
            await self.server.register_namespace(f"{URI}:{number}")
        self.index = await self.server.register_namespace(URI)
        self.folder = await self.server.nodes.objects.add_object(ua.NodeId("Test", self.index), "Test")
        for name, kind in SCALARS.items():
            zero = {T.Boolean: False, T.String: "", T.DateTime: EPOCH, T.Guid: uuid.UUID(int=0), T.ByteString: b"",
                    T.NodeId: ua.NodeId(0, 0), T.StatusCode: ua.StatusCode(0), T.QualifiedName: ua.QualifiedName("", 0),
                    T.LocalizedText: ua.LocalizedText("")}.get(kind, 0)
            await self.add(name, zero, kind)
        await self.add("counter", 0, T.Int64)
        await self.add("row", [0, 0, 0, 0, 0], T.Int32)
        await self.add("open", [], T.Double)
        await self.add("matrix", [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], T.Double)
        await self.add("names", ["", ""], T.String)
        await self.add("times", [EPOCH, EPOCH], T.DateTime)
        await self.add("serial", 4711, T.UInt32, writable=False)
        await self.add_own_types()
        for name, length in (("row", 5), ("names", 2), ("times", 2), ("presses", 2)):
            self.say(name, ua.AttributeIds.ValueRank, ua.Variant(1, T.Int32))
            self.say(name, ua.AttributeIds.ArrayDimensions, ua.Variant([length], T.UInt32))
        await self.add_methods()
        for name, value in values.items():
            if name in self.nodes:
                await self.nodes[name].write_value(value)
        await self.server.start()
        gc.freeze()
        gc.enable()

    async def secure(self):
        key, certificate = self.keys / "key.pem", self.keys / "certificate.der"
        uri = "urn:taktstrom:asyncua"
        await self.server.set_application_uri(uri)
        await setup_self_signed_certificate(
            key, certificate, uri, "localhost", [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH],
            {"commonName": "Press"})
        await self.server.load_certificate(str(certificate))
        await self.server.load_private_key(str(key))
        self.server.set_security_policy([
            ua.SecurityPolicyType.NoSecurity,
            ua.SecurityPolicyType.Basic256Sha256_Sign, ua.SecurityPolicyType.Basic256Sha256_SignAndEncrypt,
            ua.SecurityPolicyType.Aes128Sha256RsaOaep_SignAndEncrypt,
            ua.SecurityPolicyType.Aes256Sha256RsaPss_SignAndEncrypt])

    async def add_own_types(self):
        mode = await new_enum(self.server, self.index, "Mode", ["Idle", "Running", "Broken"])
        part, _ = await new_struct(self.server, self.index, "Part", [
            new_struct_field("Id", T.UInt16), new_struct_field("Weight", T.Float)])
        part_type = part.nodeid
        press, _ = await new_struct(self.server, self.index, "Press", [
            new_struct_field("Number", T.Int32), new_struct_field("Ratio", T.Double),
            new_struct_field("Name", T.String), new_struct_field("Row", T.Int16, array=True),
            new_struct_field("Part", part)])
        await self.server.load_data_type_definitions()
        part = ua.Part(Id=0, Weight=0.0)
        await self.add("press", ua.Press(Number=0, Ratio=0.0, Name="", Row=[0, 0, 0], Part=part), T.ExtensionObject,
                       datatype=press.nodeid)
        await self.add("presses", [ua.Part(Id=0, Weight=0.0), ua.Part(Id=0, Weight=0.0)], T.ExtensionObject,
                       datatype=part_type)
        await self.add("mode", 0, T.Int32, datatype=mode.nodeid)
        self.shapes = {"press": ua.Press, "presses": ua.Part}

    async def add_dictionary(self, name):
        """A structure that only a type dictionary describes, as by a server before OPC UA 1.04; NAME "broken" has one that is not valid."""
        builder = DataTypeDictionaryBuilder(self.server, self.index, URI, "Dictionary" + name)
        await builder.init()
        part = await builder.create_data_type(name + "Part")
        part.add_field("Id", T.UInt16)
        part.add_field("Weight", T.Float)
        whole = await builder.create_data_type(name + "Whole")
        whole.add_field("Number", T.Int32)
        whole.add_field("Name", T.String)
        whole.add_field("Row", T.Int16, is_array=True)
        whole.add_field("Part", part)
        await builder.set_dict_byte_string()
        if name == "broken":
            bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
            await self.server.get_node(builder.dict_id).write_value(bomb, T.ByteString)
        body = struct.pack("<i", 7) + struct.pack("<i", 3) + b"abc" + struct.pack("<ihhh", 3, 1, 2, 3) + struct.pack("<Hf", 5, 0.5)
        value = ua.ExtensionObject(TypeId=whole.node_ids[2], Body=body)
        await self.add(name, value, T.ExtensionObject, datatype=whole.data_type)

    async def add_methods(self):
        def argument(name, kind, rank=-1):
            return ua.Argument(Name=name or None, DataType=ua.NodeId(kind.value), ValueRank=rank, ArrayDimensions=[],
                               Description=ua.LocalizedText(f"the {name.lower()}"))

        @uamethod
        def add(parent, first, second):
            return first + second

        @uamethod
        def join(parent, parts, between):
            return between.join(parts), len(parts)

        @uamethod
        def unnamed(parent, value):
            return value

        @uamethod
        def refuse(parent):
            return ua.StatusCode(ua.StatusCodes.BadOutOfRange)

        async def method(name, work, inputs, outputs):
            await self.folder.add_method(ua.NodeId(name, self.index), name, work, inputs, outputs)

        await method("add", add, [argument("First", T.Int64), argument("Second", T.Int64)], [argument("Sum", T.Int64)])
        await method("join", join, [argument("Parts", T.String, 1), argument("Between", T.String)],
                     [argument("Text", T.String), argument("Count", T.Int64)])
        await method("unnamed", unnamed, [argument("", T.Int64)], [argument("", T.Int64)])
        await method("refuse", refuse, [], [])
        self.press_event = await self.server.create_custom_event_type(
            self.index, "PressEvent", ua.ObjectIds.BaseEventType, [("Pressure", T.Double)])

    async def raise_event(self, kind, message, **fields):
        events = await self.server.get_event_generator(kind)
        for name, value in fields.items():
            setattr(events.event, name, value)
        await events.trigger(message=message)

    async def record(self, name, count, page):
        storage = self.server.iserver.history_manager.storage
        storage.max_history_data_response_size = page
        node = self.nodes[name]
        with contextlib.suppress(UaNodeAlreadyHistorizedError):
            await storage.new_historized_node(node.nodeid, None)
        start = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
        for number in range(count):
            time = start + datetime.timedelta(seconds=number)
            await storage.save_node_value(
                node.nodeid, ua.DataValue(ua.Variant(number, self.kinds[name]), SourceTimestamp=time))

    async def add(self, name, value, kind, writable=True, **more):
        node = await self.folder.add_variable(ua.NodeId(name, self.index), name, value, kind, **more)
        if writable:
            await node.set_writable()
        self.nodes[name] = node
        self.kinds[name] = kind

    def say(self, name, attribute, variant):
        """Lets a node have any attribute, or none, past all checks."""
        attributes = self.server.iserver.aspace._nodes[self.nodes[name].nodeid].attributes
        if variant is None:
            attributes.pop(attribute, None)
        else:
            attributes[attribute] = AttributeValue(ua.DataValue(variant))

    async def set(self, name, value):
        kind = self.kinds[name]
        variant = ua.Variant(from_json(self.shapes.get(name, kind), value), kind)
        now = datetime.datetime.now(datetime.timezone.utc)
        await self.nodes[name].write_value(ua.DataValue(variant, SourceTimestamp=now))

    async def obey(self, line):
        word, _, rest = line.partition(" ")
        if word == "set":
            name, _, value = rest.partition(" ")
            await self.set(name, json.loads(value))
        elif word == "fail":
            value = (await self.nodes[rest].read_data_value(raise_on_bad_status=False)).Value
            failed = ua.StatusCode(ua.StatusCodes.BadDeviceFailure)
            await self.nodes[rest].write_value(ua.DataValue(value, StatusCode=failed))
        elif word == "get":
            return json.dumps(to_json(await self.nodes[rest].read_value()))
        elif word == "count":
            first, last = map(int, rest.split())
            for value in range(first, last + 1):
                await self.set("counter", value)
        elif word == "many":
            folder = await self.server.nodes.objects.add_object(ua.NodeId("Many", self.index), "Many")
            for number in range(int(rest)):
                name = f"many{number}"
                self.nodes[name] = await folder.add_variable(ua.NodeId(name, self.index), name, number, T.Int32)
                self.kinds[name] = T.Int32
                await self.nodes[name].set_writable()
        elif word == "large":
            name, count = rest.split()
            await self.add(name, list(range(int(count))), T.Int32)
        elif word == "texts":
            name, count = rest.split()
            await self.add(name, [""] * int(count), T.String)
        elif word == "shape":
            name, rank, dimensions = rest.split()
            await self.add(name, [1, 2, 3], T.Int32)
            self.say(name, ua.AttributeIds.ValueRank, ua.Variant(int(rank), T.Int32))
            self.say(name, ua.AttributeIds.ArrayDimensions, ua.Variant(json.loads(dimensions), T.UInt32))
        elif word == "odd":
            # As gopcua 0.8's server describes its nodes.
            await self.add(rest, 42, T.Int32)
            kind = ua.ExpandedNodeId(T.Int32.value, 0)
            self.say(rest, ua.AttributeIds.DataType, ua.Variant(kind, T.ExpandedNodeId))
            self.say(rest, ua.AttributeIds.ValueRank, None)
        elif word == "untyped":
            await self.add(rest, 43, T.Int32)
            for attribute in (ua.AttributeIds.DataType, ua.AttributeIds.ValueRank, ua.AttributeIds.ArrayDimensions):
                self.say(rest, attribute, None)
        elif word == "alien":
            await self.add(rest, 44, T.Int32)
            self.say(rest, ua.AttributeIds.DataType, ua.Variant(ua.NodeId(9999, self.index), T.NodeId))
        elif word == "dictionary":
            await self.add_dictionary(rest)
        elif word == "limit":
            await self.server.get_node(ua.NodeId(11705, 0)).write_value(ua.Variant(int(rest), T.UInt32))
        elif word == "record":
            name, count, page = rest.split()
            await self.record(name, int(count), int(page))
        elif word == "event":
            severity, source, message = rest.split(" ", 2)
            await self.raise_event(ua.ObjectIds.BaseEventType, message, Severity=int(severity), SourceName=source)
        elif word == "pressure":
            await self.raise_event(self.press_event, "pressure", Pressure=float(rest), Severity=500)
            return self.press_event.nodeid.to_string()
        elif word == "expire":
            for subscription in list(self.server.iserver.subscription_service.subscriptions.values()):
                subscription._triggered_statuschanges.append(ua.StatusCode(ua.StatusCodes.BadTimeout))
                subscription._startup = True
        elif word == "stop":
            await self.server.stop()
        elif word == "start":
            await self.start(int(rest or 0))
        else:
            raise ValueError(line)
        return ""


async def main():
    # Kept over a stop: without that a client that goes on trying sooner or later gets the port as its own, and meets itself.
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    server = TestServer(held.getsockname()[1], pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None)
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
