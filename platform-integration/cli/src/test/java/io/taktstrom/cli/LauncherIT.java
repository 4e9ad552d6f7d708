package io.taktstrom.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What begins takt where it was installed on Linux: which Java it takes, and what it makes of an archive of classes. */
@TestInstance(Lifecycle.PER_CLASS)
class LauncherIT {

    private static final Path PACKAGING = Path.of("..", "..", "packaging");
    private static final String JAVA = System.getProperty("java.home");

    /** How Java's log of loaded classes calls what came out of our archive. */
    private static final String ARCHIVED = "source: shared objects file (top)";

    private Path home = Path.of("");
    private Path launcher = home;
    private Path jar = home;
    private Path archive = home;

    private record Said(int code, String out, String err) {}

    @BeforeAll
    void unpack(@TempDir Path folder) throws Exception {
        home = folder;
        launcher = home.resolve("bin/takt");
        jar = home.resolve("lib/takt.jar");
        archive = home.resolve("takt.jsa");
        Files.createDirectories(launcher.getParent());
        Files.createDirectories(jar.getParent());
        Files.copy(PACKAGING.resolve("bin/takt"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(Path.of("target", "takt.jar"), jar, StandardCopyOption.COPY_ATTRIBUTES);
        Said made = run(
                Map.of(
                        "JAVA_HOME",
                        JAVA,
                        "TAKT_JAVA_OPTS",
                        "-XX:ArchiveClassesAtExit=" + archive + " -Xlog:cds=off -Xlog:cds+dynamic=off"),
                "--version");
        assertThat(made.code()).as(made.err()).isEqualTo(ExitCode.GOOD);
        assertThat(archive).isNotEmptyFile();
    }

    private Said run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(home, "out", "");
        Path err = Files.createTempFile(home, "err", "");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeAll(List.of("TAKT_JAVA_OPTS", "TAKT_CLASS_ARCHIVE", "JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Said(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }

    private Said withArchive(Path of, String options) throws IOException, InterruptedException {
        return run(
                Map.of("JAVA_HOME", JAVA, "TAKT_CLASS_ARCHIVE", of.toString(), "TAKT_JAVA_OPTS", options), "--version");
    }

    @Test
    void anArchiveOfClassesThatFitsIsUsed() throws Exception {
        assertThat(withArchive(archive, "-Xlog:class+load").out()).contains(ARCHIVED);
    }

    /** What may have become of an archive between two starts. */
    enum Archive {
        MISSING,
        EMPTY,
        GARBAGE,
        OF_ANOTHER_JAVA,
        OLDER_THAN_THE_JAR,
        OTHERS_MAY_WRITE_IT
    }

    @ParameterizedTest
    @EnumSource(Archive.class)
    void anArchiveThatIsNotToBeUsedIsPassedOverInSilence(Archive as) throws Exception {
        Path bad = home.resolve(as + ".jsa");
        byte[] bytes = Files.readAllBytes(archive);
        switch (as) {
            case MISSING -> assertThat(bad).doesNotExist();
            case GARBAGE -> Files.write(bad, new byte[100_000]);
            case EMPTY -> Files.createFile(bad);
            case OF_ANOTHER_JAVA -> Files.write(bad, ofAnotherJava(bytes));
            case OLDER_THAN_THE_JAR -> {
                Files.write(bad, bytes);
                Instant before = Files.getLastModifiedTime(jar).toInstant().minusSeconds(60);
                Files.setLastModifiedTime(bad, FileTime.from(before));
            }
            case OTHERS_MAY_WRITE_IT -> {
                Files.write(bad, bytes);
                Files.setPosixFilePermissions(bad, PosixFilePermissions.fromString("rw-rw-rw-"));
            }
        }

        Path loaded = home.resolve(as + ".log");
        Said said = withArchive(bad, "-Xlog:class+load:file=" + loaded);
        assertThat(said.code()).isEqualTo(ExitCode.GOOD);
        assertThat(said.out()).matches("takt \\d+\\.\\d+.*\\R");
        assertThat(said.err()).isEmpty();
        assertThat(Files.readString(loaded)).contains("source: ").doesNotContain(ARCHIVED);
    }

    /** The archive begins with the name and the version of the virtual machine that made it. */
    private static byte[] ofAnotherJava(byte[] archive) {
        String text = new String(archive, 0, 10_000, StandardCharsets.ISO_8859_1);
        int name = text.indexOf(System.getProperty("java.vm.name"));
        assertThat(name).isPositive();
        archive[name] = 'X';
        return archive;
    }

    /** What runs for long has another collector than what made the archive. */
    @Test
    void theArchiveFitsARunToo() throws Exception {
        Path loaded = home.resolve("run.log");
        Said said = run(
                Map.of(
                        "JAVA_HOME",
                        JAVA,
                        "TAKT_CLASS_ARCHIVE",
                        archive.toString(),
                        "TAKT_JAVA_OPTS",
                        "-XX:+UseG1GC -Xlog:class+load:file=" + loaded),
                "run",
                "--help");
        assertThat(said.code()).isEqualTo(ExitCode.GOOD);
        assertThat(Files.readString(loaded)).contains(ARCHIVED);
    }

    static List<LauncherCase> versions() {
        return LauncherCase.VERSIONS;
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aJavaIsTakenFromVersion17On(LauncherCase of) throws Exception {
        Path java = home.resolve("java-" + of.version());
        Path program = Files.createDirectories(java.resolve("bin")).resolve("java");
        Files.writeString(java.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + of.version() + "\"\n");
        Files.writeString(program, "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 7\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));

        Said said = run(Map.of("JAVA_HOME", java.toString(), "TAKT_JAVA_OPTS", "-Xmx1g -ea"), "a b", "*", "!");

        if (of.isNewEnough()) {
            assertThat(said.code()).isEqualTo(7);
            assertThat(said.out())
                    .isEqualTo("<-XX:TieredStopAtLevel=1><-XX:+UseSerialGC><-Xmx1g><-ea><-Djdk.serialFilter=!*><-jar><"
                            + jar + "><a b><*><!>");
        } else {
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err()).contains("JAVA_HOME is ", "there is no Java 17 or newer there");
        }
    }
}
