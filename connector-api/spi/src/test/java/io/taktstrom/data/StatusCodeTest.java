package io.taktstrom.data;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StatusCodeTest {

    /** OPC Foundation, UA-Nodeset, Schema/StatusCode.csv, as of OPC UA 1.05: names without underscore, values. */
    private static final String STATUS_CODE_CSV = """
            Good,0x00000000
            GoodOverload,0x002F0000
            GoodLocalOverride,0x00960000
            Uncertain,0x40000000
            UncertainLastUsableValue,0x40900000
            Bad,0x80000000
            BadInternalError,0x80020000
            BadOutOfMemory,0x80030000
            BadResourceUnavailable,0x80040000
            BadCommunicationError,0x80050000
            BadEncodingError,0x80060000
            BadDecodingError,0x80070000
            BadEncodingLimitsExceeded,0x80080000
            BadTimeout,0x800A0000
            BadServiceUnsupported,0x800B0000
            BadTooManyOperations,0x80100000
            BadUserAccessDenied,0x801F0000
            BadNoCommunication,0x80310000
            BadWaitingForInitialData,0x80320000
            BadNodeIdInvalid,0x80330000
            BadNodeIdUnknown,0x80340000
            BadIndexRangeInvalid,0x80360000
            BadNotReadable,0x803A0000
            BadNotWritable,0x803B0000
            BadOutOfRange,0x803C0000
            BadNotSupported,0x803D0000
            BadTypeMismatch,0x80740000
            BadConfigurationError,0x80890000
            BadNotConnected,0x808A0000
            BadDeviceFailure,0x808B0000
            BadOutOfService,0x808D0000
            BadInvalidArgument,0x80AB0000
            BadConnectionClosed,0x80AE0000
            BadInvalidState,0x80AF0000
            """;

    private static Map<String, Integer> published() {
        return STATUS_CODE_CSV
                .lines()
                .map(line -> line.split(","))
                .collect(Collectors.toMap(
                        row -> row[0], row -> (int) (long) Long.decode(row[1]), (a, b) -> a, TreeMap::new));
    }

    private static List<Field> constants() {
        return Arrays.stream(StatusCode.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()))
                .toList();
    }

    @Test
    void constantsHaveThePublishedNamesAndValues() throws IllegalAccessException {
        Map<String, Integer> ours = new TreeMap<>();
        for (Field field : constants()) {
            ours.put(camelCase(field.getName()), field.getInt(null));
        }
        assertThat(ours).isEqualTo(published());
    }

    @Test
    void everyConstantIsCalledByItsPublishedName() {
        published()
                .forEach((name, value) ->
                        assertThat(StatusCode.name(value).replace("_", "")).isEqualTo(name));
        assertThat(StatusCode.name(StatusCode.BAD_NOT_WRITABLE)).isEqualTo("Bad_NotWritable");
        assertThat(StatusCode.name(StatusCode.withOverflow(StatusCode.GOOD))).isEqualTo("Good+Overflow");
        assertThat(StatusCode.name(0x80C7_0000)).isEqualTo("0x80C70000");
        assertThat(StatusCode.name(StatusCode.withOverflow(0x80C7_0000))).isEqualTo("0x80C70000+Overflow");
    }

    /** Rows of the same file that no constant of ours has: of each severity, from both ends, and a name with underscores. */
    @Test
    void codesThatWeHaveNoConstantForHaveTheirNamesToo() {
        assertThat(StatusCode.name(0x8047_0000)).isEqualTo("Bad_EventFilterInvalid");
        assertThat(StatusCode.name(0x8035_0000)).isEqualTo("Bad_AttributeIdInvalid");
        assertThat(StatusCode.name(0x8001_0000)).isEqualTo("Bad_UnexpectedError");
        assertThat(StatusCode.name(0x8120_0000)).isEqualTo("Bad_TicketInvalid");
        assertThat(StatusCode.name(0x4092_0000)).isEqualTo("Uncertain_InitialValue");
        assertThat(StatusCode.name(0x420F_0000)).isEqualTo("Uncertain_ConfigurationError");
        assertThat(StatusCode.name(0x00A6_0000)).isEqualTo("Good_MoreData");
        assertThat(StatusCode.name(0x0116_0000)).isEqualTo("Good_Edited_DependentValueChanged");
        assertThat(StatusCode.name(0x0030_0480)).isEqualTo("Good_Clamped+Overflow");
    }

    @Test
    void aCodeIsReadByItsNameOrNumber() {
        assertThat(StatusCode.parse("Bad_NodeIdUnknown")).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
        assertThat(StatusCode.parse("badnodeidunknown")).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
        assertThat(StatusCode.parse("Good")).isEqualTo(StatusCode.GOOD);
        assertThat(StatusCode.parse("UncertainInitialValue")).isEqualTo(0x4092_0000);
        assertThat(StatusCode.parse("0x80340000")).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
        assertThatThrownBy(() -> StatusCode.parse("Bad_Luck"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'Bad_Luck' is not a status code");
    }

    private static String camelCase(String constant) {
        return Arrays.stream(constant.split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    @Test
    void severityIsTheTopTwoBits() {
        published().forEach((name, value) -> {
            assertThat(StatusCode.isGood(value)).as(name).isEqualTo(name.startsWith("Good"));
            assertThat(StatusCode.isUncertain(value)).as(name).isEqualTo(name.startsWith("Uncertain"));
            assertThat(StatusCode.isBad(value)).as(name).isEqualTo(name.startsWith("Bad"));
        });
        assertThat(StatusCode.isBad(0xC000_0000)).as("the reserved severity").isTrue();
    }

    /** OPC 10000-4, 7.39: InfoType DataValue is bit 10, Overflow bit 7; without the InfoType bit 7 means nothing. */
    @Test
    void overflowLeavesCodeAndSeverity() {
        for (int value : published().values()) {
            int marked = StatusCode.withOverflow(value);
            assertThat(marked ^ value).isEqualTo(0x0480);
            assertThat(StatusCode.hasOverflow(marked)).isTrue();
            assertThat(StatusCode.hasOverflow(value)).isFalse();
            assertThat(StatusCode.isGood(marked)).isEqualTo(StatusCode.isGood(value));
            assertThat(StatusCode.isBad(marked)).isEqualTo(StatusCode.isBad(value));
        }
        assertThat(StatusCode.hasOverflow(0x0080)).isFalse();
        assertThat(StatusCode.hasOverflow(0x0400)).isFalse();
    }
}
