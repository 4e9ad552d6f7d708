package io.taktstrom.ads.simulator.model;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.taktstrom.model.EnumType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.simulation.ModelException;
import io.taktstrom.simulation.Waveform;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AdsModelTest {

    private static final String EVERYTHING = """
            netId: 5.1.2.3.1.1
            port: 852
            taskCycle: 250us
            types:
              T_Speed: {alias: LREAL, comment: "[1/min]"}
              E_Mode: {enum: USINT, members: {Off: 0, On: 1}, comment: mode}
              ST_Axis:
                pack: 2
                comment: an axis
                struct:
                  ready: BIT
                  speed: {type: T_Speed, comment: actual}
                  mode: E_Mode
              T_Axes: {alias: "ARRAY[1..2] OF ST_Axis"}
            symbols:
              MAIN.plain: DINT
              MAIN.axes: {type: T_Axes, value: [{ready: true, mode: On}, {speed: 2.5}], waveforms: {"[2].speed": counter}}
              MAIN.nested: "ARRAY[0..1] OF ARRAY[1..3] OF INT"
              GVL.flag: {type: BOOL, at: "%MB7", value: true, writable: false, persistent: true, comment: "a flag"}
              GVL.wave: {type: REAL, at: "%Q*", waveform: {randomWalk: {period: 2s, amplitude: 3, offset: 4, seed: 5}}}
            burst: {samplesPerSecond: 1_000_000, samplesPerFrame: 50, total: 7}
            """;

    private static Symbol symbol(AdsModel model, String name) {
        return model.symbols().stream()
                .filter(symbol -> symbol.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aFileMaySayEverything() {
        AdsModel model = AdsModel.parse(EVERYTHING);

        assertThat(model.netId()).hasToString("5.1.2.3.1.1");
        assertThat(model.port()).isEqualTo(852);
        assertThat(model.taskCycle()).isEqualTo(Duration.ofNanos(250_000));
        assertThat(model.types()).extracting(PlcType::name).containsExactly("T_Speed", "E_Mode", "ST_Axis", "T_Axes");
        assertThat(model.burst()).isEqualTo(new Burst(1_000_000, 50, 7));
        assertThat(model.symbols()).hasSize(5);
    }

    @Test
    void typesKeepTheirNamesAndTheirLayout() {
        AdsModel model = AdsModel.parse(EVERYTHING);
        PlcType.Structure axis = (PlcType.Structure) model.types().get(2);

        assertThat(axis.bytes()).isEqualTo(12);
        assertThat(Objects.requireNonNull(axis.member("SPEED")).type().name()).isEqualTo("T_Speed");
        assertThat(axis.image()).isInstanceOf(StructType.class);
        assertThat(model.types().get(1).image()).isInstanceOf(EnumType.class);
        assertThat(symbol(model, "MAIN.axes").type().name()).isEqualTo("T_Axes");
        assertThat(symbol(model, "MAIN.axes").type().bytes()).isEqualTo(24);
        assertThat(symbol(model, "MAIN.nested").type().name()).isEqualTo("ARRAY [0..1] OF ARRAY [1..3] OF INT");
        assertThat(symbol(model, "MAIN.nested").type().image().text()).isEqualTo("ARRAY[0..1,1..3] OF INT");
    }

    @Test
    void textsMayBeUtf8AndTypesMayOverlapOrPoint() {
        AdsModel model = AdsModel.parse("""
                types:
                  U_Word: {union: {asReal: REAL, asDword: DWORD}}
                  FB_Valve:
                    functionBlock: {bOpen: BOOL, sName: {type: STRING(20), attributes: {TcEncoding: UTF-8}}}
                    properties: {nState: INT}
                symbols:
                  MAIN.word: {type: U_Word, value: {asReal: 1.0}}
                  MAIN.valve: {type: FB_Valve, value: {sName: "Ventil Ö"}}
                  MAIN.text: {type: STRING(10), value: "Öl", attributes: {TcEncoding: UTF-8, unit: l}}
                  MAIN.target: REFERENCE TO DINT
                  MAIN.next: POINTER TO ARRAY[0..1] OF U_Word
                """);

        assertThat(symbol(model, "MAIN.word").initial()).isEqualTo(Map.of("asReal", 1.0f, "asDword", 0x3F80_0000L));
        assertThat(symbol(model, "MAIN.word").type().bytes()).isEqualTo(4);
        assertThat(symbol(model, "MAIN.text").type().image()).isEqualTo(new StringType(StringType.Encoding.UTF_8, 10));
        assertThat(symbol(model, "MAIN.text").attributes()).containsEntry("unit", "l");
        assertThat(symbol(model, "MAIN.target").type().name()).isEqualTo("REFERENCE TO DINT");
        assertThat(symbol(model, "MAIN.next").type().name()).isEqualTo("POINTER TO ARRAY [0..1] OF U_Word");
        assertThat(symbol(model, "MAIN.next").type().bytes()).isEqualTo(8);
    }

    @Test
    void membersThatAFirstValueLeavesOutAreZero() {
        AdsModel model = AdsModel.parse(EVERYTHING);

        assertThat(symbol(model, "MAIN.axes").initial())
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .element(0)
                .isEqualTo(Map.of("ready", "true", "speed", 0.0, "mode", "On"));
    }

    @Test
    void aSymbolSaysItsPlaceRightsAndMovement() {
        AdsModel model = AdsModel.parse(EVERYTHING);
        Symbol flag = symbol(model, "GVL.flag");
        Symbol wave = symbol(model, "GVL.wave");

        assertThat(flag.place()).isEqualTo(new Symbol.Place.Flag(7));
        assertThat(flag.writable()).isFalse();
        assertThat(flag.persistent()).isTrue();
        assertThat(flag.comment()).isEqualTo("a flag");
        assertThat(wave.place()).isEqualTo(new Symbol.Place.Output());
        assertThat(wave.waveforms()).containsEntry("", new Waveform.RandomWalk(Duration.ofSeconds(2), 3, 4, 5));
    }

    @Test
    void theDemoHasTwoDozenVariablesWithComments() {
        AdsModel demo = AdsModel.demo();

        assertThat(demo.symbols())
                .hasSizeBetween(15, 25)
                .allSatisfy(symbol -> assertThat(symbol.comment()).isNotEmpty());
    }

    @Test
    void thePaperHasFourteenTypesAndTheirArrays() {
        AdsModel paper = AdsModel.paper();
        Set<String> types = new HashSet<>();
        paper.symbols().forEach(symbol -> types.add(symbol.type().name()));

        assertThat(paper.symbols()).hasSize(28);
        assertThat(types).hasSize(28);
        assertThat(types.stream().filter(type -> type.startsWith("ARRAY [0..2] OF ")))
                .hasSize(14);
        assertThat(paper.symbols().stream().filter(symbol -> symbol.waveforms().isEmpty()))
                .extracting(Symbol::name)
                .containsExactly("MAIN.vString", "MAIN.aString");
    }

    @Test
    void benchmarksGetAsManyDintsAsTheyWant() {
        AdsModel dints = AdsModel.dints(1000);

        assertThat(dints.symbols()).hasSize(1000);
        assertThat(dints.symbols().get(999).name()).isEqualTo("MAIN.v999");
        assertThat(dints.symbols().get(999).initial()).isEqualTo(999);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 |  1 | ``                                                | expected a mapping",
                "1 |  1 | `[1, 2]`                                          | expected a mapping with netId, port, taskCycle",
                "1 |  1 | `tsakCycle: 1ms`                                  | 'tsakCycle' is not a key of a simulator model; it takes netId",
                "1 |  8 | `netId: 1.2.3`                                    | is not six numbers",
                "1 |  7 | `port: 70000`                                     | is not an AMS port",
                "1 | 12 | `taskCycle: 5`                                    | write a number with a unit",
                "1 |  1 | `taskCycle: 5us`                                  | not in 50us..10s",
                "1 | 16 | `symbols: {a.b: DUNT}`                            | expected STRING(n), WSTRING(n)",
                "1 | 16 | `symbols: {a.b: {value: 1}}`                      | 'type' is missing",
                "1 | 23 | `symbols: {a.b: {type: 'ARRAY[1-2] OF INT'}}`     | expected lower..upper",
                "1 | 36 | `symbols: {a.b: {type: SINT, value: 128}}`        | out of the range of SINT",
                "1 | 32 | `symbols: {a.b: {type: INT, at: '%X1'}}`          | expected %MB0, %I* or %Q*",
                "1 | 38 | `symbols: {a.b: {type: INT, writable: maybe}}`    | is not true or false",
                "1 | 38 | `symbols: {a.b: {type: INT, waveform: zigzag}}`   | expected constant, counter",
                "1 | 39 | `symbols: {a.b: {type: INT, waveform: {zig: 1}}}` | expected constant, counter",
                "1 | 45 | `symbols: {a.b: {type: INT, waveform: {sine: {amplitude: 1}}}}`| 'period' is missing",
                "1 | 56 | `symbols: {a.b: {type: INT, waveform: {toggle: {period: 2}}}}` | write a number with a unit",
                "1 | 24 | `symbols: {a.b: INT, c: 1, A.B: INT}`             | expected STRING(n)",
                "1 | 19 | `symbols: {a: INT, A: INT}`                       | symbol A: duplicate entry",
                "1 | 19 | `symbols: {a: INT, a: INT}`                       | symbols.a: key is there twice",
                "1 | 12 | `types: {T: {comment: x}}`                        | expected exactly one of alias, enum, struct",
                "1 | 19 | `types: {E: {enum: REAL, members: {a: 1}}}`       | an enumeration needs one, like INT",
                "1 | 12 | `types: {S: {pack: 3, struct: {a: INT}}}`         | expected 1, 2, 4 or 8",
                "1 | 25 | `symbols: {a: &x INT, b: *x}`                     | aliases are not supported",
                "2 | 1  | `symbols: {a: INT`                                | is not YAML"
            })
    void whatIsWrongIsSaidWithItsPlaceAndWhatWouldBeRight(int line, int column, String yaml, String message) {
        assertThatThrownBy(() -> AdsModel.parse(yaml + "\n")).isInstanceOfSatisfying(ModelException.class, e -> {
            assertThat(e.getMessage()).contains(message);
            assertThat(e.line() + ":" + e.column()).isEqualTo(line + ":" + column);
        });
    }
}
