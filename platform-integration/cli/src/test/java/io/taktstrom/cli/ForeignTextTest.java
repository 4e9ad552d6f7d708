package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.taktstrom.cli.log.Logging;
import io.taktstrom.cli.terminal.PrintableText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static io.taktstrom.cli.HostileProvider.EVIL;
import static io.taktstrom.cli.HostileProvider.LIE;
import static org.assertj.core.api.Assertions.assertThat;

/** Whatever says something evil, and whichever command shows it: the terminal gets text, on lines that are ours. */
class ForeignTextTest {

    private static final String URI = "hostile://plc";
    private static final String[] ADDRESSES = {"a", "b", "c", "d", "e"};

    @TempDir
    private static Path directory;

    /** What shows evil text, by name. Each prints it, escaped. */
    static Stream<String> sources() {
        return all().keySet().stream();
    }

    private static Map<String, Function<Path, Ran>> all() {
        Map<String, Function<Path, Ran>> all = new TreeMap<>();
        all.put("a notice and the values of read", folder -> takt("read", URI, ADDRESSES));
        all.put("values as JSON", folder -> takt("read", URI, and("--json")));
        all.put("the address that the user wrote", folder -> Ran.takt("read", URI, EVIL));
        all.put("browse", folder -> Ran.takt("browse", URI));
        all.put("browse as JSON", folder -> Ran.takt("browse", URI, "--json"));
        all.put("browse as points", folder -> Ran.takt("browse", URI, "--points"));
        all.put("watch as a table", folder -> live("watch", URI, and("--seconds", "0.5")));
        all.put("watch as lines", folder -> takt("watch", URI, and("--seconds", "0.5")));
        all.put("watch as JSON", folder -> takt("watch", URI, and("--seconds", "0.5", "--json")));
        all.put("what doctor hears of a device", folder -> Ran.takt("doctor", URI));
        all.put("an exception of a connector", folder -> Ran.takt("read", URI + "?fail=connect", "a"));
        all.put("where an exception comes from", folder -> Ran.takt("-v", "read", URI + "?fail=connect", "a"));
        all.put("an unexpected exception", folder -> Ran.takt("-v", "read", URI + "?fail=unchecked", "a"));
        all.put("an exception that a doctor meets", folder -> Ran.takt("doctor", URI + "?fail=connect"));
        all.put("a question before writing", folder -> Ran.taktAnswering("n\n", "write", URI, "a" + "=" + EVIL));
        all.put("what was written", folder -> Ran.takt("write", URI, "a=" + EVIL, "--yes"));
        all.put("a value that does not fit", folder -> Ran.takt("write", URI, "a=1", "b=" + EVIL, "--yes"));
        all.put("a URI", folder -> Ran.takt("read", "hostile://" + EVIL, "a"));
        all.put("an option of a URI", folder -> Ran.takt("read", URI + "?rack=%0A" + LIE + "%C2%9B", "a"));
        all.put("an unknown command", folder -> Ran.takt(EVIL));
        all.put("an unknown option", folder -> Ran.takt("schema", "--" + EVIL));
        all.put("an option's value", folder -> Ran.takt("run", "x", "--seconds", EVIL));
        all.put(
                "an argument file",
                folder -> Ran.takt("@" + write(folder, "arguments", "schema\n\"--\u009b" + LIE + "\"\n")));
        all.put("the name of a file", folder -> Ran.takt("validate", "no\u009b\n" + LIE));
        all.put("the name of a source", folder -> Ran.takt("import", "s7", "no\u009b\n" + LIE + ".db"));
        all.put(
                "the content of a source",
                folder -> Ran.takt(
                        "import",
                        "s7",
                        "--db",
                        "x=5",
                        write(
                                folder,
                                "a.db",
                                "DATA_BLOCK \"x\"\nSTRUCT\n  a : \"T\u009b" + LIE
                                        + "\";\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n")));
        all.put(
                "a key of a deployment",
                folder -> Ran.takt("validate", write(folder, "a.yaml", "\"\\u009b\\n" + LIE + "\": 1")));
        all.put(
                "an unknown type",
                folder ->
                        Ran.takt("validate", write(folder, "a.yaml", "sinks: {a: {type: \"\\u009b\\n" + LIE + "\"}}")));
        all.put("a node set", folder -> Ran.takt("import", "opcua", nodeSet(folder)));
        all.put("explain", folder -> Ran.takt("explain", deployment(folder)));
        all.put("a dry run", folder -> Ran.takt("run", "--dry", deployment(folder)));
        all.put("a run", folder -> Ran.takt("run", deployment(folder), "--seconds", "0.5"));
        all.put("find", folder -> Ran.takt("find", deployment(folder), "x=*"));
        all.put("what find does not find", folder -> Ran.takt("find", deployment(folder), EVIL));
        all.put("a log line", folder -> logged(false));
        all.put("a verbose log line", folder -> logged(true));
        return all;
    }

