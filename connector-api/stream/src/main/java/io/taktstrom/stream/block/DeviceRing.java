package io.taktstrom.stream.block;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import org.jspecify.annotations.Nullable;

/** One ring of a subscription: its points, and how far it was read. One thread. */
final class DeviceRing {

    /** A point, and the channel its samples are in; null when it cannot be used. */
    private record Tap(int point, DeviceRingLayout.@Nullable Channel channel, int status) {}

    /** So many images in a row that make no sense are no coincidence. */
    private static final int SUSPICIOUS = 5;

    private final String address;
    private final DeviceRingCursor cursor;
    private final BlockMeter meter;
    private final List<Tap> taps = new ArrayList<>();
    private final @Nullable DeviceRingLayout layout;

    /** Taps that have a channel. */
    private int usable;

    private int tornInRow;
    private boolean begun;

    /** Batch in which the last samples are, the first of them in it, and whether the mark of a loss is in it, too. */
    private long batch;

    private long firstNumber;
    private int firstTap;
    private boolean markInBatch;
    private int toldStatus = StatusCode.GOOD;

    /** @param layout null when it is not a ring */
    DeviceRing(String address, @Nullable DeviceRingLayout layout, BlockProgress progress) {
        this.address = address;
        this.layout = layout;
        cursor = progress.cursor(address);
        meter = progress.meter();
    }

    void add(int point, DeviceRingLayout.Channel channel) {
        taps.add(new Tap(point, channel, StatusCode.GOOD));
        usable++;
    }

    void addUnusable(int point, int status) {
        taps.add(new Tap(point, null, status));
    }

    int statusOf(int point) {
        for (Tap tap : taps) {
            if (tap.point() == point) {
                return tap.status();
            }
        }
        throw new IllegalArgumentException(address + " has no point " + point);
    }

    /** Whether some of its points wait for the device to change. */
    boolean isUnusable() {
        boolean bad = StatusCode.isBad(toldStatus) && toldStatus != StatusCode.BAD_WAITING_FOR_INITIAL_DATA;
        return bad || usable < taps.size();
    }

    /** How long a sample stays in the ring, in nanoseconds; 0 when that is not known. */
    long spanNanos() {
        DeviceRingLayout known = layout;
        return known == null ? 0 : known.length() * cursor.periodNanos();
    }

    /** The image could not be read. */
    void bad(int status, BlockSink out) {
        if (status != toldStatus) {
            toldStatus = status;
            for (Tap tap : taps) {
                out.bad(tap.point(), tap.channel() == null ? tap.status() : status);
            }
        }
    }

    /** Passes on what is new in an image. Hot: allocates nothing unless something went wrong. */
    void image(ByteBuffer image, int base, long now, BlockSink out) {
        DeviceRingLayout known = layout;
        if (known == null) {
            bad(StatusCode.BAD_CONFIGURATION_ERROR, out);
            return;
        }
        switch (cursor.look(known, image, base, now)) {
            case READ -> {
                tornInRow = 0;
                tellUnusable(out);
                tellTrouble(out);
                deliver(known, image, base, out);
            }
            case EMPTY -> bad(StatusCode.BAD_WAITING_FOR_INITIAL_DATA, out);
            case TORN -> {
                meter.onTorn();
                if (++tornInRow == SUSPICIOUS) {
                    out.notice(address + ": " + SUSPICIOUS + " images in a row make no sense; check that nNext is"
                            + " written before the samples, nHead after them, and that nPeriod is not 0");
                    bad(StatusCode.BAD_DECODING_ERROR, out);
                }
            }
        }
    }

    /** The ring is well again, or for the first time; those of its points that are not, say so. */
    private void tellUnusable(BlockSink out) {
        if (!begun || toldStatus != StatusCode.GOOD) {
            begun = true;
            toldStatus = StatusCode.GOOD;
            for (Tap tap : taps) {
                if (tap.channel() == null) {
                    out.bad(tap.point(), tap.status());
                }
            }
        }
    }

    private void tellTrouble(BlockSink out) {
        if (cursor.lost() > 0) {
            meter.onLost(cursor.lost() * usable);
            out.notice(address + ": "
                    + Counted.of(
                            cursor.lost(),
                            "sample was overwritten before it was read",
                            "samples were overwritten before they were read")
                    + ", up to number "
                    + cursor.from() + "; make the ring longer, read it more often, or look what keeps the reader");
        }
        if (cursor.restarted()) {
            meter.onInterruption();
            out.notice(address + ": the counter of the samples was reset; how many are missing is not known");
        } else if (cursor.jumpNanos() != 0) {
            meter.onInterruption();
            out.notice(address + ": the device's clock went on by " + cursor.jumpNanos()
                    + " ns more than its samples: it stood still, or its clock was set");
        }
    }

    private void deliver(DeviceRingLayout known, ByteBuffer image, int base, BlockSink out) {
        for (long number = cursor.from(); number < cursor.to(); number++) {
            boolean marked = cursor.takeMark();
            int status = marked ? StatusCode.withOverflow(StatusCode.GOOD) : StatusCode.GOOD;
            long time = cursor.timeOf(number);
            for (int i = cursor.firstTapOf(number); i < taps.size(); i++) {
                Tap tap = taps.get(i);
                DeviceRingLayout.Channel channel = tap.channel();
                if (channel != null) {
                    boolean added = out.sample(
                            tap.point(), channel.element(), time, status, image, base + known.slot(channel, number));
                    remember(out.number(), number, i, marked);
                    if (!added) {
                        return;
                    }
                }
            }
        }
    }

    private void remember(long inBatch, long number, int tap, boolean marked) {
        if (batch != inBatch) {
            batch = inBatch;
            firstNumber = number;
            firstTap = tap;
            markInBatch = false;
        }
        markInBatch |= marked;
    }

    /** This batch was refused: what of this ring was in it, or came after, is to be read again. */
    void takeBack(long refusedBatch) {
        if (batch == refusedBatch) {
            cursor.goBack(firstNumber, firstTap, markInBatch);
        }
    }

    /** Samples were lost on their way to the sink, how many is not known. */
    void loseAll() {
        cursor.goBack(cursor.to(), 0, true);
    }
}
