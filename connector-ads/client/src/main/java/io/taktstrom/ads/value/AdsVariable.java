package io.taktstrom.ads.value;

import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.symbol.Located;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StructType;

/**
 * A data point's variable on the device.
 *
 * @param indexOffset unsigned; a handle in index group {@code VALUE_BY_HANDLE}
 * @param bytes how many are read for it
 * @param bit see {@link Located#bit}
 * @param writable whether the device lets it be written
 * @param symbolic whether its place follows from a name, so that it may move
 * @param timed whether its values need a look at their {@link TimeRange}
 */
public record AdsVariable(
        int indexGroup,
        int indexOffset,
        int bytes,
        DataType type,
        int bit,
        boolean writable,
        boolean symbolic,
        boolean timed) {

    /** A variable at a place that was given as numbers or as a handle. */
    public static AdsVariable at(int indexGroup, int indexOffset, DataType type, boolean symbolic) {
        return new AdsVariable(
                indexGroup,
                indexOffset,
                type.imageBytes(),
                type,
                StructType.WHOLE,
                true,
                symbolic,
                TimeRange.isConcerned(type));
    }

    /** The same variable by a handle. */
    public AdsVariable by(int handle) {
        return new AdsVariable(IndexGroup.VALUE_BY_HANDLE, handle, bytes, type, bit, writable, symbolic, timed);
    }

    /** Whether it is one bit of a byte that others share, and cannot be written without them. */
    public boolean isSharedBit() {
        return bit != StructType.WHOLE && indexGroup != IndexGroup.VALUE_BY_HANDLE;
    }

    /** Whether another variable may come to lie at its place; a handle then dies, or stays with its variable. */
    public boolean movable() {
        return symbolic && indexGroup != IndexGroup.VALUE_BY_HANDLE;
    }

    /** Whether the code of a read or a write says that this place is void, as after an online change or a download. */
    public boolean isVoid(int code) {
        boolean deadHandle = code == AdsErrorCode.SYMBOL_NOT_FOUND && indexGroup == IndexGroup.VALUE_BY_HANDLE;
        return symbolic && (deadHandle || AdsStatus.isStale(code));
    }
}
