package io.taktstrom.connect;

import java.io.IOException;

import org.apache.kafka.connect.cli.ConnectDistributed;

/** What a worker's own JVM runs: {@code WorkerProcess PROPERTIES}. It ends with its standard input, so that no worker outlives the tests. */
final class WorkerProcess {

    private WorkerProcess() {}

    public static void main(String[] args) {
        Thread parent = new Thread(WorkerProcess::endWithParent, "parent");
        parent.setDaemon(true);
        parent.start();
        ConnectDistributed.main(args);
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // No input is expected.
            }
        } catch (IOException e) {
            // As good as the end.
        }
        Runtime.getRuntime().halt(0);
    }
}
