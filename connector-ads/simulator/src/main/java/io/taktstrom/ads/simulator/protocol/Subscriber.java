package io.taktstrom.ads.simulator.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AmsHeader;

/**
 * A client's AMS address with notifications from one device, and the frame that gathers their samples.
 * Guarded by the simulation's lock; allocates nothing once the frame has its size.
 *
 * <pre>
 *  0        38       42       46
 *  +--------+--------+--------+---------------------------------------------------+- - one stamp per task cycle
 *  | header | length | stamps | FILETIME 8 | samples 4 | handle 4, size 4, bytes | ...
 *  +--------+--------+--------+---------------------------------------------------+- -
 * </pre>
 */
final class Subscriber {

    static final long PRESENT = Long.MAX_VALUE;

    private static final int LENGTH = AmsHeader.BYTES;
    private static final int STAMPS = AmsHeader.BYTES + 4;
    private static final int FIRST_STAMP = AmsHeader.BYTES + 8;
    private static final int STAMP_BYTES = 12;
    private static final int SAMPLE_BYTES = 8;
    private static final int SMALL_FRAME_BYTES = 2048;
    /** A frame that would grow beyond this is sent instead. */
    private static final int FULL_FRAME_BYTES = 65_536;

    /** Where samples go; a closed one while the client is disconnected. */
    Outbox outbox;

    /** Cycle in which the client disconnected; {@link #PRESENT} while it is connected. */
    long awaySince = PRESENT;

    final long client;
    final long server;
    int notifications;

    private ByteBuffer frame = AdsBuffers.direct(SMALL_FRAME_BYTES);
    private int end = FIRST_STAMP;
    private int stamps;
    private int stampSamples;
    private int samples;
    private int stampStart;
    private long stampCycle;
    private long deadline = Long.MAX_VALUE;

    Subscriber(Outbox outbox, long client, long server) {
        this.outbox = outbox;
        this.client = client;
        this.server = server;
    }

    /** Adds a sample of this cycle if there is one to send; returns false if what it watched is gone. */
    boolean add(DeviceNotification notification, long cycle, long fileTime) {
        int bytes = notification.source.bytes();
        makeRoom(STAMP_BYTES + SAMPLE_BYTES + bytes);
        boolean newStamp = stamps == 0 || stampCycle != cycle;
        int at = newStamp ? end + STAMP_BYTES : end;
        boolean alive = notification.source.sample(frame, at + SAMPLE_BYTES);
        if (alive && notification.onChange && isSame(notification, at + SAMPLE_BYTES)) {
            return true;
        }
        if (newStamp) {
            openStamp(cycle, fileTime);
        }
        frame.putInt(at, notification.handle);
        frame.putInt(at + 4, alive ? bytes : 0);
        end = at + SAMPLE_BYTES + (alive ? bytes : 0);
        frame.putInt(stampStart + 8, ++stampSamples);
        samples++;
        deadline = Math.min(deadline, alive ? cycle + notification.maxDelayCycles : cycle);
        notification.sentOnce = true;
        return alive;
    }

    private boolean isSame(DeviceNotification notification, int at) {
        byte[] last = notification.last;
        boolean same = notification.sentOnce;
        for (int i = 0; i < last.length; i++) {
            byte now = frame.get(at + i);
            same &= last[i] == now;
            last[i] = now;
        }
        return same;
    }

    private void openStamp(long cycle, long fileTime) {
        stampStart = end;
        stampCycle = cycle;
        stampSamples = 0;
        stamps++;
        frame.putLong(stampStart, fileTime);
    }

    private void makeRoom(int bytes) {
        if (end + bytes > FULL_FRAME_BYTES && stamps > 0) {
            send();
        }
        if (end + bytes > frame.capacity()) {
            ByteBuffer larger = AdsBuffers.direct(Math.max(2 * frame.capacity(), end + bytes));
            larger.put(0, frame, 0, end);
            frame = larger;
        }
    }

    /** Sends what has waited long enough. */
    void sendIfDue(long cycle) {
        if (deadline <= cycle) {
            send();
        }
    }

    private void send() {
        int dataBytes = end - AmsHeader.BYTES;
        AmsWire.putNotification(frame, 0, client, server, dataBytes);
        frame.putInt(LENGTH, dataBytes - 4);
        frame.putInt(STAMPS, stamps);
        outbox.offer(frame, end, samples);
        end = FIRST_STAMP;
        stamps = 0;
        samples = 0;
        deadline = Long.MAX_VALUE;
    }
}
