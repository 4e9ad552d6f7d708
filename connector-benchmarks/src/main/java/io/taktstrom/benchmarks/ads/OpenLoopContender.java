package io.taktstrom.benchmarks.ads;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import io.taktstrom.benchmarks.worker.OpenLoop;
import io.taktstrom.benchmarks.worker.Operation;

/** Does an operation in an {@link OpenLoop}: CONTENDER URI RATE MILLIS. */
final class OpenLoopContender {

    private OpenLoopContender() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        long period = 1_000_000_000L / Long.parseLong(args[2]);
        long millis = Long.parseLong(args[3]);
        try (Operation operation = AdsContender.operation(args[0], args[1])) {
            out.println(OpenLoop.paced(operation, period, millis));
        }
    }
}
