"""Checks a simulated server with asyncua. Usage: asyncua_client.py URL FOLDER SECURE_URL; prints one JSON line per check.

FOLDER has the certificates of the server at SECURE_URL, where the user is ann with the password secret.
"""

import asyncio
import datetime
import json
import logging
import pathlib
import sys
import uuid

from asyncua import Client, ua
from asyncua.crypto.security_policies import SecurityPolicyAes256Sha256RsaPss, SecurityPolicyBasic256Sha256

URL, FOLDER, SECURE_URL = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
URI = "urn:taktstrom:peers"
LIMIT_SECONDS = 30
logging.disable(logging.CRITICAL)
T = ua.VariantType

SCALARS = {
    "boolean": (T.Boolean, True, False),
    "sbyte": (T.SByte, -100, 99),
    "byte": (T.Byte, 200, 17),
    "int16": (T.Int16, -30000, 29999),
    "uint16": (T.UInt16, 60000, 17),
    "int32": (T.Int32, -2000000000, 17),
    "uint32": (T.UInt32, 4000000000, 17),
    "int64": (T.Int64, -9000000000000000000, 17),
    "uint64": (T.UInt64, 18000000000000000001, 17),
    "float": (T.Float, 1.5, -0.25),
    "double": (T.Double, 2.718281828459045, -1e100),
    "string": (T.String, "Zo\u00eb", "other"),
    "guid": (T.Guid, uuid.UUID("12345678-9abc-def0-1234-56789abcdef0"), uuid.UUID(int=5)),
    "bytes": (T.ByteString, bytes.fromhex("cafe00"), b"\x01"),
}

checks = []


def check(function):
    checks.append(function)
    return function


def equal(actual, expected):
    if actual != expected:
        raise AssertionError(f"{actual!r} instead of {expected!r}")


async def wait_for(condition):
    async def poll():
        while not condition():
            await asyncio.sleep(0.01)
    await asyncio.wait_for(poll(), LIMIT_SECONDS)


class Peer:
    def __init__(self, client, index):
        self.client = client
        self.index = index

    def node(self, name):
        return self.client.get_node(ua.NodeId(name, self.index))


@check
async def scalars(peer):
    for name, (kind, first, other) in SCALARS.items():
        node = peer.node("all." + name)
        value = await node.read_data_value()
        equal((value.Value.VariantType, value.Value.Value), (kind, first))
        await node.write_value(other, kind)
        equal(await node.read_value(), other)
        await node.write_value(first, kind)


@check
async def times(peer):
    value = await peer.node("all.datetime").read_value()
    equal(value.replace(tzinfo=None), datetime.datetime(2026, 3, 1, 7, 30))


@check
async def arrays(peer):
    node = peer.node("all.row")
    equal(await node.read_value(), [1, 2, 3, 4, 5])
    equal(await node.read_value_rank(), ua.ValueRank.OneDimension)
    await node.write_value([5, 4, 3, 2, 1], T.Int32)
    equal(await node.read_value(), [5, 4, 3, 2, 1])
    equal(await peer.node("all.matrix").read_value(), [[1, 2, 3], [4, 5, 6]])


@check
async def structures(peer):
    await peer.client.load_data_type_definitions()
    node = peer.node("all.press")
    press = await node.read_value()
    equal((press.Number, press.Name, press.Row, press.Part.Id, press.Part.Weight), (7, "seven", [1, 2, 3], 9, 0.5))
    press.Name = "eight"
    press.Row = [4, 5, 6]
    await node.write_value(press)
    press = await node.read_value()
    equal((press.Name, press.Row, press.Part.Id), ("eight", [4, 5, 6], 9))


@check
async def enumerations(peer):
    node = peer.node("all.mode")
    equal(await node.read_value(), 1)
    definition = await peer.client.get_node(await node.read_data_type()).read_data_type_definition()
    equal([(field.Name, field.Value) for field in definition.Fields], [("Idle", 0), ("Running", 1)])


@check
async def browsing(peer):
    folder = await peer.client.nodes.objects.get_child([f"{peer.index}:all"])
    names = [(await each.read_browse_name()).Name for each in await folder.get_children()]
    equal(set(SCALARS) <= set(names), True)
    equal(len(await peer.node("many").get_children()), 2000)


