package io.taktstrom.ads.simulator;

/** Bytes that the PLC's program changes, brought up to date when somebody looks. */
interface Moving {

    int offset();

    int bytes();

    /** Brings its bytes to the state of this cycle. */
    void refresh(Area area, long cycle);
}
