package io.taktstrom.opcua.server;

import org.eclipse.milo.opcua.sdk.core.NumericRange;
import org.eclipse.milo.opcua.sdk.server.items.DataItem;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.Matrix;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.util.ArrayUtil;
import org.jspecify.annotations.Nullable;

/**
 * A monitored item that is given each value of a variable, and so misses none; of an array, perhaps only a range.
 *
 * @param range null for the whole value
 */
public record ItemSink(DataItem item, @Nullable NumericRange range) {

    /** Of an item that the server has checked. */
    public static ItemSink of(DataItem item) {
        String text = item.getReadValueId().getIndexRange();
        try {
            return new ItemSink(item, text == null || text.isEmpty() ? null : NumericRange.parse(text));
        } catch (UaException e) {
            throw new IllegalStateException("the server let an index range pass that is none: " + text, e);
        }
    }

    /** Puts a value into the item's queue, if it passes the item's filter. */
    public void tell(DataValue value) {
        if (range == null || value.value().isNull()) {
            item.setValue(value);
            return;
        }
        try {
            Object part = value.value().value() instanceof Matrix matrix
                    ? NumericRange.readFromValueAtRange(matrix.nestedArrayValue(), range)
                    : NumericRange.readFromValueAtRange(value.value(), range);
            item.setValue(value.copy()
                    .setValue(Variant.of(ArrayUtil.getValueRank(part) > 1 ? new Matrix(part) : part))
                    .build());
        } catch (UaException e) {
            item.setQuality(e.getStatusCode());
        }
    }
}
