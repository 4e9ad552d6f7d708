package io.taktstrom.ads.simulator.plc;

import java.nio.ByteBuffer;

/** What a notification samples. Guarded by the simulation's lock. */
public interface Watch {

    int bytes();

    /** Copies the value; returns false, and nothing more ever, when what it watched is gone. */
    boolean sample(ByteBuffer out, int at);
}
