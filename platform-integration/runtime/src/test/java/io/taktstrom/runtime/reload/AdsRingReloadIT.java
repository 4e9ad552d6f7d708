package io.taktstrom.runtime.reload;

import java.io.IOException;

/** A ring in a PLC, which one reads at a time. */
class AdsRingReloadIT extends ReloadRun {

    @Override
    ReloadedDevice device() throws IOException {
        return new CountingPlc(
                """
                types:
                  ST_Ring:
                    struct:
                      nHead: ULINT
                      nFileTime: ULINT
                      nPeriod: UDINT
                      aNumber: "ARRAY[0..2999] OF UDINT"
                      nNext: ULINT
                """,
                "MAIN.ring%d: {type: ST_Ring, waveform: {ring: {samplesPerCycle: 2}}}",
                "MAIN.ring%d.aNumber",
                "mode: block, every: 10ms",
                "mode: block, every: 20ms");
    }
}
