package io.taktstrom.sinks.sql;

import java.io.ByteArrayOutputStream;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.TestUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CopyRowsTest {

    /** Bytes of PostgreSQL's manual, SQL command COPY, "Binary Format". */
    private static final String HEADER = "5047434f50590aff0d0a00" + "00000000" + "00000000";

    private final CopyRows rows = new CopyRows();

    private String sent(int from, int to) throws SQLException {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        long bytes = rows.sendTo(sent::write, from, to);
        assertThat(bytes).isEqualTo(sent.size());
        String hex = HexFormat.of().formatHex(sent.toByteArray());
        assertThat(hex).startsWith(HEADER).endsWith("ffff");
        return hex.substring(HEADER.length(), hex.length() - 4);
    }

    @Test
    void rowsAreInTheServersBinaryFormat() throws SQLException {
        rows.begin(7);
        rows.integer(-2);
        rows.real(1.5);
        rows.truth(true);
        rows.nothing();
        rows.ascii("Good");
        rows.text("\u00e4");
        rows.jsonb(Map.of());
        assertThat(sent(0, 1))
                .isEqualTo("0007" + "00000008" + "fffffffffffffffe" + "00000008" + "3ff8000000000000" + "00000001"
                        + "01" + "ffffffff" + "00000004" + "476f6f64" + "00000002" + "c3a4" + "00000003" + "017b7d");
    }

    @Test
    void timesCountMicrosecondsFrom2000AndNoTimeIsBeforeAll() throws SQLException {
        rows.begin(3);
        rows.time(946_684_800_000_000_999L);
        rows.time(-1);
        rows.time(SampleBatch.NO_TIME);
        assertThat(sent(0, 1))
                .isEqualTo("0003" + "00000008" + "0000000000000000" + "00000008" + "fffca2fec4c81fff" + "00000008"
                        + "8000000000000000");
    }

    @Test
    void unsignedNumbersAreDigitsToTheBaseOfTenThousand() throws SQLException {
        rows.begin(3);
        rows.unsigned(0);
        rows.unsigned(12_345);
        rows.unsigned(-1); // 1844 6744 0737 0955 1615
        assertThat(sent(0, 1))
                .isEqualTo("0003" + "00000008" + "0000000000000000" + "0000000c" + "0002000100000000" + "00010929"
                        + "00000012" + "0005000400000000" + "0734" + "1a58" + "02e1" + "03bb" + "064f");
    }

    @Test
    void anyPartOfTheRowsCanBeSentAlone() throws SQLException {
        for (int i = 0; i < 200; i++) {
            rows.begin(1);
            rows.holds(i);
            rows.truth(i % 2 == 0);
        }
        assertThat(sent(10, 12)).isEqualTo("00010000000101" + "00010000000100");
        assertThat(sent(199, 200)).isEqualTo("00010000000100");
        rows.undo();
        assertThat(rows.rows()).isEqualTo(199);
        TestUnit unit = new TestUnit(1, 1).deliver(200, true);
        rows.refuse(198, unit, "because");
        assertThat(unit.refused()).containsOnlyKeys(198);
    }

    @Test
    void aSampleAllocatesNothing() throws Exception {
        PlantPoints points = new PlantPoints(
                PlantPoints.point("a", ScalarType.LREAL),
                PlantPoints.point("b", ScalarType.LINT),
                PlantPoints.point("c", ScalarType.ULINT),
                PlantPoints.point("d", ScalarType.BOOL),
                PlantPoints.point("e", StringType.string(20)));
        Template table = Template.parse("samples", Set.of(), text -> text);
        NarrowLayout layout = new NarrowLayout("", table, List.of("unit", "labels"), "all", CopyRowsTest::asWanted);
        SampleBatch batch = points.samples(0, 1.25, 7, 8, true, "text", 2.5, -7, 9, false, "");
        TestUnit unit = new TestUnit(1, 1).deliver(10, true);
        AllocationMeter.currentThread().assertZeroPerOperation(2_000, () -> {
            for (int i = 0; i < 50; i++) {
                layout.add(batch, 10 * i, unit);
            }
            layout.clear();
        });
    }

    /** As if every table were there, as it should be. */
    private static Map<String, String> asWanted(SqlTable table) {
        return table.columns().stream().collect(Collectors.toMap(SqlTable.Column::name, SqlTable.Column::type));
    }
}
