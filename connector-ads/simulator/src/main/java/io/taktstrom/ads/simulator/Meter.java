package io.taktstrom.ads.simulator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import io.taktstrom.ads.protocol.AdsCommand;

/** Counts what happens. Thread-safe; counting allocates nothing. */
final class Meter {

    private static final int COMMANDS = 10;

    final LongAdder protocolErrors = new LongAdder();
    final LongAdder notificationFrames = new LongAdder();
    final LongAdder samples = new LongAdder();
    final LongAdder samplesDropped = new LongAdder();
    final LongAdder overruns = new LongAdder();
    private final LongAdder[] requests = new LongAdder[COMMANDS];

    Meter() {
        for (int i = 0; i < COMMANDS; i++) {
            requests[i] = new LongAdder();
        }
    }

    /** Unknown commands count as 0. */
    void request(int command) {
        requests[command < COMMANDS ? command : 0].increment();
    }

    Counters read(long connections, int openConnections, int notifications) {
        Map<String, Long> byCommand = new LinkedHashMap<>();
        for (int command = 0; command < COMMANDS; command++) {
            long count = requests[command].sum();
            if (count > 0) {
                byCommand.put(AdsCommand.name(command), count);
            }
        }
        return new Counters(
                connections,
                openConnections,
                byCommand,
                notifications,
                notificationFrames.sum(),
                samples.sum(),
                samplesDropped.sum(),
                protocolErrors.sum(),
                overruns.sum());
    }
}
