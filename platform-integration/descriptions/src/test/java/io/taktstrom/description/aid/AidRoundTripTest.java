package io.taktstrom.description.aid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.description.DeviceInterface;
import io.taktstrom.description.Plants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AidRoundTripTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"press1", "cpu", "oven", "open", "pump", "swapped"})
    void whatOneConnectionExportsComesBackEqual(String connection) throws IOException {
        Deployment before = Plants.only(connection);
        String text = AidWriter.write(connection, Plants.describe(before).interfaces());
        Path file = Files.writeString(folder.resolve("shell.json"), text);
        Plants.assertSame(Plants.imported(new AidReader().read(file)), before);
    }

    @Test
    void aPackageOfSeveralConnectionsComesBackEqual() throws IOException {
        Deployment before = Plants.load(Plants.ALL);
        List<DeviceInterface> interfaces = Plants.describe(before).interfaces();
        byte[] bytes = AidWriter.writePackage("plant", interfaces);
        assertThat(AidWriter.writePackage("plant", interfaces))
                .as("the same each time")
                .isEqualTo(bytes);
        Path file = Files.write(folder.resolve("plant.aasx"), bytes);
        Plants.assertSame(Plants.imported(new AidReader().read(file)), before);
    }

    @Test
    void theMappingSaysHowOftenWhatIsPolledIsRead() throws IOException {
        String text = AidWriter.write("cpu", Plants.describe(Plants.only("cpu")).interfaces());
        // As another tool would write it: without our own terms.
        Path file = Files.writeString(
                folder.resolve("shell.json"), text.replaceAll("\"takt_(scan|mode|cycle)\"", "\"other\""));
        Deployment after = Plants.imported(new AidReader().read(file));
        assertThat(after.scanClasses().values())
                .extracting(scan -> scan.name() + " " + scan.cycle().toMillis())
                .containsExactlyInAnyOrder("poll-1s 1000", "poll-500ms 500");
    }
}
