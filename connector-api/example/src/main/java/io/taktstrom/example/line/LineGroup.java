package io.taktstrom.example.line;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.session.ResolvedGroup;
import io.taktstrom.kit.session.ObjectPool;
import io.taktstrom.kit.tcp.RequestLink;
import io.taktstrom.kit.value.Images;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.spi.MalformedFrameException;

/** Points, and the request that reads them all. */
final class LineGroup extends ResolvedGroup {

    private final byte[][] names;
    private final byte[] request;
    private final int imageBytes;
    private final ObjectPool<Reading> readings = new ObjectPool<>(Reading::new);

    LineGroup(LineSession session, SettledPoints settled) {
        super(session, settled);
        names = new byte[size()][];
        StringBuilder gets = new StringBuilder();
        int largest = 0;
        for (int point = 0; point < names.length; point++) {
            names[point] = addressAt(point).getBytes(StandardCharsets.US_ASCII);
            largest = Math.max(largest, typeAt(point).imageBytes());
            if (StatusCode.isGood(statusAt(point))) {
                gets.append("GET ").append(addressAt(point)).append('\n');
            }
        }
        request = gets.toString().getBytes(StandardCharsets.US_ASCII);
        imageBytes = largest;
    }

    String addressAt(int point) {
        return points().get(point).address();
    }

    /** Room for the value of any of the points. */
    ByteBuffer newImage() {
        return ByteBuffer.allocate(imageBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A copy of the statuses. */
    int[] statusesNow() {
        return statuses().clone();
    }

    /** What reads need to allocate nothing, one for each that is under way. */
    ObjectPool<Reading> readings() {
        return readings;
    }

    /** One read: its request, and the way from the answers to the caller's batch. */
    final class Reading implements RequestLink.Frames {
        private final ByteBuffer bytes = ByteBuffer.wrap(request);
        private final ByteBuffer image = newImage();
        private SampleBatch into = new SampleBatch(1, 0);
        private int next;

        /** Adds the points that cannot be used, up to the first that can; whether there is one to ask for. */
        boolean begin(SampleBatch batch) {
            into = batch;
            next = 0;
            addUnusable();
            return next < names.length;
        }

        ByteBuffer request() {
            return bytes.rewind();
        }

        /** Takes {@code name=VALUE} or {@code name!REASON} and a line feed; whether it was of the last point. */
        @Override
        public boolean take(ByteBuffer in, int from, int to) throws MalformedFrameException {
            int mark = from + names[next].length;
            for (int i = from; i < mark; i++) {
                if (mark >= to || in.get(i) != names[next][i - from]) {
                    throw new MalformedFrameException("an answer is not for " + addressAt(next), i - from);
                }
            }
            if (in.get(mark) == '=') {
                Hex.read(in, mark + 1, to - 1, image, typeAt(next).imageBytes());
                Images.add(into, next, SampleBatch.NO_TIME, StatusCode.GOOD, typeAt(next), image, 0);
            } else {
                into.addBad(next, SampleBatch.NO_TIME, StatusCode.BAD_NOT_READABLE);
            }
            next++;
            addUnusable();
            return next == names.length;
        }

        private void addUnusable() {
            for (; next < names.length && !StatusCode.isGood(statuses()[next]); next++) {
                into.addBad(next, SampleBatch.NO_TIME, statuses()[next]);
            }
        }
    }
}