@check
async def rights(peer):
    try:
        await peer.node("all.serial").write_value(1, T.UInt32)
    except ua.UaStatusCodeError as error:
        equal(error.code, ua.StatusCodes.BadUserAccessDenied)
    else:
        raise AssertionError("it could be written")


@check
async def wrong_types_are_refused(peer):
    for name, value, kind in (("int32", "text", T.String), ("row", 1, T.Int32), ("press", 1, T.Int32)):
        try:
            await peer.node("all." + name).write_value(value, kind)
        except ua.UaStatusCodeError as error:
            equal(error.code, ua.StatusCodes.BadTypeMismatch)
        else:
            raise AssertionError(f"{name} could be written")


class Changes:
    def __init__(self):
        self.values = {}
        self.events = []

    def datachange_notification(self, node, value, data):
        self.values.setdefault(node.nodeid.Identifier, []).append(value)

    def event_notification(self, event):
        self.events.append(event)


@check
async def a_counter_without_gaps(peer):
    changes = Changes()
    subscription = await peer.client.create_subscription(50, changes)
    await subscription.subscribe_data_change(peer.node("moving.count"), queuesize=1000, sampling_interval=0)
    await wait_for(lambda: len(changes.values.get("moving.count", [])) > 50)
    seen = changes.values["moving.count"]
    equal(seen, list(range(seen[0], seen[0] + len(seen))))
    await subscription.delete()


@check
async def two_thousand_items(peer):
    changes = Changes()
    subscription = await peer.client.create_subscription(100, changes)
    nodes = [peer.node(f"many.v{i}") for i in range(2000)]
    await subscription.subscribe_data_change(nodes, queuesize=100, sampling_interval=100)
    await wait_for(lambda: len(changes.values) == 2000 and all(len(each) > 2 for each in changes.values.values()))
    for number, seen in changes.values.items():
        # The first value comes at once, the rest every fifth cycle.
        steps = {after - before for before, after in zip(seen[1:], seen[2:])}
        if any(step % 5 for step in steps):
            raise AssertionError(f"{number}: {seen}")
    await subscription.delete()


@check
async def a_write_is_told(peer):
    changes = Changes()
    node = peer.node("written.value")
    subscription = await peer.client.create_subscription(20, changes)
    await subscription.subscribe_data_change(node, queuesize=100, sampling_interval=0)
    await wait_for(lambda: "written.value" in changes.values)
    for value in range(1, 11):
        await node.write_value(value, T.Int32)
    await wait_for(lambda: changes.values["written.value"][-10:] == list(range(1, 11)))
    await subscription.delete()


@check
async def methods(peer):
    calc = peer.node("calc")
    equal(await calc.call_method(f"{peer.index}:echo", ua.Variant("hi", T.String), ua.Variant([1, 2], T.Int32)),
          ["hi", [1, 2]])
    equal(await calc.call_method(f"{peer.index}:answer"), 42)
    for method, arguments, code in (
            ("broken", [], ua.StatusCodes.BadInvalidState),
            ("echo", [], ua.StatusCodes.BadArgumentsMissing),
            ("answer", [1], ua.StatusCodes.BadTooManyArguments)):
        try:
            await calc.call_method(f"{peer.index}:{method}", *arguments)
        except ua.UaStatusCodeError as error:
            equal(error.code, code)
        else:
            raise AssertionError(f"{method} did not fail")


@check
async def events(peer):
    changes = Changes()
    subscription = await peer.client.create_subscription(50, changes)
    await subscription.subscribe_events()
    await wait_for(lambda: len(changes.events) > 1)
    event = changes.events[0]
    equal((event.Message.Text, event.Severity, event.SourceName), ("tick", 321, "tick"))
    equal(event.EventType, ua.NodeId(ua.ObjectIds.SystemEventType))
    equal(len({each.EventId for each in changes.events}), len(changes.events))
    await subscription.delete()


