package io.taktstrom.ads.protocol;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.spi.MalformedFrameException;

/**
 * One dimension of an array, 8 bytes: {@code ARRAY [-2..3]} has lower bound -2 and 6 elements.
 *
 * @param lowerBound may be negative
 * @param elements unsigned on the wire
 */
public record ArrayBound(int lowerBound, long elements) {

    static List<ArrayBound> readList(TableReader reader, int dimensions) throws MalformedFrameException {
        List<ArrayBound> bounds = new ArrayList<>();
        for (int i = 0; i < dimensions; i++) {
            bounds.add(new ArrayBound(reader.int32(), Integer.toUnsignedLong(reader.int32())));
        }
        return List.copyOf(bounds);
    }
}
