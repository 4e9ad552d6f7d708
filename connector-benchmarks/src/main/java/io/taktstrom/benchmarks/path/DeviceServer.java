package io.taktstrom.benchmarks.path;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.benchmarks.worker.ServerLoop;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;

/**
 * A device whose items change each millisecond: {@code ads|s7 ITEMS}. Prints {@code ready URI}, ends with its input.
 *
 * <p>Those of the PLC count, and their notifications have the time of the change. S7 has no times: there the value is the
 * millisecond of the change, of which a DINT holds 31 bits.
 */
final class DeviceServer {

    private static final long PERIOD_NANOS = 1_000_000;

    private DeviceServer() {}

    public static void main(String[] args) throws IOException {
        int items = Integer.parseInt(args[1]);
        ServerLoop.serve(args[0].equals("ads") ? ads(items) : s7(items));
        System.exit(0);
    }

    private static String ads(int items) throws IOException {
        StringBuilder model = new StringBuilder("symbols:\n");
        for (int i = 0; i < items; i++) {
            model.append("  MAIN.i").append(i).append(": {type: UDINT, waveform: counter}\n");
        }
        return AdsSimulator.builder()
                .model(AdsModel.parse(model.toString()))
                .taskCycle(Duration.ofNanos(PERIOD_NANOS))
                .start()
                .endpointUri();
    }

    private static String s7(int items) throws IOException {
        S7Simulator cpu = S7Simulator.builder()
                .model(S7Model.parse("blocks: {DB1: {bytes: " + Integer.BYTES * items + "}}\n"))
                .start();
        Thread ticker = new Thread(() -> tick(cpu, items), "ticker");
        ticker.setDaemon(true);
        ticker.start();
        return cpu.endpointUri();
    }

    private static void tick(S7Simulator cpu, int items) {
        EpochNanoClock clock = EpochNanoClock.system();
        long next = clock.epochNanos() / PERIOD_NANOS + 1;
        while (true) {
            long wait = next * PERIOD_NANOS - clock.epochNanos();
            if (wait > 0) {
                LockSupport.parkNanos(wait);
                continue;
            }
            int value = (int) (TimeUnit.NANOSECONDS.toMillis(next * PERIOD_NANOS) & Integer.MAX_VALUE);
            for (int i = 0; i < items; i++) {
                cpu.set("DB1.DBD" + Integer.BYTES * i + ":DINT", value);
            }
            next++;
        }
    }
}
