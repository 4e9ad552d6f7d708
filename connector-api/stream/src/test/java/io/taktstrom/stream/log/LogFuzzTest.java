package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of a disk buffer with anything in them, also behind sums that are right: samples, or losses that are counted. */
class LogFuzzTest {

    private static final long LOG_ID = 7;
    private static final int HEAD = 8;

    private static @Nullable Path folder;

    private static final FixedGroup GROUP = new FixedGroup(
            List.of(
                    new DataPoint("a", "MAIN.a", null, true, "Cel", Map.of("line", "1"), "plc"),
                    DataPoint.of("b"),
                    DataPoint.of("c"),
                    DataPoint.of("d")),
            List.of(
                    new EnumType("E", ScalarType.INT, List.of(new EnumType.Member("Idle", 0))),
                    StringType.string(20),
                    ArrayType.of(ScalarType.LREAL, 3),
                    new StructType("S", List.of(new StructType.Field("x", ScalarType.BOOL, 0, 3)), 4)),
            List.of(StatusCode.GOOD, StatusCode.GOOD, StatusCode.BAD_TIMEOUT, StatusCode.GOOD));

    static Stream<byte[]> groups() {
        return Stream.of(GroupCodec.encode(GROUP));
    }

    @MethodSource("groups")
    @FuzzTest(maxDuration = "3m")
    void anyDescriptionIsAGroupOrRefused(byte[] bytes) {
        FuzzedParser.check(bytes.length, IOException.class, () -> {
            PointGroup group = GroupCodec.decode(bytes, true, FixedGroup::new);
            if (!GroupCodec.decode(GroupCodec.encode(group), true, FixedGroup::new)
                    .equals(group)) {
                throw new AssertionError("not what was read: " + group);
            }
        });
    }

    /** Kind, flags, group 1, number of samples 1, length of the content 2, first 1, 0; then the content. */
    private static byte[] record(int kind, int flags, int count, byte[] content) {
        ByteBuffer record = ByteBuffer.allocate(HEAD + content.length).order(ByteOrder.LITTLE_ENDIAN);
        return record.put((byte) kind)
                .put((byte) flags)
                .put((byte) 0)
                .put((byte) count)
                .putShort((short) content.length)
                .putShort((short) 0)
                .put(content)
                .array();
    }

    static Stream<byte[]> records() {
        byte[] group = record(RecordHeader.GROUP, 0, 0, GroupCodec.encode(GROUP));
        ByteBuffer one = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
        one.putInt(1)
                .putInt(StatusCode.GOOD)
                .putLong(1)
                .putLong(2)
                .putLong(3)
                .putInt(4)
                .putInt(0)
                .put(new byte[] {'a', 'b', 'c', 'd'});
        byte[] samples = record(RecordHeader.SAMPLES, 15, 1, one.array());
        byte[] both = Arrays.copyOf(group, group.length + samples.length);
        System.arraycopy(samples, 0, both, group.length, samples.length);
        return Stream.of(both, group);
    }

    @MethodSource("records")
    @FuzzTest(maxDuration = "5m")
    void anyRecordsAreSamplesOrLosses(byte[] bytes) throws IOException {
        ByteBuffer file = segment(bytes);
        FuzzedParser.check(bytes.length, IOException.class, () -> read(file));
    }

    /** A segment with the header of ours, whose records have right sums. */
    private static ByteBuffer segment(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer out = ByteBuffer.allocate(1024 + 20 * bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        out.put(new SegmentHeader(SegmentHeader.VERSION, LOG_ID, 0, 0, LogFixture.IDENTITY).encoded());
        RecordHeader header = new RecordHeader(LOG_ID);
        for (int at = 0; at + HEAD <= bytes.length; ) {
            int length = Math.min(Short.toUnsignedInt(in.getShort(at + 4)), bytes.length - at - HEAD);
            int to = out.position();
            out.put(to + RecordHeader.BYTES, bytes, at + HEAD, length);
            header.write(
                    out,
                    to,
                    to,
                    bytes[at],
                    bytes[at + 1],
                    bytes[at + 2] & 0xFF,
                    length,
                    bytes[at + 3] & 0xFF,
                    in.get(at + 6),
                    1);
            out.position(to + (int) RecordHeader.paddedBytes(length));
            at += HEAD + length;
        }
        return out.flip();
    }

    private static void read(ByteBuffer file) throws IOException, InterruptedException {
        LogFixture fixture = new LogFixture(emptied());
        byte[] bytes = new byte[file.limit()];
        file.get(0, bytes);
        Files.write(Segment.path(fixture.folder, 0), bytes);
        try (SampleLog log = fixture.open()) {
            long recovered = log.recovered();
            long read = 0;
            SampleBatch into = new SampleBatch(64, 4_000);
            for (long first = log.fetch(into); first != SampleLog.NOTHING; first = log.fetch(into)) {
                read += into.size() - log.claim(first, into.size());
            }
            if (read + fixture.lost() != recovered) {
                throw new AssertionError(read + " read, " + fixture.lost() + " lost, of " + recovered);
            }
        }
    }

    private static Path emptied() throws IOException {
        Path used = folder;
        if (used == null) {
            used = Files.createTempDirectory("log");
            used.toFile().deleteOnExit();
            folder = used;
        }
        try (Stream<Path> all = Files.list(used)) {
            for (Path file : all.toList()) {
                Files.delete(file);
            }
        }
        return used;
    }
}
