"""pyads' test server with variables whose value says how often they were read. Prints its port; ends with its input."""

import struct
import sys
import time

from pyads import constants
from pyads.testserver import AdsTestServer, AdvancedHandler, PLCVariable


class Counting(PLCVariable):
    def __init__(self, name, ads_type, type_name, offset, form, step):
        self.form = form
        self.step = step
        self.reads = 0
        super().__init__(name, b"", ads_type, type_name, 0x4020, offset)

    @property
    def value(self):
        self.reads += 1
        return struct.pack(self.form, (self.reads - 1) * self.step)

    @value.setter
    def value(self, value):
        pass

    @property
    def size(self):
        return struct.calcsize(self.form)


handler = AdvancedHandler()
handler.add_variable(Counting("MAIN.counter", constants.ADST_INT32, "DINT", 0, "<i", -3))
handler.add_variable(Counting("MAIN.level", constants.ADST_REAL64, "LREAL", 8, "<d", 0.1))
server = AdsTestServer(handler=handler, ip_address="127.0.0.1", port=0, logging=False)
server.start()
while server.server.getsockname()[1] == 0:
    time.sleep(0.01)
print(server.server.getsockname()[1], flush=True)
sys.stdin.read()
server.stop()
