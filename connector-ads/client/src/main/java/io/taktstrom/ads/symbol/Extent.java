package io.taktstrom.ads.symbol;

import io.taktstrom.ads.value.TimeRange;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;

/**
 * How much a type comes to once it is expanded, without expanding it: structures of which ten members lie over each other,
 * nested eight deep, are a hundred million parts in four bytes, and in a table of a few hundred. All numbers saturate.
 *
 * @param parts structures, fields and elements; an array of what has no parts counts as one, for its bytes limit it
 * @param nodes parts, with each element of each array, as browsing shows them
 * @param bits memory of all parts that have none, as often as it is shown
 * @param timed whether any of them needs a look at its {@link TimeRange}
 */
record Extent(long parts, long nodes, long bits, boolean timed) {

    static final Extent BIT = new Extent(1, 1, 1, false);
    /** Of a structure, before its members. */
    static final Extent EMPTY = new Extent(1, 1, 0, false);

    /** Far beyond what a program looks at as one value; its parts can still be read one by one. */
    static final long MAX_PARTS = 1 << 20;

    /** Views of the same memory that an honest union has, with unions in it. */
    private static final long MAX_VIEWS = 64;
    /** Below this it is harmless. */
    private static final long HARMLESS_BITS = 8 * 64 * 1024;

    private static final long MAX = Long.MAX_VALUE / 4;

    /** Of a type that has no parts. */
    static Extent leaf(DataType type) {
        return new Extent(1, 1, 8L * type.imageBytes(), TimeRange.isConcerned(type));
    }

    /** Of an array. */
    static Extent array(ArrayType type, Extent element) {
        boolean bounded = element.parts() == 1;
        long count = type.count();
        return new Extent(
                bounded ? 1 : 1 + times(element.parts(), count),
                1 + times(element.nodes(), count),
                times(element.bits(), count),
                element.timed());
    }

    /** With one more member. */
    Extent plus(Extent member) {
        return new Extent(
                Math.min(MAX, parts + member.parts),
                Math.min(MAX, nodes + member.nodes),
                Math.min(MAX, bits + member.bits),
                timed || member.timed);
    }

    private static long times(long one, long count) {
        return one > MAX / count ? MAX : one * count;
    }

    /** Whether a value of this type, which has an image of so many bytes, is too much to be looked at as a whole. */
    boolean isBeyond(int imageBytes) {
        return parts > MAX_PARTS || bits > Math.max(HARMLESS_BITS, MAX_VIEWS * 8 * imageBytes);
    }

    /** Whether a list of all its parts, and of their parts, would never end. */
    boolean isEndless(int imageBytes) {
        return nodes > MAX_PARTS || isBeyond(imageBytes);
    }
}
