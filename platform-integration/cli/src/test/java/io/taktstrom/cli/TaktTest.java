package io.taktstrom.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.StopSignal;
import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.cli.terminal.TerminalOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

class TaktTest {

    @TempDir
    Path directory;

    @Test
    void helpAndManualSayWhatTheExitCodesMean() {
        assertThat(Ran.takt("--help").out()).contains("Exit codes:", "Wrong use, an invalid file", "130");
        assertThat(Ran.takt("man").out()).contains("Exit codes:", "A signal ended it");
    }

    @Test
    void outputThatDoesNotFitOnItsDiskIsAFailure() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int oneByte) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        TerminalOutput errors = new TerminalOutput(new PrintStream(err, true, StandardCharsets.UTF_8));
        Terminal terminal = new Terminal(
                InputStream.nullInputStream(), TerminalOutput.toFile(full, 64), errors, false, false, false, false);
        assertThat(Takt.run(new String[] {"plugins"}, new Shell(terminal, new StopSignal())))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("output truncated: No space left on device");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandExplainsItselfWithAnExample(List<String> command) {
        List<String> args = new ArrayList<>(command);
        args.add("--help");
        Ran ran = Ran.takt(args.toArray(String[]::new)).expect(ExitCode.GOOD);
        assertThat(ran.out())
                .startsWith("Usage: takt " + String.join(" ", command))
                .contains("Example");
    }

    /** An example that is broken over two lines cannot be copied. */
    @ParameterizedTest
    @MethodSource("commands")
    void everyExampleFitsOnALine(List<String> command) {
        CommandLine line = Pages.takt();
        for (String name : command) {
            line = Objects.requireNonNull(line.getSubcommands().get(name));
        }
        assertThat(line.getCommandSpec().usageMessage().footer())
                .filteredOn(example -> example.startsWith("  ") && example.contains("takt "))
                .isNotEmpty()
                .allMatch(example -> example.length() < 80);
    }

    static Stream<List<String>> commands() {
        return names(List.of(), Pages.takt());
    }

    private static Stream<List<String>> names(List<String> parents, CommandLine command) {
        return command.getSubcommands().entrySet().stream().flatMap(entry -> {
            List<String> path = new ArrayList<>(parents);
            path.add(entry.getKey());
            return Stream.concat(Stream.of(path), names(path, entry.getValue()));
        });
    }

    @Test
    void withoutACommandThereIsNothingToDo() {
        Ran ran = Ran.takt().expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("Missing required subcommand").contains("takt --help");
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void helpIsACommandToo() {
        assertThat(Ran.takt("help").out()).isEqualTo(Ran.takt("--help").out());
        assertThat(Ran.takt("help", "simulate", "ads").out())
                .isEqualTo(Ran.takt("simulate", "ads", "--help").out());
        Ran wrong = Ran.takt("help", "simulate", "asd").expect(ExitCode.WRONG_USE);
        assertThat(wrong.err()).contains("unknown command 'asd'; did you mean 'ads'?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "run|Missing required parameter: 'FILE'",
                "brwose ads://10.0.0.5/5.1.2.3.1.1|unknown command 'brwose'; did you mean 'browse'?",
                "raed ads://10.0.0.5/5.1.2.3.1.1 MAIN.x|did you mean 'read'?",
                "route lst 10.0.0.5|unknown command 'lst'; did you mean 'list'?",
                "run plant.yaml --secnds 3|unknown option '--secnds'; did you mean '--seconds'?",
                "run plant.yaml --secnds 3|Try 'takt run --help'",
                "simulate|Missing required subcommand",
                "run plant.yaml --metrics 9465|'9465' is not HOST:PORT; write for example 127.0.0.1:9465",
                "read 10.0.0.5 MAIN.x|ads://HOST[:48898]/amsNetId:amsPort",
                "read ads://10.0.0.5/5.1.2 MAIN.x|amsNetId",
                "read asd://10.0.0.5/5.1.2.3.1.1 MAIN.x|did you mean 'ads'?",
                "read ads://10.0.0.5/5.1.2.3.1.1?requestTimout=2s MAIN.x|did you mean 'requestTimeout'?",
                "write ads://127.0.0.1:1/5.1.2.3.1.1 MAIN.x=1|use --yes",
                "write ads://127.0.0.1:1/5.1.2.3.1.1 MAIN.x|'MAIN.x' is not ADDRESS=VALUE; write for example MAIN.x=1",
                "demo --seconds 0|0 must be more than 0",
                "demo --seconds NaN|NaN must be more than 0",
                "watch ads://h/1.1.1.1.1.1 a --cycle 10|write a number with a unit",
                "run plant.yaml extra|unexpected argument 'extra'; leave it out",
                "completion fish|unexpected argument 'fish'",
                "run x --log-format xml|expected one of [TEXT, JSON] (case-insensitive) but was 'xml'",
                "run plant.yaml --seconds soon|'soon' is not a number",
                "simulate ads --seed 1.5|'1.5' is not a whole number",
                "simulate ads --bind 127.0.0.1:99999|port 99999 is more than 65535",
                "run plant.yaml --metrics 0.0.0.0:9464|use --insecure-bind",
                "run plant.yaml --log-level lound|unknown level 'lound'",
                "run plant.yaml --record-max much|'much'",
                "run plant.yaml --jprofiler-save run.jps|--jprofiler-save needs --jprofiler",
                "run plant.yaml --ui=70000|a port is a number from 0 to 65535",
                "run plant.yaml --ui=many|unexpected argument 'many'",
                "doctor asd://127.0.0.1|did you mean 'ads'?",
                "profile run.jfr --flame x.png|must end in .html",
                "history opc.tcp://127.0.0.1 i=85 --from yesterday|invalid time 'yesterday'",
                "health foo|takt: ADDRESS: not the address"
            })
    void wrongUseIsReportedWithWhatToWrite(String typed, String answer) {
        Ran ran = Ran.takt(typed.split(" ", -1)).expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains(answer);
    }

    @Test
    void aFingerprintIsNotGuessedFromAFewDigits() {
        for (String few : List.of("5", "3f9a17c", "press1press1")) {
            for (String command : List.of("accept", "reject", "show")) {
                Ran ran = Ran.takt("trust", command, "--pki", directory.toString(), few)
                        .expect(ExitCode.WRONG_USE);
                assertThat(ran.err()).contains("at least 8 of its digits");
            }
        }
        Ran.takt("trust", "accept", "--pki", directory.toString(), "3F:9A:17:C2")
                .expect(ExitCode.FAILED);
    }

    @Test
    void aFileThatIsNotThereIsWrongUse() {
        for (String command : List.of("run", "validate", "explain", "find")) {
            Ran ran = Ran.takt(command, directory.resolve("no.yaml").toString()).expect(ExitCode.WRONG_USE);
            assertThat(ran.err()).contains("no.yaml").hasLineCount(1);
        }
    }

    @Test
    void aDeploymentOfKafkaConnectIsValidatedAndNotRun() {
        String file = "../../docs/examples/kafka-connect/presses.yaml";
        Ran.takt("validate", file).expect(ExitCode.GOOD);
        Ran ran = Ran.takt("run", file, "--seconds", "1");
        assertThat(ran.code()).isNotEqualTo(ExitCode.GOOD);
        assertThat(ran.err()).contains("type connect works in Kafka Connect only");
    }

    @Test
    void theSchemaIsJsonAndKnowsTheConnector() {
        Ran ran = Ran.takt("schema").expect(ExitCode.GOOD);
        assertThat(new tools.jackson.databind.json.JsonMapper()
                        .readTree(ran.out())
                        .get("properties")
                        .has("connections"))
                .isTrue();
        assertThat(ran.out()).contains("amsNetId");
    }

    @Test
    void theManualHasEveryCommandAndNoMacroByMistake() {
        Ran ran = Ran.takt("man").expect(ExitCode.GOOD);
        assertThat(ran.out().lines().filter(line -> line.startsWith(".") || line.startsWith("'")))
                .allMatch(line -> line.matches("\\.(nf|fi|(TH|SH|SS) \".*\")"))
                .contains(".SS \"takt run\"", ".SS \"takt simulate ads\"");
        assertThat(ran.out()).contains("\\-\\-seconds").doesNotContain("--");
    }

    @Test
    void versionIsShown() {
        assertThat(Ran.takt("--version").out()).startsWith("takt ");
    }
}
