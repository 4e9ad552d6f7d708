package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What the installed launchers do, each on an interpreter of its system: which Java they take, and what they hand to it. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class LauncherContract {

    private static final Path PACKAGING = Path.of("..", "packaging", "bin");

    /** As the stand-in for Java ends. */
    private static final int OF_JAVA = 7;

    private static final int REFUSED = 1;
    private static final String QUICK = "<-XX:TieredStopAtLevel=1>";

    private final String name;
    private @Nullable Path folder;

    record Said(int code, String out, String err) {}

    /** @param name of the launcher */
    LauncherContract(String name) {
        this.name = name;
    }

    /** Where it is installed: in a folder with a name that people give, and that interpreters stumble over. */
    final Path home() {
        return Objects.requireNonNull(folder);
    }

    final Path launcher() {
        return home().resolve("bin").resolve(name);
    }

    @BeforeAll
    final void unpack(@TempDir Path directory) throws Exception {
        folder = Files.createDirectory(directory.resolve("Program Files (x86) & ^new!"));
        Files.createDirectory(home().resolve("bin"));
        Files.createDirectory(home().resolve("lib"));
        Files.copy(PACKAGING.resolve(name), launcher(), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(PACKAGING.resolveSibling("run.jvm"), home().resolve("lib").resolve("run.jvm"));
        install(home().resolve("lib").resolve("takt.jar"));
    }

    /** Puts a file where the launcher finds takt.jar. */
    abstract void install(Path jar) throws Exception;

    /** Lays a stand-in for a Java of this version into a folder: it shows each of its arguments in angle brackets, and ends with 7. */
    abstract void layJava(Path into, String version) throws Exception;

    /** A path as this system writes it. */
    abstract String path(Path path);

    /** What starts the launcher with these arguments. */
    abstract List<String> command(List<String> arguments) throws IOException;

    /** How the launcher names takt.jar. */
    abstract String jar();

    final Said run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile("takt", "out");
        Path err = Files.createTempFile("takt", "err");
        ProcessBuilder builder = new ProcessBuilder(command(List.of(arguments)))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.directory(home().toFile());
        builder.environment()
                .keySet()
                .removeAll(List.of("JAVA_HOME", "TAKT_JAVA_OPTS", "TAKT_CLASS_ARCHIVE", "JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Said(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }

    private Said run(String version, Map<String, String> environment, String... arguments) throws Exception {
        Path java = home().resolve("java " + version);
        if (!Files.exists(java)) {
            layJava(java, version);
        }
        Map<String, String> all = new HashMap<>(environment);
        all.put("TAKT_FAKE_VERSION", version);
        all.put("TAKT_CLASS_ARCHIVE", "none");
        all.putIfAbsent("JAVA_HOME", path(java));
        return run(all, arguments);
    }

    private String handed(String... arguments) {
        return "<-Djdk.serialFilter=!*><-jar><" + jar() + "><" + String.join("><", arguments) + ">";
    }

    static List<LauncherCase> versions() {
        return LauncherCase.VERSIONS;
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aJavaIsTakenFromVersion17On(LauncherCase of) throws Exception {
        Said said = run(of.version(), Map.of(), "--version");

        if (of.isNewEnough()) {
            assertThat(said.out()).isEqualTo(QUICK + "<-XX:+UseSerialGC>" + handed("--version"));
            assertThat(said.err()).isEmpty();
            assertThat(said.code()).isEqualTo(OF_JAVA);
        } else {
            assertThat(said.code()).isEqualTo(REFUSED);
            assertThat(said.err()).contains("Java 17 or newer").contains("JAVA_HOME");
            assertThat(said.out()).isEmpty();
        }
    }

    /** But for percent signs: Wine looks for variables in what {@code %*} was replaced by, which Windows does not. */
    @Test
    void everyArgumentArrivesAsItWasGiven() throws Exception {
        String[] given = {
            "read",
            "opc.tcp://host:4840/a?b=1&c=2",
            "a b",
            "*",
            "MAIN.axis*.**",
            "!",
            "!PATH!",
            "x&y",
            "x|y",
            "<",
            ">",
            "^",
            "(z)",
            "a=b",
            "a;b,c",
            "'",
            "",
            "$HOME",
            "`id`",
            "last"
        };
        Said said = run("17.0.15", Map.of(), given);
        assertThat(said.err()).isEmpty();
        assertThat(said.out()).endsWith(handed(given));
    }

    @Test
    void theOptionsOfTheUserAreMoreOptionsForJava() throws Exception {
        Said said = run("21.0.2", Map.of("TAKT_JAVA_OPTS", "-Xmx1g -XX:+UseZGC"), "doctor");
        assertThat(said.out()).isEqualTo(QUICK + "<-Xmx1g><-XX:+UseZGC>" + handed("doctor"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "record", "gather"})
    void aServiceHasOptionsThatSaveMemory(String command) throws Exception {
        String options = "<@" + jar().replace("takt.jar", "run.jvm") + ">";
        assertThat(run("17", Map.of(), command, "file").out())
                .isEqualTo(options + "<-XX:+UseSerialGC>" + handed(command, "file"));
        assertThat(run("17", Map.of("TAKT_JAVA_OPTS", "-XX:+UseZGC"), command, "file")
                        .out())
                .isEqualTo(options + "<-XX:+UseZGC>" + handed(command, "file"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "simulate", "replay", "watch"})
    void whatRunsForLongHasTheOptimisingCompiler(String command) throws Exception {
        assertThat(run("17", Map.of(), command, "file").out()).isEqualTo(handed(command, "file"));
    }

    @Test
    void aHomeWithoutAJavaIsNamed() throws Exception {
        String nowhere = path(home().resolve("no where"));
        Said said = run("17", Map.of("JAVA_HOME", nowhere), "doctor");
        assertThat(said.code()).isEqualTo(REFUSED);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).contains(nowhere).contains("there is no Java 17 or newer there; name one, or unset it");
    }
}
