package io.taktstrom.ads.simulator.plc;

import java.nio.ByteBuffer;

/** Samples the symbol version. */
record VersionWatch(Plc plc) implements Watch {

    @Override
    public int bytes() {
        return 1;
    }

    @Override
    public boolean sample(ByteBuffer out, int at) {
        out.put(at, (byte) plc.symbolVersion());
        return true;
    }
}
