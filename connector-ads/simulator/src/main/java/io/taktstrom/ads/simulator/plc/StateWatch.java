package io.taktstrom.ads.simulator.plc;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsErrorCode;

/**
 * Samples a device's state, index group 0xF100: ADS state at offset 0, device state at offset 2, 2 bytes each.
 *
 * @param bytes 2, or 4 from offset 0
 */
record StateWatch(Device device, int offset, int bytes) implements Watch {

    static Watch of(Device device, int offset, int bytes) throws Refused {
        if (!fits(offset, bytes)) {
            throw new Refused(AdsErrorCode.INVALID_SIZE);
        }
        return new StateWatch(device, offset, bytes);
    }

    private static boolean fits(int offset, int bytes) {
        return (bytes == 2 && (offset == 0 || offset == 2)) || (bytes == 4 && offset == 0);
    }

    static int read(Device device, int offset, int length, ByteBuffer out, int at) {
        int bytes = Math.min(length, 4 - offset);
        if (!fits(offset, bytes)) {
            return ~AdsErrorCode.INVALID_INDEX_OFFSET;
        }
        new StateWatch(device, offset, bytes).sample(out, at);
        return bytes;
    }

    @Override
    public boolean sample(ByteBuffer out, int at) {
        int states = device.adsState() | device.deviceState() << 16;
        out.putShort(at, (short) (states >>> (8 * offset)));
        if (bytes == 4) {
            out.putInt(at, states);
        }
        return true;
    }
}
