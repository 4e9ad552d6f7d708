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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The launcher for Linux: what each launcher does, and what it makes of an archive of classes. */
class LauncherIT extends LauncherContract {

    private static final String JAVA = System.getProperty("java.home");

    /** How Java's log of loaded classes calls what came out of our archive. */
    private static final String ARCHIVED = "source: shared objects file (top)";

    LauncherIT() {
        super("takt");
    }

    @Override
    void install(Path jar) throws Exception {
        Files.copy(Path.of("target", "takt.jar"), jar, StandardCopyOption.COPY_ATTRIBUTES);
        Said made = run(
                Map.of(
                        "JAVA_HOME",
                        JAVA,
                        "TAKT_JAVA_OPTS",
                        "-XX:ArchiveClassesAtExit=takt.jsa -Xlog:cds=off -Xlog:cds+dynamic=off"),
                "--version");
        assertThat(made.code()).as(made.err()).isEqualTo(ExitCode.GOOD);
        assertThat(archive()).isNotEmptyFile();
    }

    private Path archive() {
        return home().resolve("takt.jsa");
    }

    @Override
    void layJava(Path into, String version) throws IOException {
        Path program = Files.createDirectories(into.resolve("bin")).resolve("java");
        Files.writeString(into.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        Files.writeString(program, "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 7\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Override
    String path(Path path) {
        return path.toString();
    }

    @Override
    String jar() {
        return home().resolve("lib").resolve("takt.jar").toString();
    }

    @Override
    List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(launcher().toString()));
        command.addAll(arguments);
        return command;
    }

    /** A Java as a package of some systems brings it, or a tool that chooses between several: a program and nothing beside it. */
    private Path bareJava(String version) throws IOException {
        Path java = home().resolve("bare " + version);
        Path program = Files.createDirectories(java.resolve("bin")).resolve("java");
        Files.writeString(program, """
                #!/bin/sh
                case $1 in
                  -version) echo 'openjdk version "%s" 2025-04-15' >&2 ;;
                  *) printf '<%%s>' "$@" ;;
                esac
                """.formatted(version));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return java;
    }

    @Test
    void aJavaWithoutItsFileOfFactsIsAskedForItsVersion() throws Exception {
        String home = bareJava("21.0.2").toString();
        assertThat(run(Map.of("JAVA_HOME", home), "doctor").out()).endsWith("<doctor>");

        home = bareJava("1.8.0_392").toString();
        assertThat(run(Map.of("JAVA_HOME", home), "doctor").err()).contains(home, "no Java 17 or newer there");
    }

    @Test
    void withoutAHomeTheFirstOnThePathIsTakenWhereItIsNewEnough() throws Exception {
        String path = bareJava("25+36").resolve("bin") + ":" + System.getenv("PATH");
        assertThat(run(Map.of("PATH", path), "doctor").out()).endsWith("<doctor>");
    }

    /** Made by a shell: a JVM without a locale, as this one may be, cannot. (No Java has its jar in a folder that ends with !.) */
    @Test
    void itRunsInAFolderWithANameInAnyAlphabetWhereTheLocaleSaysNothing(@TempDir Path elsewhere) throws Exception {
        Path out = home().resolve("out.txt");
        Process process = new ProcessBuilder("sh", "-c", """
                        place="$2/$(printf 'Gr\\303\\266\\303\\237e \\345\\267\\245\\345\\240\\264')"
                        mkdir "$place"
                        cp -r bin lib "$place/"
                        printf 'sinks: [' >"$place/plant.yaml"
                        env -i PATH="$PATH" JAVA_HOME="$1" "$place/bin/takt" --version
                        env -i PATH="$PATH" JAVA_HOME="$1" LC_ALL=C "$place/bin/takt" validate "$place/plant.yaml"
                        """, "sh", JAVA, elsewhere.toString())
                .directory(home().toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(out);
        assertThat(process.exitValue()).as(said).isEqualTo(ExitCode.WRONG_USE);
        assertThat(said).startsWith("takt ").contains("Größe 工場/plant.yaml:1");
    }

    private Said withArchive(Path of, String options) throws IOException, InterruptedException {
        return run(
                Map.of("JAVA_HOME", JAVA, "TAKT_CLASS_ARCHIVE", of.toString(), "TAKT_JAVA_OPTS", options), "--version");
    }

    @Test
    void anArchiveOfClassesThatFitsIsUsed() throws Exception {
        assertThat(withArchive(archive(), "-Xlog:class+load").out()).contains(ARCHIVED);
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
        Path bad = home().resolve(as + ".jsa");
        byte[] bytes = Files.readAllBytes(archive());
        switch (as) {
            case MISSING -> assertThat(bad).doesNotExist();
            case GARBAGE -> Files.write(bad, new byte[100_000]);
            case EMPTY -> Files.createFile(bad);
            case OF_ANOTHER_JAVA -> Files.write(bad, ofAnotherJava(bytes));
            case OLDER_THAN_THE_JAR -> {
                Files.write(bad, bytes);
                Instant before =
                        Files.getLastModifiedTime(Path.of(jar())).toInstant().minusSeconds(60);
                Files.setLastModifiedTime(bad, FileTime.from(before));
            }
            case OTHERS_MAY_WRITE_IT -> {
                Files.write(bad, bytes);
                Files.setPosixFilePermissions(bad, PosixFilePermissions.fromString("rw-rw-rw-"));
            }
        }

        Path loaded = home().resolve(as + ".log");
        Said said = withArchive(bad, "-Xlog:class+load:file=" + loaded.getFileName());
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
        Path loaded = home().resolve("run.log");
        Said said = run(
                Map.of(
                        "JAVA_HOME",
                        JAVA,
                        "TAKT_CLASS_ARCHIVE",
                        archive().toString(),
                        "TAKT_JAVA_OPTS",
                        "-XX:+UseG1GC -Xlog:class+load:file=" + loaded.getFileName()),
                "run",
                "--help");
        assertThat(said.code()).isEqualTo(ExitCode.GOOD);
        assertThat(Files.readString(loaded)).contains(ARCHIVED);
    }

    /** Folders as those of an installed service. */
    private Path installed(String environment) throws IOException {
        Path etc = Files.createDirectories(home().resolve("etc")).toRealPath();
        Files.createDirectories(etc.resolve("default"));
        Files.createDirectories(etc.resolve("taktstrom"));
        Files.writeString(etc.resolve("default").resolve("taktstrom"), environment);
        Files.writeString(etc.resolve("taktstrom").resolve("deployment.yaml"), "sinks: [");
        return etc;
    }

    /** A Java that shows variables and arguments, and an id and a runuser that tell of another user. */
    private Map<String, String> asUser(int id, Path etc) throws IOException {
        Path programs = Files.createDirectories(home().resolve("programs of " + id));
        program(programs.resolve("id"), "echo " + id);
        program(programs.resolve("runuser"), "printf '<%s>' runuser \"$@\"");
        Path java = home().resolve("java of " + id);
        Files.createDirectories(java.resolve("bin"));
        Files.writeString(java.resolve("release"), "JAVA_VERSION=\"21\"\n");
        program(java.resolve("bin").resolve("java"), """
                for name in A B C D E F G TAKT_RUN_OPTS; do eval "printf '%s=[%s] ' $name \\"\\${$name-unset}\\""; done
                printf '<%s>' "$@"
                """);
        return Map.of(
                "TAKT_ETC",
                etc.toString(),
                "TAKT_STATE",
                "/state",
                "JAVA_HOME",
                java.toString(),
                "PATH",
                programs + ":" + System.getenv("PATH"),
                "G",
                "mine");
    }

    private static void program(Path path, String script) throws IOException {
        Files.writeString(path, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void aCommandOnTheFileOfTheServiceSeesTheServicesEnvironmentAndStateFolder() throws Exception {
        Path etc = installed("""
                # a comment
                ; another
                A=plain
                  B="two words, a \\"quote\\" and a \\\\ "
                C='$A `id`'
                D=a=b\s\s
                E=
                1F=no
                F-F=no
                no assignment
                G=theirs
                TAKT_RUN_OPTS=--ui
                TAKT_JAVA_OPTS=-Xmx1m
                """);
        Map<String, String> user = asUser(1000, etc);
        Said said =
                run(user, "validate", etc.resolve("taktstrom/deployment.yaml").toString());
        assertThat(said.out())
                .startsWith("A=[plain] B=[two words, a \"quote\" and a \\ ] C=[$A `id`] D=[a=b] E=[] F=[unset] G=[mine]"
                        + " TAKT_RUN_OPTS=[unset] ")
                .contains("<-Dtakt.state=/state>")
                .doesNotContain("-Xmx1m");
        Said other = run(user, "validate", "plant.yaml");
        assertThat(other.out()).startsWith("A=[unset] ").doesNotContain("takt.state");
    }

    @Test
    void whatRootsCommandsWriteForTheServiceIsWrittenByTheServicesUser() throws Exception {
        Path etc = installed("A=plain");
        String file = etc.resolve("taktstrom").resolve("deployment.yaml").toString();
        Map<String, String> root = asUser(0, etc);
        String asService = "<runuser><-u><taktstrom><--><" + launcher() + ">";
        assertThat(run(root, "run", file, "--dry").out()).isEqualTo(asService + "<run><" + file + "><--dry>");
        assertThat(run(root, "buffer", "show", file).out()).startsWith(asService);
        assertThat(run(root, "trust", "list").out()).isEqualTo(asService + "<trust><list>");
        assertThat(run(root, "trust", "list", "--pki", "/x").out()).startsWith("A=[unset] ");
        assertThat(run(root, "validate", file).out()).startsWith("A=[plain] ");
        assertThat(run(root, "run", "plant.yaml").out()).startsWith("A=[unset] ");
        assertThat(run(asUser(1000, etc), "trust", "list").out()).startsWith("A=[unset] ");
    }
}
