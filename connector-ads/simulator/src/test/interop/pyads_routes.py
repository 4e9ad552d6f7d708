"""Adds a route to a simulated PLC with pyads. Usage: pyads_routes.py HOST NET_ID; prints one JSON line per check."""

import json
import sys

import pyads
import pyads.pyads_ex

HOST, NET_ID = sys.argv[1:3]
OUR_NET_ID = "127.99.0.2.1.1"

checks = []


def check(function):
    checks.append(function)
    return function


def equal(actual, expected):
    if actual != expected:
        raise AssertionError(f"{actual!r} instead of {expected!r}")


def read():
    with pyads.Connection(NET_ID, pyads.PORT_TC3PLC1, HOST) as plc:
        plc.set_timeout(3000)
        return plc.read_by_name("MAIN.nDint", pyads.PLCTYPE_DINT)


def add_route(password):
    return pyads.add_route_to_plc(
        OUR_NET_ID, "127.0.0.1", HOST, "Engineer", password, route_name="pyads"
    )


@check
def net_id_by_udp():
    equal(pyads.pyads_ex.adsGetNetIdForPLC(HOST), NET_ID)


@check
def no_route_no_answer():
    try:
        read()
    except pyads.ADSError:
        return
    raise AssertionError("we were let in without a route")


@check
def wrong_password():
    # pyads looks for the refusal one byte beside where AdsLib and ads-rs find the status, so it may not know it as such.
    try:
        equal(add_route("a guess"), False)
    except RuntimeError as error:
        if "\\x04\\x07" not in str(error):
            raise


@check
def a_route_lets_us_in():
    equal(add_route("made up"), True)
    equal(read(), -2000000000)


def main():
    pyads.open_port()
    pyads.set_local_address(OUR_NET_ID)
    pyads.close_port()
    for function in checks:
        result = {"check": function.__name__, "ok": True, "detail": ""}
        try:
            function()
        except Exception as error:  # what went wrong is the result
            result.update(ok=False, detail=f"{type(error).__name__}: {error}")
        print(json.dumps(result), flush=True)


main()
