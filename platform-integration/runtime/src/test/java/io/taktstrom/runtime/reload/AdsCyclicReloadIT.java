package io.taktstrom.runtime.reload;

import java.io.IOException;

/** Values that a PLC sends in each cycle, and gathers for 200 ms. */
class AdsCyclicReloadIT extends ReloadRun {

    @Override
    ReloadedDevice device() throws IOException {
        return CountingPlc.ofVariables(
                "mode: notifyCyclic, cycle: 2ms, maxDelay: 200ms", "mode: notifyCyclic, cycle: 2ms, maxDelay: 100ms");
    }
}
