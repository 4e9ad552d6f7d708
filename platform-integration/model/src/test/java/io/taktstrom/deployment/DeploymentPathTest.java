package io.taktstrom.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Where relative paths in a deployment file start. */
class DeploymentPathTest {

    @TempDir
    private Path directory;

    @AfterEach
    void reset() {
        System.clearProperty(Deployment.STATE_FOLDER);
    }

    private Deployment deployment() {
        return new Deployment(
                directory.resolve("deployment.yaml"),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                null,
                Map.of());
    }

    @Test
    void aRelativePathStartsAtTheDirectoryOfTheFile() {
        assertThat(deployment().resolve("out.jsonl")).isEqualTo(directory.resolve("out.jsonl"));
        assertThat(deployment().resolve("/out.jsonl")).isEqualTo(Path.of("/out.jsonl"));
    }

    @Test
    void forAnInstalledServiceItStartsAtTheStateFolderUnlessTheDirectoryHasIt() throws IOException {
        Path ca = Files.writeString(directory.resolve("ca.pem"), "");
        System.setProperty(Deployment.STATE_FOLDER, "/var/lib/plant");
        assertThat(deployment().resolve("out.jsonl")).isEqualTo(Path.of("/var/lib/plant/out.jsonl"));
        assertThat(deployment().resolve("/out.jsonl")).isEqualTo(Path.of("/out.jsonl"));
        assertThat(deployment().resolve("ca.pem")).isEqualTo(ca);
    }
}
