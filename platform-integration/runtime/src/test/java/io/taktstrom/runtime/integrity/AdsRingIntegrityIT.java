package io.taktstrom.runtime.integrity;

import java.io.IOException;
import java.time.Duration;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;

/** A ring in a PLC: what it still holds after an outage is not lost, and what it has overwritten is marked. */
class AdsRingIntegrityIT extends IntegrityRun {

    @Override
    CountingDevice device() throws IOException {
        return new AdsPlc(
                """
                taskCycle: 1ms
                types:
                  ST_Ring:
                    struct:
                      nHead: ULINT
                      nFileTime: ULINT
                      nPeriod: UDINT
                      aNumber: "ARRAY[0..2999] OF UDINT"
                      nNext: ULINT
                symbols:
                  MAIN.ring: {type: ST_Ring, waveform: {ring: {samplesPerCycle: 10}}}
                """,
                DataPoint.of("MAIN.ring.aNumber"),
                new ScanClass("ring", ScanClass.Mode.BLOCK, Duration.ofMillis(10), Duration.ZERO),
                CountingDevice.Promise.BRIDGES);
    }
}
