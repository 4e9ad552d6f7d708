package io.taktstrom.s7.plan;

import java.nio.ByteBuffer;

import io.taktstrom.kit.plan.Span;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.address.S7Area;
import io.taktstrom.s7.protocol.s7.AreaCode;
import io.taktstrom.s7.protocol.s7.VarItem;

/** Areas as numbers on the wire, and spans of them: in bytes, or in timers or counters. */
final class Areas {

    /** Bytes of one timer or counter. */
    private static final int NUMBERED_BYTES = 2;

    private Areas() {}

    static Span span(S7Address address) {
        long area = ((long) number(address.area()) << Integer.SIZE) | address.dbNumber();
        return new Span(area, address.offset(), address.wireBytes() / unitBytes(address.area()));
    }

    private static int number(Span span) {
        return (int) (span.area() >>> Integer.SIZE);
    }

    /** Bytes from one address of a span's area to the next. */
    static int unitBytes(long areaOfSpan) {
        int number = (int) (areaOfSpan >>> Integer.SIZE);
        return number == AreaCode.TIMER || number == AreaCode.COUNTER ? NUMBERED_BYTES : 1;
    }

    static int bytes(Span span) {
        return span.length() * unitBytes(span.area());
    }

    static void write(Span span, ByteBuffer buffer, int at) {
        int number = number(span);
        boolean numbered = unitBytes(span.area()) > 1;
        VarItem.write(
                buffer,
                at,
                number == AreaCode.TIMER ? VarItem.TIMER : numbered ? VarItem.COUNTER : VarItem.BYTE,
                span.length(),
                (int) span.area(),
                number,
                (int) span.offset() * (numbered ? 1 : Byte.SIZE));
    }

    static int number(S7Area area) {
        return switch (area) {
            case INPUT -> AreaCode.INPUT;
            case OUTPUT -> AreaCode.OUTPUT;
            case MEMORY -> AreaCode.MEMORY;
            case DATA_BLOCK -> AreaCode.DATA_BLOCK;
            case TIMER -> AreaCode.TIMER;
            case COUNTER -> AreaCode.COUNTER;
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
}
