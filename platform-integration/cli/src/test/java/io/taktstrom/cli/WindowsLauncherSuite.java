package io.taktstrom.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * takt.cmd on the interpreter of commands that Wine has, with a program that a cross compiler makes in the place of Java. Wine is large,
 * so its name keeps it out of the ordinary build: {@code ./takt test dist} runs it.
 */
class WindowsLauncherSuite extends LauncherContract {

    private static final Path TARGET = Path.of("target").toAbsolutePath();
    /** What Wine takes for a disk, kept for the next time. */
    private static final Map<String, String> WINE =
            Map.of("WINEPREFIX", TARGET.resolve("wine").toString(), "WINEDEBUG", "-all");

    private final Path program = TARGET.resolve("java.exe");
    private int scripts;

    WindowsLauncherSuite() {
        super("takt.cmd");
    }

    private static String tool(String variable) {
        return Objects.requireNonNull(System.getenv(variable), variable + " is not set: ./takt test dist sets it");
    }

    private static void call(String... command) throws IOException, InterruptedException {
        Path log = Files.createTempFile("takt", "tool");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(WINE);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            String said = Files.readString(log, StandardCharsets.ISO_8859_1);
            assertThat(process.exitValue()).as(said).isZero();
        } finally {
            process.destroyForcibly();
            Files.delete(log);
        }
    }

    @Override
    void install(Path jar) throws Exception {
        call(
                tool("TAKT_MINGW"),
                "-O",
                "-o",
                program.toString(),
                Path.of("src", "test", "interop", "java.c").toString());
        call(tool("TAKT_WINE"), "wineboot", "--init");
        Files.createFile(jar);
    }

    /** Of this disk alone. */
    @AfterAll
    static void endWine() throws Exception {
        call(tool("TAKT_WINE"), "wineboot", "--end-session", "--shutdown", "--kill");
    }

    @Override
    void layJava(Path into, String version) throws Exception {
        Files.copy(program, Files.createDirectories(into.resolve("bin")).resolve("java.exe"));
    }

    @Override
    String path(Path path) {
        return "Z:" + path.toString().replace('/', '\\');
    }

    @Override
    String jar() {
        return path(home()) + "\\bin\\..\\lib\\takt.jar";
    }

    /** As users write it into a script, which is the only way to have an argument as it is. */
    @Override
    List<String> command(List<String> arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(path(launcher())));
        words.addAll(arguments);
        String line =
                words.stream().map(word -> '"' + word.replace("%", "%%") + '"').collect(Collectors.joining(" "));
        Path script = TARGET.resolve("case" + scripts++ + ".bat");
        Files.writeString(script, "@echo off\r\n" + line + "\r\n");
        List<String> command = new ArrayList<>(List.of("env"));
        WINE.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(List.of(tool("TAKT_WINE"), "cmd", "/c", path(script)));
        return command;
    }

    @Test
    void whereThereIsNoJavaItSaysSo() throws Exception {
        Said said = run(Map.of(), "doctor");
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).contains("Java 17 or newer is needed and not found: install one, or set JAVA_HOME");
    }

    @Test
    void aHomeMayBeInQuotesAndEndWithABackslash() throws Exception {
        Path java = home().resolve("java in quotes");
        layJava(java, "17");
        for (String written : List.of('"' + path(java) + '"', path(java) + '\\')) {
            Said said = run(Map.of("JAVA_HOME", written, "TAKT_FAKE_VERSION", "17"), "doctor");
            assertThat(said.err()).isEmpty();
            assertThat(said.out()).endsWith("<doctor>");
        }
    }

    @Test
    void halfAnArchiveIsNamed() throws Exception {
        Path jar = home().resolve("lib").resolve("takt.jar");
        Path aside = home().resolve("aside");
        Files.move(jar, aside);
        try {
            Said said = run(Map.of(), "doctor");
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err()).contains("takt.jar\" is missing: unpack the whole archive again");
        } finally {
            Files.move(aside, jar);
        }
    }
}
