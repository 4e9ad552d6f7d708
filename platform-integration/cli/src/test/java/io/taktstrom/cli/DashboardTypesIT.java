package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The dashboard, held by TypeScript to the types that Grafana publishes: it knows each panel, option and word in it. */
class DashboardTypesIT {

    private static final Path DASHBOARD = Path.of("..", "..", "docs", "monitoring", "taktstrom-dashboard.json");
    private static final Path TYPES =
            Path.of("src", "test", "interop", "node").toAbsolutePath().normalize();

    /** What the compiler says of a dashboard; nothing of one that is well. */
    private static String complaints(String dashboard) throws IOException, InterruptedException {
        String node =
                PeerProcess.required("TAKT_NODE", "a Node.js, with typescript and @grafana/schema beside " + TYPES);
        Path source = Files.createTempFile(Path.of("target").toAbsolutePath(), "dashboard", ".ts");
        Files.writeString(
                source,
                "import type { DashboardFile } from '" + TYPES.resolve("dashboard") + "';\n"
                        + "export const dashboard: DashboardFile = " + dashboard + ";\n");
        Path compiler = TYPES.resolve(Path.of("node_modules", "typescript", "bin", "tsc"));
        try (PeerProcess tsc = PeerProcess.start(List.of(
                node,
                compiler.toString(),
                "--noEmit",
                "--strict",
                "--skipLibCheck",
                "--moduleResolution",
                "bundler",
                "--module",
                "esnext",
                "--target",
                "es2022",
                source.toString()))) {
            String said = tsc.outputUntilItsEnd();
            assertThat(tsc.process().exitValue() == 0).as(said).isEqualTo(said.isEmpty());
            return said;
        }
    }

    @Test
    void grafanaKnowsAllThatIsInTheDashboard() throws Exception {
        assertThat(complaints(Files.readString(DASHBOARD))).isEmpty();
    }

    @Test
    void whatGrafanaDoesNotKnowIsAMistake() throws Exception {
        String dashboard = Files.readString(DASHBOARD);
        assertThat(complaints(dashboard.replaceFirst("\"stat\"", "\"statistic\"")))
                .contains("statistic");
        assertThat(complaints(dashboard.replaceFirst("\"lineWidth\"", "\"lineWeight\"")))
                .contains("lineWeight");
        assertThat(complaints(dashboard.replaceFirst("\"multi\"", "\"several\"")))
                .contains("several");
    }
}
