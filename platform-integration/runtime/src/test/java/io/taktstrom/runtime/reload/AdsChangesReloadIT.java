package io.taktstrom.runtime.reload;

import java.io.IOException;

/** Changes that a PLC gathers for 200 ms. */
class AdsChangesReloadIT extends ReloadRun {

    @Override
    ReloadedDevice device() throws IOException {
        return CountingPlc.ofVariables(
                "mode: notify, cycle: 2ms, maxDelay: 200ms", "mode: notify, cycle: 2ms, maxDelay: 100ms");
    }
}
