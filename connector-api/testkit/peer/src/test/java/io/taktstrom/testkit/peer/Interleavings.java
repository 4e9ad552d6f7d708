package io.taktstrom.testkit.peer;

import java.util.ArrayList;
import java.util.List;

import org.jetbrains.lincheck.Lincheck;

/** Runs a few threads in many different orders of their reads and writes, by Lincheck's model checker. */
public final class Interleavings {

    /** Each takes some milliseconds. */
    private static final int ORDERS = Integer.getInteger("takt.interleavings", 1000);

    private Interleavings() {}

    /**
     * Plays a scenario again and again, with another order each time. It makes its own objects, and uses neither clocks nor
     * randomness. A failure names the order that led to it.
     */
    public static void of(Runnable scenario) {
        Lincheck.runConcurrentTest(ORDERS, scenario);
    }

    /** Within a scenario: each in a thread of its own; returns when all have ended. */
    public static void atOnce(Runnable... works) {
        List<Thread> threads = new ArrayList<>();
        for (Runnable work : works) {
            Thread thread = new Thread(work);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Within a scenario: as an assertion that Lincheck need not look into. */
    public static void require(boolean holds, String message) {
        if (!holds) {
            throw new AssertionError(message);
        }
    }
}