@check
async def event_filters_that_cannot_be_served_are_refused(peer):
    changes = Changes()
    subscription = await peer.client.create_subscription(50, changes)
    server = peer.client.nodes.server

    async def refused(events, code):
        try:
            await subscription._subscribe(server, ua.AttributeIds.EventNotifier, events)
        except ua.UaStatusCodeError as error:
            equal(error.code, code)
        else:
            raise AssertionError(f"{events} was taken")

    def field(name, kind=ua.ObjectIds.BaseEventType):
        return ua.SimpleAttributeOperand(
            TypeDefinitionId=ua.NodeId(kind), BrowsePath=[ua.QualifiedName(name)], AttributeId=ua.AttributeIds.Value)

    def where(operator, *operands):
        element = ua.ContentFilterElement(FilterOperator=operator, FilterOperands=list(operands))
        return ua.EventFilter(SelectClauses=[field("Message")], WhereClause=ua.ContentFilter(Elements=[element]))

    invalid = ua.StatusCodes.BadEventFilterInvalid
    await refused(ua.EventFilter(SelectClauses=[]), invalid)
    await refused(ua.EventFilter(SelectClauses=[field("Message", 999_999)]), invalid)
    await refused(ua.EventFilter(SelectClauses=[field("Nothing", ua.ObjectIds.SystemEventType)]), invalid)
    await refused(where(ua.FilterOperator.RelatedTo, field("Message"), field("Message")), invalid)
    # One that can be, beside them, is.
    await subscription.subscribe_events()
    await wait_for(lambda: len(changes.events) > 0)
    await subscription.delete()


@check
async def history(peer):
    node = peer.node("moving.count")
    end = (await node.read_data_value()).SourceTimestamp
    values = await node.read_raw_history(end - datetime.timedelta(seconds=1), end)
    numbers = [each.Value.Value for each in values]
    equal(len(numbers) > 5, True)
    equal(numbers, list(range(numbers[0], numbers[0] + len(numbers))))
    latest = await node.read_raw_history(None, end, 3)
    equal([each.Value.Value for each in latest], sorted((each.Value.Value for each in latest), reverse=True))
    equal(len(latest), 3)


@check
async def refusals_of_history(peer):
    try:
        await peer.node("moving.sine").read_raw_history(None, datetime.datetime.now(datetime.timezone.utc), 3)
    except ua.UaStatusCodeError as error:
        equal(error.code, ua.StatusCodes.BadHistoryOperationUnsupported)
    else:
        raise AssertionError("there was a history")


@check
async def secure_connections(peer):
    for policy, mode in (
            (SecurityPolicyBasic256Sha256, ua.MessageSecurityMode.SignAndEncrypt),
            (SecurityPolicyBasic256Sha256, ua.MessageSecurityMode.Sign),
            (SecurityPolicyAes256Sha256RsaPss, ua.MessageSecurityMode.SignAndEncrypt)):
        client = Client(SECURE_URL)
        client.application_uri = "urn:taktstrom:simulator:client"
        await client.set_security(
            policy, str(FOLDER / "client.pem"), str(FOLDER / "client.key.pem"),
            server_certificate=str(FOLDER / "server.der"), mode=mode)
        client.set_user("ann")
        client.set_password("secret")
        async with client:
            index = await client.get_namespace_index(URI)
            equal(await client.get_node(ua.NodeId("all.serial", index)).read_value(), 4711)


@check
async def wrong_passwords_are_refused(peer):
    client = Client(SECURE_URL)
    client.application_uri = "urn:taktstrom:simulator:client"
    await client.set_security(
        SecurityPolicyBasic256Sha256, str(FOLDER / "client.pem"), str(FOLDER / "client.key.pem"),
        server_certificate=str(FOLDER / "server.der"), mode=ua.MessageSecurityMode.SignAndEncrypt)
    client.set_user("ann")
    client.set_password("wrong")
    try:
        async with client:
            raise AssertionError("it was let in")
    except ua.UaStatusCodeError as error:
        equal(error.code, ua.StatusCodes.BadUserAccessDenied)


async def main():
    async with Client(URL, timeout=LIMIT_SECONDS) as client:
        peer = Peer(client, await client.get_namespace_index(URI))
        for function in checks:
            try:
                await asyncio.wait_for(function(peer), 2 * LIMIT_SECONDS)
                ok, detail = True, ""
            except Exception as failure:  # the test must hear of it, whatever it is
                ok, detail = False, f"{function.__name__}: {failure!r}"
            print(json.dumps({"check": function.__name__, "ok": ok, "detail": detail}), flush=True)


asyncio.run(main())
