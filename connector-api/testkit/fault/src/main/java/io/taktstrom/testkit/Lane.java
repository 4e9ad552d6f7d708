package io.taktstrom.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One direction of one connection: reads, lets the armed faults happen, writes.
 *
 * <pre>
 *   read -> Coalesce -> Delay -> piece by piece: Stall | Reset | Truncate -> Corrupt -> write -> pause of a Split
 *                                a piece ends where a split cuts, or where one of the three strikes
 * </pre>
 */
final class Lane implements Runnable {

    private static final int READ_BYTES = 1 << 16;
    private static final int KEPT_BYTES = 4 * READ_BYTES;

    private final ArmedFaults faults;
    private final ProxiedLink link;
    private final Direction direction;
    private final Socket source;
    private final Socket sink;
    private final Map<ArmedFault, Cuts> cuts = new HashMap<>();
    private byte[] buffer = {};
    private final ByteArrayOutputStream passed = new ByteArrayOutputStream();
    private volatile long offset;
    private volatile boolean sourceEnded;

    Lane(ArmedFaults faults, ProxiedLink link, Direction direction, Socket source, Socket sink) {
        this.faults = faults;
        this.link = link;
        this.direction = direction;
        this.source = source;
        this.sink = sink;
    }

    /** Bytes forwarded so far. Any thread may ask. */
    long offset() {
        return offset;
    }

    /** Whether the source has closed its end. Any thread may ask. */
    boolean sourceEnded() {
        return sourceEnded;
    }

    @Override
    public void run() {
        buffer = new byte[READ_BYTES];
        boolean orderly = false;
        try {
            pump();
            orderly = true;
        } catch (IOException e) {
            // One end is gone. The other learns it as it would without a proxy: by the reset below.
        } finally {
            if (!orderly) {
                link.broken();
            }
            sourceEnded = true;
            discardRest();
            buffer = new byte[0];
            link.laneEnded();
        }
    }

    private void pump() throws IOException {
        while (strikeHere()) {
            int length = source.getInputStream().read(buffer);
            if (length < 0) {
                ProxiedLink.endOutput(sink);
                return;
            }
            length = coalesce(length);
            delay();
            forward(length);
        }
    }

    /** Reads on after a truncation: closing a socket with unread bytes would reset the peer instead of ending in order. */
    private void discardRest() {
        try {
            int read = 0;
            while (read >= 0 && link.isDiscarding()) {
                read = source.getInputStream().read(buffer);
            }
        } catch (IOException e) {
            // The peer is gone without reading our end of stream. Nothing is left to discard.
        }
    }

    /** Lets the faults at the present offset happen; false when nothing may pass any more. */
    private boolean strikeHere() {
        for (ArmedFault armed : armed(Fault.Strike.class)) {
            if (((Fault.Strike) armed.fault()).at() <= offset) {
                strike(armed);
            }
        }
        return link.isFlowing();
    }

    private void strike(ArmedFault armed) {
        if (armed.fault() instanceof Fault.Stall) {
            armed.fired();
            await(armed, Gate.FOREVER);
        } else {
            link.end(armed);
        }
    }

    private int coalesce(int first) throws IOException {
        int length = first;
        for (ArmedFault armed : armed(Fault.Coalesce.class)) {
            armed.fired();
            Fault.Coalesce fault = (Fault.Coalesce) armed.fault();
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length, fault.bytes()));
            length = gather(length, fault);
        }
        return length;
    }

    private int gather(int first, Fault.Coalesce fault) throws IOException {
        long start = System.nanoTime();
        int length = first;
        try {
            while (length < fault.bytes()) {
                long left = fault.window().minusNanos(System.nanoTime() - start).toMillis();
                if (left <= 0) {
                    break;
                }
                source.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
                int more = source.getInputStream().read(buffer, length, fault.bytes() - length);
                if (more < 0) {
                    break;
                }
                length += more;
            }
        } catch (SocketTimeoutException e) {
            // The window is over.
        } finally {
            source.setSoTimeout(0);
        }
        return length;
    }

    private void delay() {
        for (ArmedFault armed : armed(Fault.Delay.class)) {
            armed.fired();
            await(armed, ((Fault.Delay) armed.fault()).duration());
        }
    }

    private void forward(int length) throws IOException {
        int done = 0;
        while (done < length && strikeHere()) {
            List<ArmedFault> splits = armed(Fault.Cutting.class);
            int piece = pieceLength(length - done, splits);
            corrupt(done, piece);
            repeat();
            sink.getOutputStream().write(buffer, done, piece);
            keep(done, piece);
            done += piece;
            long end = offset + piece;
            offset = end;
            for (ArmedFault split : splits) {
                pauseAfter(end, split);
            }
        }
    }

    private int pieceLength(int available, List<ArmedFault> splits) {
        long end = offset + available;
        for (ArmedFault armed : armed(Fault.Strike.class)) {
            long at = ((Fault.Strike) armed.fault()).at();
            end = at > offset ? Math.min(end, at) : end;
        }
        for (ArmedFault split : splits) {
            end = Math.min(end, cuts(split).after(offset));
        }
        return (int) (end - offset);
    }

    private void pauseAfter(long end, ArmedFault split) {
        Cuts here = cuts(split);
        if (here.at(end)) {
            split.fired();
            await(split, here.pause());
        }
    }

    private Cuts cuts(ArmedFault split) {
        return cuts.computeIfAbsent(split, armed -> Cuts.of((Fault.Cutting) armed.fault(), random(), offset));
    }

    /** The same for the same seed, connection and direction, however the threads are scheduled. */
    private Random random() {
        return new Random(faults.seed() + 31L * link.number() + (direction == Direction.TO_CLIENT ? 1 : 0));
    }

    private void corrupt(int start, int length) {
        for (ArmedFault armed : armed(Fault.Corrupt.class)) {
            Fault.Corrupt fault = (Fault.Corrupt) armed.fault();
            long distance = fault.at() - offset;
            if (distance >= 0 && distance < length) {
                buffer[start + (int) distance] ^= (byte) fault.mask();
                armed.fired();
            }
        }
    }

    /** Bytes are kept from the first: a test repeats what passed before it armed the fault. */
    private void keep(int start, int length) {
        if (passed.size() > KEPT_BYTES) {
            byte[] last = passed.toByteArray();
            passed.reset();
            passed.write(last, last.length - READ_BYTES, READ_BYTES);
        }
        passed.write(buffer, start, length);
    }

    private void repeat() throws IOException {
        for (ArmedFault armed : armed(Fault.Repeat.class)) {
            Fault.Repeat fault = (Fault.Repeat) armed.fault();
            if (fault.at() <= offset && armed.firings() == 0) {
                byte[] last = passed.toByteArray();
                sink.getOutputStream().write(last, last.length - fault.bytes(), fault.bytes());
                armed.fired();
            }
        }
    }

    private List<ArmedFault> armed(Class<? extends Fault.InStream> type) {
        return faults.of(link.number(), type)
                .filter(each -> ((Fault.InStream) each.fault()).direction() == direction)
                .toList();
    }

    private void await(ArmedFault armed, Duration limit) {
        faults.await(armed, limit, () -> !link.isFlowing());
    }
}
