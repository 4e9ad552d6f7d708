"""An ADS server that others have written: the test server of pyads. Prints its port, and ends with its standard input."""

import sys

from pyads import constants
from pyads.testserver import AdsTestServer, AdvancedHandler, PLCVariable

handler = AdvancedHandler()
for i in range(20):
    handler.add_variable(PLCVariable(f"MAIN.v{i}", i, constants.ADST_INT32, "DINT"))
handler.add_variable(PLCVariable("MAIN.level", 1.5, constants.ADST_REAL64, "LREAL"))
handler.add_variable(PLCVariable("MAIN.flag", b"\x01", constants.ADST_BIT, "BOOL"))
handler.add_variable(
    PLCVariable("MAIN.name", b"press 1".ljust(21, b"\0"), constants.ADST_STRING, "STRING(20)")
)
handler.add_variable(
    PLCVariable("GVL.raw", 77, constants.ADST_INT16, "INT", index_group=0x4020, index_offset=16)
)

with AdsTestServer(handler=handler, ip_address="127.0.0.1", port=0, logging=False) as server:
    print(server.server.getsockname()[1], flush=True)
    sys.stdin.read()
