package io.taktstrom.cli;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.data.DropReason;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.Reason;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.stream.source.ConnectionState;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of errors has an entry for each constant that the product prints, with meaning, cause and remedy, and no other. Codes of
 * devices, whose texts the code has, are written by {@code -Dtakt.docs=write}.
 */
class TroubleshootingTest {

    private static final Path DOCS = Path.of("../../docs");
    private static final Path PAGE = DOCS.resolve("reference/troubleshooting.md");
    private static final String MARKER = "<!-- From here on TroubleshootingTest writes. -->\n";
    private static final Pattern KEY = Pattern.compile("`([^`]+)`");
    private static final Pattern CELLS = Pattern.compile(" *(?<!\\\\)\\| *");

    @Test
    void eachConstantThatIsPrintedHasAnEntryAndEachEntryAConstant() throws Exception {
        Map<String, List<String>> expected = new LinkedHashMap<>();
        expected.put("Status", names(Condition.values()));
        expected.put(
                "Health reasons",
                Arrays.stream(Reason.Code.values()).map(Reason.Code::text).toList());
        expected.put("Alarms", alarmRules());
        expected.put("Alerts of Prometheus", alerts());
        expected.put(
                "Drop reasons",
                Arrays.stream(DropReason.values()).map(DropReason::text).toList());
        expected.put("Connection states", lowerCase(names(ConnectionState.values())));
        expected.put("Verdicts on server certificates", lowerCase(names(TrustStore.Verdict.values())));
        expected.put("Exit codes", texts(constants(ExitCode.class)));
        expected.put(
                "Outcomes of commands",
                Arrays.stream(CommandOutcome.values()).map(CommandOutcome::text).toList());
        Map<String, List<String>> documented = keys();
        List<String> statuses = documented.remove("Status of a sample");
        assertThat(documented.keySet()).isEqualTo(expected.keySet());
        expected.forEach((section, keys) ->
                assertThat(documented.get(section)).as(section).containsExactlyInAnyOrderElementsOf(keys));
        // Servers of OPC UA give others of the standard's statuses than those that we name.
        assertThat(statuses)
                .containsAll(constants(StatusCode.class).stream()
                        .map(StatusCode::name)
                        .toList())
                .doesNotHaveDuplicates()
                .allSatisfy(status ->
                        assertThat(StatusCode.name(StatusCode.parse(status))).isEqualTo(status));
    }

    @Test
    void eachEntryHasMeaningCauseAndRemedy() throws IOException {
        for (String line : written()) {
            if (line.startsWith("| `")) {
                String[] cells = CELLS.split(line, -1);
                assertThat(cells).as(line).hasSize(6);
                assertThat(cells[2]).as(line).isNotBlank();
                assertThat(cells[4]).as(line).isNotBlank();
                assertThat(cells[3].isBlank() && !cells[4].equals("Nothing."))
                        .as("a cause in " + line)
                        .isFalse();
            }
        }
    }

    @Test
    void codesOfDevicesStandThereAsTheMessagesHaveThem() throws Exception {
        String page = Files.readString(PAGE);
        assertThat(page).contains(MARKER);
        String wanted = page.substring(0, page.indexOf(MARKER) + MARKER.length()) + ads() + s7();
        if ("write".equals(System.getProperty("takt.docs"))) {
            Files.writeString(PAGE, wanted);
        }
        assertThat(Files.readString(PAGE))
                .as(PAGE + " is not up to date: run this test with -Dtakt.docs=write")
                .isEqualTo(wanted);
    }

    /** The part that is written by hand. */
    private static List<String> written() throws IOException {
        return Files.readString(PAGE).split(Pattern.quote(MARKER), 2)[0].lines().toList();
    }

    /** The keys of each section with a table, in the order of the page. */
    private static Map<String, List<String>> keys() throws IOException {
        Map<String, List<String>> keys = new LinkedHashMap<>();
        String section = "";
        for (String line : written()) {
            if (line.startsWith("## ")) {
                section = line.substring(3);
            } else if (line.startsWith("| `")) {
                String cell = CELLS.split(line, -1)[1];
                keys.computeIfAbsent(section, name -> new ArrayList<>())
                        .addAll(KEY.matcher(cell)
                                .results()
                                .map(key -> key.group(1))
                                .toList());
            }
        }
        return keys;
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }

    private static List<String> lowerCase(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }

    private static List<String> texts(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).toList();
    }

    /** Public numbers of a class of constants, in their order. */
    private static List<Integer> constants(Class<?> type) throws IllegalAccessException {
        List<Integer> constants = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers()) && field.getType() == int.class) {
                constants.add(field.getInt(null));
            }
        }
        return constants;
    }

    /** What {@code when} of an alarm may be; ShippedFilesTest holds the schema to the code. */
    private static List<String> alarmRules() {
        JsonNode schema = JsonMapper.shared()
                .readTree(DOCS.resolve("reference/taktstrom-1.schema.json").toFile());
        return schema.at("/properties/alarms/additionalProperties/properties/when/anyOf/0/enum")
                .valueStream()
                .map(JsonNode::stringValue)
                .toList();
    }

    private static List<String> alerts() throws IOException {
        return Pattern.compile("(?m)^ +- alert: (\\w+)$")
                .matcher(Files.readString(DOCS.resolve("monitoring/taktstrom-alerts.yaml")))
                .results()
                .map((MatchResult alert) -> alert.group(1))
                .toList();
    }

    private static String ads() {
        ResourceBundle codes = ResourceBundle.getBundle("io.taktstrom.ads.protocol.return-codes", Locale.ROOT);
        Stream<AdsErrorCode> rows = codes.keySet().stream()
                .map(code -> Integer.parseInt(code, 16))
                .filter(code -> code != AdsErrorCode.NO_ERROR)
                .sorted()
                .map(AdsErrorCode::of);
        return """

                ## ADS return codes

                In messages of ADS connections: `0x710 symbol not found; check the name, or browse`. Another number: Beckhoff's page "ADS Return Codes" (InfoSys).

                | Code | Meaning | Vendor's name | What to do |
                |---|---|---|---|
                """
                + rows.map(row -> "| `" + AdsErrorCode.hex(row.code()) + "` | " + row.text() + " | " + row.name()
                                + " | " + remedy(row) + " |\n")
                        .collect(Collectors.joining());
    }

    private static String remedy(AdsErrorCode row) {
        if (!row.remedy().isEmpty()) {
            return row.remedy();
        }
        return switch (row.reaction()) {
            case RE_RESOLVE -> "nothing: symbols are resolved again";
            case RETRY -> "nothing if it passes: it is tried again";
            case CAPACITY -> "ask for less at once: fewer points, longer cycles";
            case CONFIGURATION -> "check address, route, rights and the program of the PLC";
            case NONE, UNKNOWN -> "see the vendor's page";
        };
    }

    private static String s7() throws IllegalAccessException {
        return """

                ## S7 error codes

                In messages of S7 connections, where a request as a whole was refused. The status of a single variable stands [above](#status-of-a-sample).

                | Code | Meaning, and what to do |
                |---|---|
                """
                + constants(S7ErrorCode.class).stream()
                        .filter(code -> code != S7ErrorCode.NONE)
                        .map(S7ErrorCode::describe)
                        .map(text -> "| `" + text.replaceFirst(" ", "` | ") + " |\n")
                        .collect(Collectors.joining());
    }
}
