package io.taktstrom.opcua.simulator.model;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;

import io.taktstrom.simulation.ModelException;
import io.taktstrom.simulation.Waveform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OpcUaModelTest {

    @Test
    void valuesAreCompletedAndBroughtIntoOneForm() {
        OpcUaModel model = OpcUaModel.parse("""
                types:
                  Mode: {enum: {Idle: 0, Running: 1}}
                  Part: {struct: {Id: UInt16, Weight: Float, Mode: Mode}}
                points:
                  parts: {type: "Part[2]", value: [{Id: 3}, {Weight: 0.5, Mode: Running}]}
                  open: {type: "Int32[]"}
                  id: {type: Guid, value: "12345678-9ABC-DEF0-1234-56789ABCDEF0"}
                """);
        assertThat(model.points().get(0).initial())
                .isEqualTo(List.of(
                        Map.of("Id", 3L, "Weight", 0f, "Mode", "Idle"),
                        Map.of("Id", 0L, "Weight", 0.5f, "Mode", "Running")));
        assertThat(model.points().get(1).initial()).isEqualTo(List.of());
        assertThat(model.points().get(2).initial()).isEqualTo("12345678-9abc-def0-1234-56789abcdef0");
        assertThat(model.points().get(0).type().text()).isEqualTo("Part[2]");
    }

    @Test
    void timesMayStateTheirOffsetAndStatusCodesTheirName() {
        OpcUaModel model = OpcUaModel.parse("""
                points:
                  plain: {type: DateTime, value: "2024-02-29T23:59:59.5"}
                  zulu: {type: DateTime, value: "2024-02-29T23:59:59.5Z"}
                  here: {type: DateTime, value: "2024-03-01T00:59:59.5+01:00"}
                  bare: {type: DateTime, value: 2024-02-29T23:59:59.5Z}
                  named: {type: StatusCode, value: Bad_NodeIdUnknown}
                  plainNamed: {type: StatusCode, value: BadNodeIdUnknown}
                  number: {type: StatusCode, value: 2150891520}
                  hex: {type: StatusCode, value: "0x80340000"}
                """);
        for (int i = 0; i < 4; i++) {
            assertThat(model.points().get(i).initial())
                    .as(model.points().get(i).name(0))
                    .isEqualTo(LocalDateTime.of(2024, 2, 29, 23, 59, 59, 500_000_000));
        }
        for (int i = 4; i < 8; i++) {
            assertThat(model.points().get(i).initial())
                    .as(model.points().get(i).name(0))
                    .isEqualTo(0x8034_0000L);
        }
    }

    @Test
    void oneEntryMakesManyItemsAtARateOfTheirOwn() {
        OpcUaModel model = OpcUaModel.parse("""
                points:
                  load.v: {type: Int32, count: 10_000, waveform: counter, cycle: 50ms}
                """);
        SimulatedPoint load = model.points().get(0);
        assertThat(load.count()).isEqualTo(10_000);
        assertThat(load.name(9_999)).isEqualTo("load.v9999");
        assertThat(load.cycle()).isEqualTo(Duration.ofMillis(50));
        assertThat(load.waveform()).isEqualTo(new Waveform.Counter(0, 1));
    }

    @Test
    void theBuiltInModelsAreRight() {
        assertThat(OpcUaModel.demo().methods()).hasSize(3);
        assertThat(OpcUaModel.load().points())
                .singleElement()
                .satisfies(point -> assertThat(point.count()).isEqualTo(10_000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "1 | 12 | points: {a: Int31}                             | type 'Int31' is unknown",
                "1 | 30 | points: {a: {type: Byte, value: 300}}          | 300",
                "1 | 34 | points: {a: {type: 'Int32[2]', value: [1]}}      | 1 elements where Int32[2] has 2",
                "1 | 13 | points: {a: {adress: Byte}}                    | 'adress' is not a key of point a",
                "1 | 12 | points: {a: {type: String, waveform: counter}} | only numbers",
                "1 | 12 | points: {a: {type: Int32, cycle: 1us}}         | is not in 1ms..1h",
                "1 | 12 | points: {a: {type: Int32, count: 0}}           | count and history",
                "1 | 1  | points: {a: Byte, a.b: Byte}                   | a is both a point and a folder",
                "1 | 13 | methods: {m: {}}                               | method m is in no folder",
                "1 | 25 | methods: {m.n: {returns: [1]}}                 | returns 1 values, but has 0 outputs",
                "1 | 23 | methods: {m.n: {fails: bad}}                   | 'bad' is not a Bad status",
                "1 | 12 | events: {e: {severity: 2000}}                  | severity 2000",
                "1 | 9  | limits: {nodesPerRead: 0}                      | each limit is at least 1",
                "1 | 11 | types: {Int32: {struct: {a: Byte}}}            | type Int32: duplicate entry",
                "1 | 6  | ids: letters                                   | names or numbers",
            })
    void aMistakeIsReportedWithItsPlace(int line, int column, String yaml, String why) {
        assertThatThrownBy(() -> OpcUaModel.parse(yaml)).isInstanceOfSatisfying(ModelException.class, e -> {
            assertThat(e.getMessage()).contains(why);
            assertThat(e.line()).isEqualTo(line);
            assertThat(e.column()).isPositive();
        });
    }
}
