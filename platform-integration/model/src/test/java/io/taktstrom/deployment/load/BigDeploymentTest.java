package io.taktstrom.deployment.load;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.TestCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A plant's worth of points. Prints how long they took and what they weigh; asserts only that they are there. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BigDeploymentTest {

    private static final int POINTS = 100_000;
    private static final String HEAD = """
            connections: {p: {type: full, host: h, netId: 1.1.1.1.1.1}}
            scanClasses: {s: {mode: poll, every: 1s}}
            sinks: {c: {type: console}}
            streams: [{from: "p.**", to: c}]
            points:
            """;

    @TempDir
    private Path directory;

    private Deployment load(String what, String yaml) {
        Path file = new LoaderFixture(() -> directory).write("plant.yaml", yaml);
        DeploymentLoader loader =
                new DeploymentLoader(TestCatalog.CATALOG, name -> null, DeploymentLoader.STANDARD_MAX_BYTES);
        long before = usedBytes();
        long start = cpuNanos();
        DeploymentResult result = loader.load(file);
        long millis = TimeUnit.NANOSECONDS.toMillis(cpuNanos() - start);
        assertThat(result).isInstanceOf(DeploymentResult.Loaded.class);
        Deployment deployment = ((DeploymentResult.Loaded) result).deployment();
        System.err.printf(
                "%,d points from %s: %d ms of CPU time, %d bytes each%n",
                POINTS, what, millis, (usedBytes() - before) / POINTS);
        return deployment;
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void aHundredThousandListedPointsLoad() {
        StringBuilder yaml = new StringBuilder(HEAD);
        for (int i = 0; i < POINTS; i++) {
            String name = "cell" + i / 100 + ".t" + i % 100;
            yaml.append("- {id: p.")
                    .append(name)
                    .append(", on: p, address: MAIN.")
                    .append(name)
                    .append(", scan: s, type: LREAL, unit: Cel, labels: {kind: temperature}}\n");
        }
        assertThat(load("YAML", yaml.toString()).points()).hasSize(POINTS);
    }

    @Test
    void aHundredThousandImportedPointsLoad() {
        StringBuilder csv = new StringBuilder("id,address,type,unit,labels.kind\n");
        for (int i = 0; i < POINTS; i++) {
            String name = "cell" + i / 100 + ".t" + i % 100;
            csv.append("p.").append(name).append(",MAIN.").append(name).append(",LREAL,Cel,temperature\n");
        }
        new LoaderFixture(() -> directory).write("points.csv", csv.toString());
        Deployment deployment = load("CSV", HEAD + "- {import: points.csv, on: p, scan: s}\n");
        assertThat(deployment.points()).hasSize(POINTS);
        assertThat(deployment.pointsByConnection()).containsOnlyKeys("p");
        assertThat(deployment.pointsByConnection().get("p")).isEqualTo(deployment.pointsOf("p"));
    }

    /** Two million values are what files may hold; of a row nothing remains but its point. */
    @Test
    void rowsWithManyCellsCountAsRows() {
        StringBuilder csv = new StringBuilder("id,address");
        for (int i = 0; i < 24; i++) {
            csv.append(",labels.l").append(i);
        }
        csv.append('\n');
        for (int i = 0; i < POINTS; i++) {
            csv.append("p.v")
                    .append(i)
                    .append(",MAIN.v")
                    .append(i)
                    .append(",".repeat(24))
                    .append('\n');
        }
        new LoaderFixture(() -> directory).write("points.csv", csv.toString());
        assertThat(load("wide CSV", HEAD + "- {import: points.csv, on: p, scan: s}\n")
                        .points())
                .hasSize(POINTS);
    }
}
