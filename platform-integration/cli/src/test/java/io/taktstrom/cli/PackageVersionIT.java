package io.taktstrom.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The versions of Debian packages: a later snapshot is an upgrade of an earlier one, and the release of both. */
class PackageVersionIT {

    private static final Path SCRIPT =
            Path.of("..", "packaging", "version").toAbsolutePath().normalize();

    @TempDir
    private Path sources;

    private String run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(sources.toFile()).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "GIT_AUTHOR_NAME", "a",
                        "GIT_AUTHOR_EMAIL", "a@example.org",
                        "GIT_COMMITTER_NAME", "a",
                        "GIT_COMMITTER_EMAIL", "a@example.org",
                        "GIT_CEILING_DIRECTORIES",
                                Objects.requireNonNull(sources.getParent()).toString()));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said.strip();
    }

    private String version(String of) throws Exception {
        return run(SCRIPT.toString(), of, sources.toString());
    }

    private void commit(String time) throws Exception {
        run("env", "GIT_COMMITTER_DATE=" + time, "git", "commit", "-q", "--allow-empty", "-m", "x");
    }

    @Test
    void aSnapshotHasTheTimeOfItsCommit() throws Exception {
        run("git", "init", "-q");
        commit("2026-11-22T23:30:00-02:00");
        String earlier = version("0.1.0-SNAPSHOT");
        assertThat(earlier).isEqualTo("0.1.0~snapshot20261123013000").isEqualTo(version("0.1.0-SNAPSHOT"));
        commit("2026-11-23T01:30:01+00:00");
        String later = version("0.1.0-SNAPSHOT");
        assertThat(version("0.1.0")).isEqualTo("0.1.0");
        List<String> growing = List.of("0.1.0~snapshot", earlier, later, "0.1.0");
        for (int i = 1; i < growing.size(); i++) {
            run("dpkg", "--compare-versions", growing.get(i - 1), "lt", growing.get(i));
        }
    }

    @Test
    void withoutAHistoryASnapshotHasNoTime() throws Exception {
        assertThat(version("0.1.0-SNAPSHOT")).isEqualTo("0.1.0~snapshot");
    }
}
