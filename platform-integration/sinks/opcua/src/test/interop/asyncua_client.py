"""Checks a server of ours with asyncua. Usage: asyncua_client.py URL FOLDER; prints one JSON line per check.

FOLDER has client.der, client.pem, whose certificate the server trusts, other.der, other.pem, which it does not know, and server.der.
The user is ann with the password secret. The point press1.count counts up while this runs.
"""

import asyncio
import json
import logging
import pathlib
import sys

from asyncua import Client, ua
from asyncua.crypto.security_policies import SecurityPolicyAes256Sha256RsaPss, SecurityPolicyBasic256Sha256

URL, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
URI = "urn:taktstrom:points"
LIMIT_SECONDS = 30
logging.disable(logging.CRITICAL)
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


async def fails(codes, call):
    try:
        await call
    except ua.UaStatusCodeError as error:
        equal(error.code in codes, True)
    else:
        raise AssertionError("it did not fail")


class Peer:
    def __init__(self, client, index):
        self.client = client
        self.index = index

    def node(self, name):
        return self.client.get_node(ua.NodeId(name, self.index))


class Changes:
    def __init__(self):
        self.values = []
        self.statuses = []

    def datachange_notification(self, node, value, data):
        self.values.append(value)
        self.statuses.append(data.monitored_item.Value.StatusCode.value)


def client_of(name, policy, mode, user, password):
    async def secured():
        client = Client(URL, timeout=LIMIT_SECONDS)
        client.application_uri = f"urn:peer:{name}"
        await client.set_security(
            policy, str(FOLDER / f"{name}.der"), str(FOLDER / f"{name}.pem"),
            server_certificate=str(FOLDER / "server.der"), mode=mode)
        client.set_user(user)
        client.set_password(password)
        return client
    return secured()


@check
async def folders_and_variables(peer):
    folder = await peer.client.nodes.objects.get_child([f"{peer.index}:press1"])
    names = sorted([(await each.read_browse_name()).Name for each in await folder.get_children()])
    equal(names, ["count", "force", "later", "recipe", "row", "state", "text"])
    node = await peer.client.nodes.objects.get_child([f"{peer.index}:press1", f"{peer.index}:force"])
    equal(node.nodeid, ua.NodeId("press1.force", peer.index))


@check
async def values_types_and_times(peer):
    node = peer.node("press1.force")
    value = await node.read_data_value()
    equal((value.Value.VariantType, value.Value.Value), (ua.VariantType.Float, 1.5))
    equal(value.SourceTimestamp.isoformat()[:19], "2026-11-22T07:05:09")
    equal((await node.read_data_type()).Identifier, ua.ObjectIds.Float)
    units = await (await node.get_child(["0:EngineeringUnits"])).read_value()
    equal(units.DisplayName.Text, "kN")
    equal((await node.read_description()).Text, "MAIN.press1.force of press1, REAL")
    row = peer.node("press1.row")
    equal((await row.read_value(), await row.read_value_rank()), ([1, -2, 3], ua.ValueRank.OneDimension))
    equal(await peer.node("press1.text").read_value(), "Zo\u00eb")


@check
async def structures_and_enumerations(peer):
    await peer.client.load_data_type_definitions()
    recipe = await peer.node("press1.recipe").read_value()
    equal((recipe.id, recipe.name, recipe.ok), (7, "seven", True))
    state = peer.node("press1.state")
    definition = await peer.client.get_node(await state.read_data_type()).read_data_type_definition()
    equal((await state.read_value(), [(f.Name, f.Value) for f in definition.Fields]), (7, [("Idle", 0), ("Running", 7)]))


@check
async def no_value_yet(peer):
    value = await peer.node("press1.later").read_data_value(raise_on_bad_status=False)
    equal(value.StatusCode.value, ua.StatusCodes.BadWaitingForInitialData)


@check
async def every_value_in_order(peer):
    changes = Changes()
    subscription = await peer.client.create_subscription(200, changes)
    await subscription.subscribe_data_change(peer.node("press1.count"), queuesize=10_000, sampling_interval=1000)
    await wait_for(lambda: len(changes.values) > 2000)
    equal(changes.values, list(range(changes.values[0], changes.values[0] + len(changes.values))))
    equal(set(changes.statuses), {0})
    await subscription.delete()


@check
async def a_full_queue_is_marked(peer):
    changes = Changes()
    subscription = await peer.client.create_subscription(1000, changes)
    await subscription.subscribe_data_change(peer.node("press1.count"), queuesize=10, sampling_interval=0)
    await wait_for(lambda: len(changes.values) > 25)
    equal(any(status & 0x480 == 0x480 for status in changes.statuses), True)
    equal(changes.values, sorted(changes.values))
    await subscription.delete()


@check
async def writes_are_refused(peer):
    await fails(
        (ua.StatusCodes.BadUserAccessDenied, ua.StatusCodes.BadNotWritable),
        peer.node("press1.force").write_value(1.0, ua.VariantType.Float))


@check
async def unknown_nodes(peer):
    await fails((ua.StatusCodes.BadNodeIdUnknown,), peer.node("press1.nothing").read_value())


@check
async def secure_connections(peer):
    for policy, mode in (
            (SecurityPolicyBasic256Sha256, ua.MessageSecurityMode.SignAndEncrypt),
            (SecurityPolicyBasic256Sha256, ua.MessageSecurityMode.Sign),
            (SecurityPolicyAes256Sha256RsaPss, ua.MessageSecurityMode.SignAndEncrypt)):
        async with await client_of("client", policy, mode, "ann", "secret") as client:
            equal(await client.get_node(ua.NodeId("press1.force", peer.index)).read_value(), 1.5)


@check
async def wrong_passwords_are_refused(peer):
    for user, password in (("ann", "wrong"), ("bob", "secret")):
        client = await client_of(
            "client", SecurityPolicyBasic256Sha256, ua.MessageSecurityMode.SignAndEncrypt, user, password)
        await fails((ua.StatusCodes.BadUserAccessDenied, ua.StatusCodes.BadIdentityTokenInvalid), client.connect())
        client.disconnect_socket()


@check
async def unknown_certificates_are_refused(peer):
    client = await client_of(
        "other", SecurityPolicyBasic256Sha256, ua.MessageSecurityMode.SignAndEncrypt, "ann", "secret")
    await fails((ua.StatusCodes.BadCertificateUntrusted, ua.StatusCodes.BadSecurityChecksFailed), client.connect())
    client.disconnect_socket()


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
