package io.taktstrom.sinks.mqtt.sparkplug;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What a host sends to an edge node, as far as we obey: the metric {@code Node Control/Rebirth} that is true. All else, and
 * whatever is no payload of Sparkplug, is nothing to us. Reads what strangers sent: no length is believed.
 */
final class NodeCommand {

    private static final int VARINT = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int LENGTH = 2;
    private static final int FOUR_BYTES = 5;

    private static final long METRICS = 2 << 3 | LENGTH;
    private static final long NAME = 1 << 3 | LENGTH;
    private static final long BOOLEAN_VALUE = 14 << 3 | VARINT;

    private NodeCommand() {}

    static boolean isRebirth(ByteBuffer payload) {
        try {
            ByteBuffer rest = payload.slice();
            while (rest.hasRemaining()) {
                long tag = varint(rest);
                if (tag != METRICS) {
                    skip(tag, rest);
                } else if (isRebirthMetric(bytes(rest))) {
                    return true;
                }
            }
        } catch (BufferUnderflowException e) {
            // It ends too early, or has what no message has.
        }
        return false;
    }

    private static boolean isRebirthMetric(ByteBuffer metric) {
        boolean named = false;
        boolean isTrue = false;
        while (metric.hasRemaining()) {
            long tag = varint(metric);
            if (tag == NAME) {
                named = StandardCharsets.UTF_8.decode(bytes(metric)).toString().equals(EdgeNode.REBIRTH);
            } else if (tag == BOOLEAN_VALUE) {
                isTrue = varint(metric) != 0;
            } else {
                skip(tag, metric);
            }
        }
        return named && isTrue;
    }

    private static void skip(long tag, ByteBuffer in) {
        switch ((int) tag & 7) {
            case VARINT -> varint(in);
            case EIGHT_BYTES -> in.getLong();
            case LENGTH -> bytes(in);
            case FOUR_BYTES -> in.getInt();
            default -> throw new BufferUnderflowException();
        }
    }

    private static ByteBuffer bytes(ByteBuffer in) {
        long length = varint(in);
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        ByteBuffer bytes = in.slice(in.position(), (int) length);
        in.position(in.position() + (int) length);
        return bytes;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte b = in.get();
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new BufferUnderflowException();
    }
}
