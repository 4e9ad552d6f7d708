package io.taktstrom.benchmarks.sinks;

import io.taktstrom.benchmarks.worker.ServerLoop;

/** A receiver of samples, as a server of its own: TARGET. */
final class SinkServer {

    private SinkServer() {}

    public static void main(String[] args) throws Exception {
        try (Target.Served served = Target.valueOf(args[0]).serve()) {
            ServerLoop.serve(served.address());
        }
        // The servers of the test kit may leave threads that are not daemons.
        System.exit(0);
    }
}
