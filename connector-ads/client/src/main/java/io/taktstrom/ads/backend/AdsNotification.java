package io.taktstrom.ads.backend;

import io.taktstrom.ads.protocol.AdsErrorCode;

/**
 * One notification: what is wanted, and once it was added, what came of it. One thread at a time.
 */
public final class AdsNotification {

    private final int indexGroup;
    private final int indexOffset;
    private final int length;
    private final int mode;
    private final int maxDelay;
    private final int cycleTime;
    private final int key;

    private int handle;
    private int result;
    private boolean active;

    /**
     * @param length size of the value in bytes
     * @param mode see {@code TransmissionMode}
     * @param maxDelay in 100 ns
     * @param cycleTime in 100 ns
     * @param key what the listener is told; unique among the notifications of the backend, at least 0
     */
    public AdsNotification(
            int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int key) {
        this.indexGroup = indexGroup;
        this.indexOffset = indexOffset;
        this.length = length;
        this.mode = mode;
        this.maxDelay = maxDelay;
        this.cycleTime = cycleTime;
        this.key = key;
    }

    public int key() {
        return key;
    }

    public int indexGroup() {
        return indexGroup;
    }

    public int indexOffset() {
        return indexOffset;
    }

    /** Bytes of the value. */
    public int length() {
        return length;
    }

    public int mode() {
        return mode;
    }

    /** In 100 ns. */
    public int maxDelay() {
        return maxDelay;
    }

    /** In 100 ns. */
    public int cycleTime() {
        return cycleTime;
    }

    /**
     * For backends: the device has it now, or refuses it.
     *
     * @param newHandle of no meaning where it refuses
     */
    public void added(int newResult, int newHandle) {
        result = newResult;
        handle = newHandle;
        active = newResult == AdsErrorCode.NO_ERROR;
    }

    /** For backends: the device has it no more. */
    public void deleted() {
        active = false;
    }

    /** The return code of the command that added it. */
    public int result() {
        return result;
    }

    /** The device's name for it, valid while it is {@linkplain #active}. */
    public int handle() {
        return handle;
    }

    /** Whether the device has it. */
    public boolean active() {
        return active;
    }
}
