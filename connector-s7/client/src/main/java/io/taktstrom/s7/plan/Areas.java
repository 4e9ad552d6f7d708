package io.taktstrom.s7.plan;

import java.nio.ByteBuffer;

import io.taktstrom.kit.plan.Span;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.address.S7Area;
import io.taktstrom.s7.protocol.s7.Area;
import io.taktstrom.s7.protocol.s7.VarItem;

/** Areas as numbers on the wire, and spans of them: in bytes, or in timers or counters. */
final class Areas {

    /** Bytes of one timer or counter. */
    private static final int NUMBERED_BYTES = 2;

    private Areas() {}

    static Span span(S7Address address) {
        int unit = unitBytes(address.area());
        long area = (long) address.area().ordinal() << Integer.SIZE | address.dbNumber();
        return new Span(area, address.offset(), address.wireBytes() / unit);
    }

    private static S7Area area(long of) {
        return S7Area.values()[(int) (of >>> Integer.SIZE)];
    }

    /** Bytes from one address of a span's area to the next. */
    static int unitBytes(long of) {
        return unitBytes(area(of));
    }

    static int bytes(Span span) {
        return span.length() * unitBytes(span.area());
    }

    static void write(Span span, ByteBuffer buffer, int at) {
        S7Area area = area(span.area());
        VarItem.write(
                buffer,
                at,
                transport(area),
                span.length(),
                (int) span.area(),
                number(area),
                pointer(area, (int) span.offset()));
    }

    static int number(S7Area area) {
        return switch (area) {
            case INPUT -> Area.INPUT;
            case OUTPUT -> Area.OUTPUT;
            case MEMORY -> Area.MEMORY;
            case DATA_BLOCK -> Area.DATA_BLOCK;
            case TIMER -> Area.TIMER;
            case COUNTER -> Area.COUNTER;
        };
    }

    /** Transport size of whole values. */
    static int transport(S7Area area) {
        return switch (area) {
            case TIMER -> VarItem.TIMER;
            case COUNTER -> VarItem.COUNTER;
            default -> VarItem.BYTE;
        };
    }

    /** Bytes from one address to the next. */
    static int unitBytes(S7Area area) {
        return area.isNumbered() ? NUMBERED_BYTES : 1;
    }

    /** The address on the wire of what starts so many units into the area. */
    static int pointer(S7Area area, int start) {
        return area.isNumbered() ? start : Byte.SIZE * start;
    }

    /** For messages, in the words of STEP 7. */
    static String text(Span span) {
        S7Area area = area(span.area());
        String start = area == S7Area.DATA_BLOCK ? "DB" + (int) span.area() + ".DBB" : area.letter();
        return start + (area.isNumbered() || area == S7Area.DATA_BLOCK ? "" : "B") + span.offset()
                + (span.length() > 1 ? ".." + (span.end() - 1) : "");
    }
}
