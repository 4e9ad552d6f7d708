package io.taktstrom.ads.simulator.protocol;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import io.taktstrom.ads.protocol.AdsCommand;

/** Counts what happens. Thread-safe; counting allocates nothing. */
public final class Meter {

    private static final int COMMANDS = 10;

    public final LongAdder protocolErrors = new LongAdder();
    public final LongAdder notificationFrames = new LongAdder();
    public final LongAdder samples = new LongAdder();
    public final LongAdder samplesDropped = new LongAdder();
    public final LongAdder overruns = new LongAdder();
    private final LongAdder[] requests = new LongAdder[COMMANDS];

    public Meter() {
        for (int i = 0; i < COMMANDS; i++) {
            requests[i] = new LongAdder();
        }
    }

    /** Unknown commands count as 0. */
    public void request(int command) {
        requests[command < COMMANDS ? command : 0].increment();
    }

    /** Requests by the name of their command, without those that are zero. */
    public Map<String, Long> requests() {
        Map<String, Long> byCommand = new LinkedHashMap<>();
        for (int command = 0; command < COMMANDS; command++) {
            long count = requests[command].sum();
            if (count > 0) {
                byCommand.put(AdsCommand.name(command), count);
            }
        }
        return byCommand;
    }
}
