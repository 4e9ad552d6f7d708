package io.taktstrom.sinks.mqtt.sparkplug;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.sinks.format.TextBuffer;

/**
 * What a host sends to an edge node, as far as we obey: the metric {@code Node Control/Rebirth} that is true. All else, and
 * anything that is not a Sparkplug payload, is ignored. Input is not trusted: each length is checked.
 */
final class NodeCommand {

    private static final long METRICS = 2 << 3 | TextBuffer.LENGTH;
    private static final long NAME = 1 << 3 | TextBuffer.LENGTH;
    private static final long BOOLEAN_VALUE = 14 << 3 | TextBuffer.VARINT;

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
            case TextBuffer.VARINT -> varint(in);
            case TextBuffer.EIGHT_BYTES -> in.getLong();
            case TextBuffer.LENGTH -> bytes(in);
            case TextBuffer.FOUR_BYTES -> in.getInt();
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
