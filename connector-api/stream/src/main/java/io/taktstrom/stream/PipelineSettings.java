package io.taktstrom.stream;

import java.time.Duration;

import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.SinkInlet;

/**
 * How a pipeline buffers.
 *
 * @param capacity most samples that wait in the ring
 * @param arenaBytes most bytes of strings, arrays and structures that wait in the ring
 * @param onFull what happens to a sample for which there is no room
 * @param blockTimeout how long {@link OverflowPolicy#BLOCK} holds a source up before it drops after all; {@link
 *     OverflowPolicy#SPILL}, when the disk does not empty the ring in time
 * @param flushSamples most samples that are delivered to the sink before it must acknowledge them; fewer where the sink
 *     {@linkplain SinkInlet#unitSamples wants} fewer
 * @param closeTimeout how long closing may take to publish what still waits
 */
public record PipelineSettings(
        int capacity,
        int arenaBytes,
        OverflowPolicy onFull,
        Duration blockTimeout,
        int flushSamples,
        Duration closeTimeout) {

    public static final PipelineSettings STANDARD = new PipelineSettings(
            65_536,
            1 << 20,
            OverflowPolicy.DROP_OLDEST,
            Duration.ofSeconds(5),
            SinkInlet.MAX_UNIT_SAMPLES,
            Duration.ofSeconds(5));

    /** Keeps arrays of a power of two within what Java can allocate. */
    private static final int MAX_CAPACITY = 1 << 26;

    public PipelineSettings {
        if (capacity < 1 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException("ring capacity " + capacity + " is outside 1.." + MAX_CAPACITY);
        }
        if (arenaBytes < 0) {
            throw new IllegalArgumentException("ring arena of " + arenaBytes + " bytes");
        }
        if (flushSamples < 1 || flushSamples > MAX_CAPACITY) {
            throw new IllegalArgumentException("flush of " + flushSamples + " samples is outside 1.." + MAX_CAPACITY);
        }
        if (blockTimeout.isNegative() || closeTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "blockTimeout " + blockTimeout + " and closeTimeout " + closeTimeout + " must not be negative");
        }
    }

    /**
     * Most bytes that one string, array or structure may have, and one flush unit altogether: all of the arena up to a
     * mebibyte, a sixteenth of a larger one. It is what the sink's side sets aside, twice.
     */
    public int largestSampleBytes() {
        return Math.min(arenaBytes, Math.max(1 << 20, arenaBytes / 16));
    }

    /** Most samples of one flush unit: no more than the ring can hold. */
    public int unitSamples() {
        return Math.min(flushSamples, capacity);
    }

    public PipelineSettings withCapacity(int newCapacity) {
        return new PipelineSettings(newCapacity, arenaBytes, onFull, blockTimeout, flushSamples, closeTimeout);
    }

    public PipelineSettings withArenaBytes(int newArenaBytes) {
        return new PipelineSettings(capacity, newArenaBytes, onFull, blockTimeout, flushSamples, closeTimeout);
    }

    public PipelineSettings withOnFull(OverflowPolicy newOnFull) {
        return new PipelineSettings(capacity, arenaBytes, newOnFull, blockTimeout, flushSamples, closeTimeout);
    }

    public PipelineSettings withBlockTimeout(Duration newBlockTimeout) {
        return new PipelineSettings(capacity, arenaBytes, onFull, newBlockTimeout, flushSamples, closeTimeout);
    }

    public PipelineSettings withFlushSamples(int newFlushSamples) {
        return new PipelineSettings(capacity, arenaBytes, onFull, blockTimeout, newFlushSamples, closeTimeout);
    }

    public PipelineSettings withCloseTimeout(Duration newCloseTimeout) {
        return new PipelineSettings(capacity, arenaBytes, onFull, blockTimeout, flushSamples, newCloseTimeout);
    }
}
