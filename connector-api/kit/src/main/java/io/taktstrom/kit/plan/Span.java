package io.taktstrom.kit.plan;

/**
 * Consecutive memory of a device.
 *
 * @param area what the device counts by itself: a kind of register, a data block with its number
 * @param offset of its first unit in the area
 * @param length in units: bytes, registers
 */
public record Span(long area, long offset, int length) {

    public Span {
        if (length < 1) {
            throw new IllegalArgumentException("a span of " + length + " units");
        }
    }

    /** The unit behind its last one. */
    public long end() {
        return offset + length;
    }

    /** Whether all of another one is in this. */
    public boolean contains(Span other) {
        return area == other.area && offset <= other.offset && other.end() <= end();
    }
}
