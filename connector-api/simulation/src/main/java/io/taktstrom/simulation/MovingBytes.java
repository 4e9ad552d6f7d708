package io.taktstrom.simulation;

/** Bytes in the memory of a device that its program changes; brought up to date when they are read. */
public interface MovingBytes {

    /** The first of them. */
    int offset();

    int bytes();

    /** Brings them to the state of this cycle. */
    void refresh(long cycle);

    /** Where a read of so many bytes is interrupted by the program, in bytes from its start; 0 when it is not. */
    default int cut(int readBytes, long cycle) {
        return 0;
    }
}
