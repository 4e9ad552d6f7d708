package io.taktstrom.ads;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.ads.symbol.Tables;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** A BIT of a structure: eight of them share a byte, and a write to one must leave the others as they are. */
@Timeout(60)
class BitWriteIT {

    private static final int READ = 2;
    private static final int WRITE = 3;
    private static final int READ_WRITE = 9;
    private static final int BITS = 0x20 | 2;

    private final byte[] symbols =
            new Tables().symbol("MAIN.s", "FLAGS", 65, 0, 1).symbols();
    private final byte[] types = new Tables()
            .struct(
                    "FLAGS",
                    1,
                    Tables.entry("a", "BIT", 33, 1, 0, BITS),
                    Tables.entry("b", "BIT", 33, 1, 1, BITS),
                    Tables.entry("c", "BIT", 33, 1, 7, BITS))
            .types();

    private final SmallPlc plc = new SmallPlc();
    private final AtomicInteger memory = new AtomicInteger(0b0101_0100);

    /** Handles are 1 for bit 0, 2 for bit 1, 3 for bit 7; none unless they are offered. */
    private byte[] answer(Request request, boolean handles) {
        int command = request.command();
        int group = request.group();
        if (command == READ_WRITE && group == 0xF003) {
            return handles
                    ? request.value(1 + "abc".indexOf(request.writtenText().charAt("MAIN.s.".length())))
                    : request.result(0x701);
        }
        if (command == WRITE && group == 0xF005) {
            int bit = new int[] {0, 1, 7}[request.offset() - 1];
            int on = request.frame().get(50) & 1;
            memory.updateAndGet(old -> (old & ~(1 << bit)) | (on << bit));
            return request.result(0);
        }
        if (command == WRITE && group == 0x4040) {
            memory.set(request.frame().get(50) & 0xFF);
            return request.result(0);
        }
        if (command != READ) {
            return command == WRITE ? request.result(0) : plc.answer(request);
        }
        return SmallPlc.read(request, symbols, types, () -> new byte[] {memory.byteValue()});
    }

    private static int[] write(Connection connection, List<String> names, Object... values) throws Exception {
        PointGroup group = connection.resolve(
                names.stream().map(name -> DataPoint.of(name).withWritable()).toList());
        SampleBatch batch = group.newBatch();
        batch.reset(group, 0, 0);
        for (int i = 0; i < values.length; i++) {
            Values.put(batch, i, values[i]);
        }
        int[] statuses = new int[values.length];
        connection.write(group, batch, statuses);
        return statuses;
    }

    @Test
    void aBitIsWrittenByItsHandle() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(answer(request, true)));
                Connection connection = peer.connect("maxSumCommands=1")) {
            assertThat(write(connection, List.of("MAIN.s.a", "MAIN.s.c", "MAIN.s.b"), true, true, false))
                    .containsOnly(StatusCode.GOOD);
            assertThat(memory.get()).isEqualTo(0b1101_0101);
            assertThat(peer.requests(READ)).noneMatch(request -> request.group() == 0x4040);
        }
    }

    @Test
    void withoutHandlesTheOtherBitsAreWrittenAsTheyWere() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(answer(request, false)));
                Connection connection = peer.connect("")) {
            assertThat(write(connection, List.of("MAIN.s.a", "MAIN.s.b", "MAIN.s.c"), true, true, true))
                    .containsOnly(StatusCode.GOOD);
            assertThat(memory.get()).isEqualTo(0b1101_0111);
            assertThat(write(connection, List.of("MAIN.s.b"), false)).containsOnly(StatusCode.GOOD);
            assertThat(memory.get()).isEqualTo(0b1101_0101);
        }
    }
}
