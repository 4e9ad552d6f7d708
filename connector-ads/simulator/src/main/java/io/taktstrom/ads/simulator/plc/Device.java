package io.taktstrom.ads.simulator.plc;

import java.nio.ByteBuffer;

/**
 * What answers at one AMS port. Methods that read or write return a number of bytes, or the bitwise complement of an
 * ADS error code: no allocation, no exceptions. Guarded by the simulation's lock.
 */
public interface Device {

    int port();

    /** Major, minor, build. */
    int version();

    /** At most 15 characters. */
    String name();

    int adsState();

    int deviceState();

    /** Reads at most {@code length} bytes; there is room for them. */
    int read(int group, int offset, int length, ByteBuffer out, int at);

    /** Writes bytes; returns 0 or the complement of an error. */
    int write(int group, int offset, ByteBuffer in, int at, int length);

    int readWrite(
            int group, int offset, ByteBuffer in, int inAt, int writeLength, ByteBuffer out, int at, int readLength);

    /** Changes the state; returns 0 or an error. */
    int control(int adsState, int deviceState);

    /** What a notification on these bytes samples. */
    Watch watch(int group, int offset, int length) throws Refused;
}
