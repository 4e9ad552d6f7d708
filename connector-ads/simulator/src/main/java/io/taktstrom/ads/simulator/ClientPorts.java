package io.taktstrom.ads.simulator;

import java.util.BitSet;

/** The AMS ports that the PLC's router has given to clients on its own machine. Thread-safe. */
final class ClientPorts {

    private static final int FIRST = 32_768;
    private static final int COUNT = 1024;

    private final BitSet taken = new BitSet();

    /** A free port, the wanted one if it is not 0; -1 if there is none. */
    synchronized int take(int wanted) {
        int port = wanted != 0 ? wanted : taken.nextClearBit(FIRST);
        if (taken.get(port) || port >= FIRST + COUNT) {
            return -1;
        }
        taken.set(port);
        return port;
    }

    synchronized void giveBack(int port) {
        taken.clear(port);
    }
}
