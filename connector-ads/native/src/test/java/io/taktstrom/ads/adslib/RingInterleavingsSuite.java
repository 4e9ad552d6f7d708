package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.peer.Interleavings;
import org.junit.jupiter.api.Test;

/** A library's thread that writes a ring of two samples, and a backend's that reads it, in many orders. */
class RingInterleavingsSuite {

    private static final int SAMPLES = 4;
    private static final int SAMPLE_BYTES = 16;
    private static final int RING_BYTES = 64;
    private static final long GAP = -1;

    @Test
    void samplesArriveWholeInOrderAndWithAMarkForEachGap() {
        Interleavings.of(() -> {
            NotificationHub hub = new NotificationHub();
            NotificationRing ring = new NotificationRing(hub, RING_BYTES, () -> {});
            SampleInlet inlet = hub.enter(ring, 1, SAMPLE_BYTES);
            ring.expect(1);
            Seen seen = new Seen();
            Interleavings.atOnce(() -> write(ring, inlet), () -> {
                ring.drain(seen);
                ring.drain(seen);
            });
            ring.drain(seen);
            seen.check(ring);
        });
    }

    private static void write(NotificationRing ring, SampleInlet inlet) {
        for (int n = 1; n <= SAMPLES; n++) {
            int at = inlet.claim(n, SAMPLE_BYTES);
            if (at >= 0) {
                Arrays.fill(ring.array(), at, at + SAMPLE_BYTES, (byte) n);
                ring.publish();
            }
        }
    }

    private static final class Seen implements NotificationListener {

        private final List<Long> times = new ArrayList<>();

        @Override
        public void sample(int key, long fileTime, ByteBuffer buffer, int position, int size) {
            boolean whole = size == SAMPLE_BYTES
                    && buffer.get(position) == fileTime
                    && buffer.get(position + SAMPLE_BYTES - 1) == fileTime;
            Interleavings.require(whole, "sample " + fileTime + " is torn");
            times.add(fileTime);
        }

        @Override
        public void endOfFrame() {
            // Frames are of no interest here.
        }

        @Override
        public void overflow(int key) {
            times.add(GAP);
        }

        @Override
        public void lost(ConnectorException cause) {
            throw new AssertionError(cause);
        }

        void check(NotificationRing ring) {
            long last = 0;
            long samples = 0;
            boolean marked = false;
            for (long time : times) {
                if (time == GAP) {
                    marked = true;
                    continue;
                }
                Interleavings.require(time > last && (time == last + 1 || marked), "seen: " + times);
                last = time;
                samples++;
                marked = false;
            }
            Interleavings.require(last == SAMPLES || marked, "the end is missing: " + times);
            Interleavings.require(samples + ring.lost() == SAMPLES && ring.isEmpty(), "seen: " + times);
        }
    }
}
