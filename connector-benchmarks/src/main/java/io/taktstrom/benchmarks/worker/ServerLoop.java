package io.taktstrom.benchmarks.worker;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The Java side of a server's process. */
public final class ServerLoop {

    private ServerLoop() {}

    /** Prints {@code ready URI}, and waits for the end of its input. */
    public static void serve(String uri) throws IOException {
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println("ready " + uri);
        while (System.in.read() >= 0) {
            // The input only tells when to end.
        }
    }
}
