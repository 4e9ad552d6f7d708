package io.taktstrom.ads.simulator.memory;

/** Bytes that the PLC's program changes, brought up to date when somebody looks. */
public interface Moving {

    int offset();

    int bytes();

    /** Brings its bytes to the state of this cycle. */
    void refresh(Area area, long cycle);

    /** Where a read of so many bytes is interrupted by the task, in bytes from its start; 0 when it is not. */
    default int cut(int readBytes, long cycle) {
        return 0;
    }
}
