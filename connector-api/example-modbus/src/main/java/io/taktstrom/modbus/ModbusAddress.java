package io.taktstrom.modbus;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.plan.Span;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.kit.value.WireOrder;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.jspecify.annotations.Nullable;

/**
 * {@code hr100}, {@code hr100:REAL} or {@code co3}.
 *
 * @param number of the first coil or register, from 0
 * @param type null where the address states none
 */
record ModbusAddress(ModbusArea area, int number, @Nullable DataType type) {

    private static final Pattern FORM = Pattern.compile("(co|di|hr|ir)(\\d{1,5})(?::(.+))?");

    /** @throws IllegalArgumentException with what would be right */
    static ModbusAddress parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || Integer.parseInt(form.group(2)) > 0xFFFF) {
            throw new IllegalArgumentException(
                    "not a Modbus address; it is written like hr100, hr100:REAL, ir5, co3 or di7, 0 to 65535");
        }
        return new ModbusAddress(
                ModbusArea.valueOf(form.group(1).toUpperCase(Locale.ROOT)),
                Integer.parseInt(form.group(2)),
                form.group(3) == null ? null : DataType.parse(form.group(3)));
    }

    /** Gives a point its type; returns where it is, or null when it cannot be used. */
    static @Nullable Span resolve(SettledPoints points, int i) {
        try {
            ModbusAddress address = parse(points.addressAt(i));
            ModbusArea area = address.area();
            points.settle(i, null, address.type(), area.isBits() ? ScalarType.BOOL : ScalarType.WORD);
            DataType type = points.typeAt(i);
            int units = area.isBits() ? type.imageBytes() : (WireOrder.unterminatedBytes(type) + 1) / 2;
            DataType element = type instanceof ArrayType array ? array.element() : type;
            if (area.isBits() != (element == ScalarType.BOOL)) {
                points.refuse(
                        i, StatusCode.BAD_TYPE_MISMATCH, "is " + type.text() + "; only coils and inputs are BOOL");
            } else if (units > area.maxWrite()) {
                points.refuse(i, StatusCode.BAD_OUT_OF_RANGE, "takes " + units + " units; at most " + area.maxWrite());
            } else if (!area.isBits()
                    && (element.imageBytes() == 1 || (type != element && element instanceof StringType))) {
                points.refuse(i, StatusCode.BAD_NOT_SUPPORTED, "is " + type.text() + ", which registers do not hold");
            }
            return points.isGood(i) ? new Span(area.readFunction(), address.number(), units) : null;
        } catch (IllegalArgumentException e) {
            points.refuse(i, StatusCode.BAD_NODE_ID_INVALID, "is " + e.getMessage());
            return null;
        }
    }
}