    @ParameterizedTest
    @MethodSource("sources")
    void nothingReachesTheTerminalButTextOnLinesOfOurs(String source) {
        Ran ran = Objects.requireNonNull(all().get(source)).apply(directory);
        String shown = ran.out() + ran.err();
        assertThat(shown).as("something evil was shown").contains("\\u009b");
        PrintableText.assertPrintable(withoutControlsOfOurs(shown));
        assertThat(shown.lines()).noneMatch(line -> line.strip().startsWith(LIE));
    }

    @Test
    void jsonKeepsItsValues() {
        Ran ran = takt("read", URI, and("--json"));
        List<JsonNode> samples =
                ran.lines().stream().map(new JsonMapper()::readTree).toList();
        String evil = EVIL.replace("\u0000", "");
        assertThat(samples.get(0).get("value").stringValue()).isEqualTo(evil);
        assertThat(samples.get(1).get("value").stringValue()).isEqualTo("m" + EVIL);
        assertThat(samples.get(2).get("value").get("f" + EVIL).stringValue()).isEqualTo(evil);
        assertThat(new JsonMapper()
                        .readTree(Ran.takt("browse", URI, "--json").lines().get(0))
                        .get("comment")
                        .stringValue())
                .isEqualTo(EVIL);
    }

    private static String[] and(String... more) {
        return Stream.concat(Arrays.stream(ADDRESSES), Arrays.stream(more)).toArray(String[]::new);
    }

    private static Ran takt(String command, String uri, String... more) {
        return Ran.takt(arguments(command, uri, more));
    }

    private static Ran live(String command, String uri, String... more) {
        return Ran.taktOnTerminal(arguments(command, uri, more));
    }

    private static String[] arguments(String command, String uri, String... more) {
        return Stream.concat(Stream.of(command, uri), Arrays.stream(more)).toArray(String[]::new);
    }

    private static String write(Path folder, String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text).toString();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String deployment(Path folder) {
        String evil = "\"\\u009b[31m\\n" + LIE + "\\u202e\"";
        return write(folder, "plant.yaml", """
                connections:
                  plc: {type: hostile, host: plc}
                scanClasses:
                  default: {mode: poll, every: 20ms}
                points:
                  - {id: "p\\u009bq", on: plc, address: "x\\u009b", unit: %s, labels: {x: %s}}
                  - {browse: plc, match: %s}
                streams:
                  - {from: "**", to: [c]}
                sinks:
                  c: {type: console}
                """.formatted(evil, evil, evil));
    }

    private static String nodeSet(Path folder) {
        return write(folder, "a.xml", """
                <UANodeSet xmlns="http://opcfoundation.org/UA/2011/03/UANodeSet.xsd">
                  <NamespaceUris><Uri>urn:\u009b:%s</Uri></NamespaceUris>
                  <UAVariable NodeId="ns=1;s=a\u009b%s" BrowseName="1:a\u009b\u202e%s" DataType="Double">
                    <DisplayName>\u009b</DisplayName>
                    <Description>\u009b%s</Description>
                    <References><Reference ReferenceType="i=35" IsForward="false">i=85</Reference></References>
                  </UAVariable>
                </UANodeSet>
                """.formatted(LIE, LIE, LIE, LIE));
    }

    private static Ran logged(boolean verbose) {
        Logging.LineEncoder lines = new Logging.LineEncoder(verbose);
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        LoggingEvent event = new LoggingEvent(
                "x",
                context.getLogger("some.Library"),
                Level.WARN,
                "the device said {}",
                new IllegalStateException(EVIL, new IOException(EVIL)),
                new Object[] {EVIL});
        return new Ran(0, "", new String(lines.encode(event), StandardCharsets.UTF_8));
    }

    /** Of those that a table on a terminal needs. */
    private static String withoutControlsOfOurs(String shown) {
        return shown.replaceAll("(?m)^\t+(?=at )|\u001b\\[\\d+A\r|\u001b\\[[KJ]|\r\u001b\\[K|\u001b\\[\\d*m", "");
    }
}
