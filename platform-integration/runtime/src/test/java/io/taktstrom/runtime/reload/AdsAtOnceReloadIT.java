package io.taktstrom.runtime.reload;

import java.io.IOException;

/** Values that a PLC sends in each cycle, at once. */
class AdsAtOnceReloadIT extends ReloadRun {

    @Override
    ReloadedDevice device() throws IOException {
        return CountingPlc.ofVariables("mode: notifyCyclic, cycle: 2ms", "mode: notify, cycle: 2ms");
    }
}
