package io.taktstrom.runtime.integrity;

import java.io.IOException;
import java.time.Duration;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;

/** Notifications of a PLC that counts in each cycle. */
class AdsSimulatorIntegrityIT extends IntegrityRun {

    @Override
    CountingDevice device() throws IOException {
        return new AdsPlc(
                "taskCycle: 2ms\nsymbols:\n  MAIN.count: {type: DINT, waveform: counter}\n",
                DataPoint.of("MAIN.count"),
                new ScanClass("counted", ScanClass.Mode.NOTIFY, AdsPlc.CYCLE, Duration.ZERO),
                CountingDevice.Promise.PUSHES);
    }
}
