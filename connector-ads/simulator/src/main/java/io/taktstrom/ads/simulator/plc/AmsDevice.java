package io.taktstrom.ads.simulator.plc;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsErrorCode;

/**
 * What answers at one AMS port. Methods that read or write return a number of bytes, or the bitwise complement of an
 * ADS error code: no allocation, no exceptions. Guarded by the simulation's lock.
 */
public interface AmsDevice {

    int port();

    /** At most 15 characters. */
    String name();

    int adsState();

    int deviceState();

    /** Counts up whenever handles become invalid. */
    int generation();

    /** Reads at most {@code length} bytes; there is room for them. */
    int read(int group, int offset, int length, ByteBuffer out, int at);

    /** Writes bytes; returns 0 or the complement of an error. */
    int write(int group, int offset, ByteBuffer in, int at, int length);

    int readWrite(
            int group, int offset, ByteBuffer in, int inAt, int writeLength, ByteBuffer out, int at, int readLength);

    /** Changes the state; returns 0 or an error. */
    int control(int adsState, int deviceState);

    /** What a notification on these bytes samples. */
    NotificationSource source(int group, int offset, int length) throws Refused;

    /** Index group 0xF100: ADS state at offset 0, device state at offset 2, 2 bytes each. */
    default int readStates(int offset, int length, ByteBuffer out, int at) {
        int bytes = Math.min(length, 4 - offset);
        if (!isState(offset, bytes)) {
            return ~AdsErrorCode.INVALID_INDEX_OFFSET;
        }
        int states = adsState() | deviceState() << 16;
        if (bytes == 4) {
            out.putInt(at, states);
        } else {
            out.putShort(at, (short) (states >>> (8 * offset)));
        }
        return bytes;
    }

    private static boolean isState(int offset, int bytes) {
        return (bytes == 2 && (offset == 0 || offset == 2)) || (bytes == 4 && offset == 0);
    }

    /** Samples index group 0xF100. */
    default NotificationSource stateSource(int group, int offset, int length) throws Refused {
        Refused.when(!isState(offset, length), AdsErrorCode.INVALID_SIZE);
        return NotificationSource.of(this, group, offset, length);
    }
}
