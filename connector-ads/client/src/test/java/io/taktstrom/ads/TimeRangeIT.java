package io.taktstrom.ads;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.ads.symbol.Tables;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.spi.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Times that TwinCAT can hold and a signed number of nanoseconds, or a day, cannot (InfoSys, tc3_plc_intro). */
@Timeout(60)
class TimeRangeIT {

    private static final int READ = 2;
    private static final int WRITE = 3;

    private final byte[] symbols = new Tables()
            .symbol("MAIN.lt", "LTIME", 21, 0, 8)
            .symbol("MAIN.ldt", "LDT", 21, 0, 8)
            .symbol("MAIN.ldate", "LDATE", 21, 0, 8)
            .symbol("MAIN.ltod", "LTOD", 21, 0, 8)
            .symbol("MAIN.tod", "TOD", 19, 0, 4)
            .symbol("MAIN.list", "ARRAY [0..1] OF LTIME", 21, 0, 16)
            .symbol("MAIN.s", "TIMES", 65, 0, 16)
            .symbols();
    private final byte[] types = new Tables()
            .struct("TIMES", 16, Tables.entry("a", "DINT", 3, 4, 0, 2), Tables.entry("b", "LTIME", 21, 8, 8, 2))
            .types();

    private final SmallPlc plc = new SmallPlc();
    private volatile byte[] memory = new byte[16];

    private byte[] answer(Request request) {
        if (request.command() == WRITE) {
            byte[] written = new byte[request.length()];
            request.frame().get(50, written);
            if (request.group() == 0x4040) {
                memory = Arrays.copyOf(written, 16);
            }
            return request.result(0);
        }
        if (request.command() != READ) {
            return plc.answer(request);
        }
        return SmallPlc.read(request, symbols, types, () -> Arrays.copyOf(memory, request.length()));
    }

    private void set(long first, long second) {
        memory = Request.bytes(Request.little(16).putLong(first).putLong(second));
    }

    private static SampleBatch read(Connection connection, DataPoint point) throws Exception {
        PointGroup group = connection.resolve(List.of(point));
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        return batch;
    }

    @ParameterizedTest
    @CsvSource({
        "MAIN.lt,    9223372036854775807, Good",
        "MAIN.lt,    9223372036854775808, Bad",
        "MAIN.lt,    18446744073709551615, Bad",
        "MAIN.ldt,   9223372036854775807, Good",
        "MAIN.ldt,   18446744073709551615, Bad",
        "MAIN.ldate, 18446744073709551615, Bad",
        "MAIN.ltod,  86399999999999, Good",
        "MAIN.ltod,  86400000000000, Bad",
        "MAIN.ltod,  18446744073709551615, Bad",
        "MAIN.tod,   86399999, Good",
        "MAIN.tod,   86400000, Bad",
        "MAIN.tod,   4294967295, Bad",
    })
    void aTimeThatWeCannotTellIsOutOfRangeAndNotAnotherTime(String name, String number, String severity)
            throws Exception {
        set(new BigInteger(number).longValue(), 0);
        int wanted = severity.equals("Good") ? StatusCode.GOOD : StatusCode.BAD_OUT_OF_RANGE;
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(answer(request)));
                Connection connection = peer.connect("maxSumCommands=1")) {
            assertThat(read(connection, DataPoint.of(name)).statusAt(0)).isEqualTo(wanted);
            DataPoint stated = DataPoint.of(name).withType(DataType.parse(name.equals("MAIN.tod") ? "UDINT" : "ULINT"));
            SampleBatch bare = read(connection, stated);
            assertThat(bare.statusAt(0)).isEqualTo(StatusCode.GOOD);
            assertThat(Values.get(bare, 0)).hasToString(number);
        }
    }

    @Test
    void oneSuchTimeInAnArrayOrAStructureIsTold() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(answer(request)));
                Connection connection = peer.connect("maxSumCommands=1")) {
            set(1, -1);
            assertThat(read(connection, DataPoint.of("MAIN.list")).statusAt(0)).isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
            assertThat(read(connection, DataPoint.of("MAIN.s")).statusAt(0)).isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
            set(-1, 1);
            assertThat(read(connection, DataPoint.of("MAIN.list")).statusAt(0)).isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
            assertThat(read(connection, DataPoint.of("MAIN.s")).statusAt(0)).isEqualTo(StatusCode.GOOD);
        }
    }

    @Test
    void aNegativeTimeIsNotWrittenAsAHugeOneAndAHugeOneIsWrittenAsANumber() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(answer(request)));
                Connection connection = peer.connect("maxSumCommands=1")) {
            PointGroup group = connection.resolve(List.of(
                    DataPoint.of("MAIN.lt").withWritable(),
                    DataPoint.of("MAIN.lt").withType(DataType.parse("ULINT")).withWritable()));
            SampleBatch batch = group.newBatch();
            batch.reset(group, 0, 0);
            Values.put(batch, 0, Duration.ofNanos(-1));
            Values.put(batch, 1, "18446744073709551615");
            int[] statuses = new int[2];
            connection.write(group, batch, statuses);
            assertThat(statuses).containsExactly(StatusCode.BAD_OUT_OF_RANGE, StatusCode.GOOD);
            assertThat(Request.little(memory).getLong(0)).isEqualTo(-1);
            batch.reset(group, 0, 0);
            Values.put(batch, 0, Duration.ofNanos(Long.MAX_VALUE));
            connection.write(group, batch, statuses);
            assertThat(statuses[0]).isEqualTo(StatusCode.GOOD);
            assertThat(Request.little(memory).getLong(0)).isEqualTo(Long.MAX_VALUE);
        }
    }
}
