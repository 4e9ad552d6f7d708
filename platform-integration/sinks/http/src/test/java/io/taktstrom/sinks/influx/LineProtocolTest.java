package io.taktstrom.sinks.influx;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.PlantPoints;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LineProtocolTest {

    private static final String TIMES = "received_at=1795331109123457289i 1795331109123456789\n";

    private static LineProtocol protocol(String measurement, List<String> tags, boolean unsigned) {
        Set<Template.Name> names = Set.of(Template.Name.POINT, Template.Name.LABEL);
        return new LineProtocol(
                Template.parse(measurement, names, text -> text),
                Template.parse("value", names, text -> text),
                tags,
                "all",
                unsigned);
    }

    private static String lines(LineProtocol protocol, SampleBatch batch) {
        protocol.begin();
        for (int i = 0; i < batch.size(); i++) {
            String refusal = protocol.refusal(batch, i);
            if (refusal != null) {
                return refusal;
            }
            protocol.add(batch, i);
        }
        return StandardCharsets.UTF_8.decode(protocol.end()).toString();
    }

    @Test
    void aKindOfValueHasAFieldOfItsOwn() {
        PlantPoints points = new PlantPoints(
                PlantPoints.point("a", ScalarType.LREAL),
                PlantPoints.point("b", ScalarType.LINT),
                PlantPoints.point("c", ScalarType.ULINT),
                PlantPoints.point("d", ScalarType.BOOL),
                PlantPoints.point("e", StringType.string(20)));
        SampleBatch batch = points.samples(0, 1.5, -7, 8, true, "\"\\\n");
        assertThat(lines(protocol("m", List.of("point", "status"), false), batch))
                .isEqualTo("m,point=a,status=Good value=1.5,sequence=0i," + TIMES
                        + "m,point=b,status=Good value_int=-7i,sequence=1i," + TIMES
                        + "m,point=c,status=Good value_int=8i,sequence=2i," + TIMES
                        + "m,point=d,status=Good value_bool=true,sequence=3i," + TIMES
                        + "m,point=e,status=Good value_text=\"\\\"\\\\\n\",sequence=4i," + TIMES);
        assertThat(lines(protocol("m", List.of("point"), true), batch))
                .contains("m,point=c value_uint=8u,sequence=2i,received_at=1795331109123457289i,status=\"Good\" ");
    }

    @Test
    void tagsAndNamesAreEscapedAndEmptyOnesLeftOut() {
        DataPoint odd = new DataPoint(
                "a b,c=d", "x", ScalarType.DINT, false, "", Map.of("my key", "my, value=1", "none", ""), "press 1");
        assertThat(lines(
                        protocol("m, =\u00e4", List.of("labels", "point", "connection", "unit"), false),
                        new PlantPoints(odd).samples(0, 1)))
                .startsWith(
                        "m\\,\\ =\u00e4,connection=press\\ 1,my\\ key=my\\,\\ value\\=1,point=a\\ b\\,c\\=d value_int=1i,");
    }

    @Test
    void whatIsNoNumberIsAText() {
        PlantPoints points = new PlantPoints(PlantPoints.point("a", ScalarType.REAL));
        assertThat(lines(protocol("m", List.of("status"), false), points.samples(0, Float.NaN)))
                .startsWith("m,status=Good value_text=\"NaN\",sequence=0i");
        assertThat(lines(protocol("m", List.of("status"), false), points.samples(0, Float.NEGATIVE_INFINITY)))
                .contains("value_text=\"-Infinity\"");
    }

    @Test
    void aBadSampleHasNoValueAndOneWithoutATimeOfItsOwnSaysSo() {
        PlantPoints points = new PlantPoints(PlantPoints.point("a", ScalarType.REAL));
        SampleBatch batch = new SampleBatch(1, 0);
        batch.reset(points, 5, 3);
        batch.addBad(0, SampleBatch.NO_TIME, StatusCode.withOverflow(StatusCode.BAD_NOT_CONNECTED));
        assertThat(lines(protocol("m", List.of("status"), false), batch))
                .isEqualTo("m,status=Bad_NotConnected+Overflow,time_from=receipt sequence=3i,received_at=5i 5\n");
    }

    @Test
    void whatTheProtocolCannotSayIsRefused() {
        assertThat(lines(
                        protocol("m", List.of("point"), false),
                        new PlantPoints(PlantPoints.point("a\nb", ScalarType.REAL)).samples(0, 1)))
                .contains("line end");
        assertThat(lines(
                        protocol("{point}", List.of("status"), false),
                        new PlantPoints(PlantPoints.point("a\\", ScalarType.REAL)).samples(0, 1)))
                .contains("backslash at its end");
        assertThat(lines(
                        protocol("{point}", List.of("point"), false),
                        new PlantPoints(PlantPoints.point("a\nb", ScalarType.REAL)).samples(0, 1)))
                .contains("cannot have, and its tag point has");
        assertThat(lines(
                        protocol("m", List.of("status"), false),
                        new PlantPoints(PlantPoints.point("a", ScalarType.LWORD)).samples(0, "18446744073709551615")))
                .contains("18446744073709551615 is beyond");
        SampleBatch timeless = new SampleBatch(1, 0);
        timeless.reset(new PlantPoints(PlantPoints.point("a", ScalarType.DINT)), SampleBatch.NO_TIME, 0);
        timeless.add(0, SampleBatch.NO_TIME, StatusCode.GOOD, 1);
        assertThat(lines(protocol("m", List.of("status"), false), timeless)).contains("without a time");
    }

    @Test
    void aSampleAllocatesNothing() throws Exception {
        PlantPoints points = new PlantPoints(
                PlantPoints.point("a", ScalarType.REAL),
                PlantPoints.point("b", ScalarType.LINT),
                PlantPoints.point("c", ScalarType.ULINT),
                PlantPoints.point("d", ScalarType.BOOL),
                PlantPoints.point("e", StringType.string(20)));
        LineProtocol protocol = protocol("m", List.of("point", "labels", "status"), false);
        SampleBatch batch = points.samples(0, 1.25, 7, 8, true, "text");
        AllocationMeter.currentThread().assertZeroPerOperation(2_000, () -> {
            protocol.begin();
            for (int i = 0; i < batch.size(); i++) {
                if (protocol.refusal(batch, i) == null) {
                    protocol.add(batch, i);
                }
            }
        });
    }
}
