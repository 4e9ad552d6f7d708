package io.taktstrom.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code takt support}: everything that helps, and no secret that was planted. */
class SupportIT {

    private static final String BROKER = "broker-open-sesame-77c1";
    private static final String LITERAL = "literal\"open-sesame-31d0";
    private static final String BLOCK = "block-open-sesame-22e9";
    private static final String KEY = "MIIEvQIBADANBgkqhkiG9w0BAQ";

    @TempDir
    private Path directory;

    private static Map<String, String> unzipped(Path zip) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (ZipFile file = new ZipFile(zip.toFile())) {
            for (ZipEntry entry : file.stream().toList()) {
                String name = entry.getName().replaceFirst("^[^/]*/", "");
                texts.put(name, new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return texts;
    }

    private Path plant(String more) throws IOException {
        ShownSecret.file(directory, "broker.secret", BROKER + "\n");
        Files.writeString(directory.resolve("line.yaml"), """
                points:
                  - {id: press1.step, on: press1, address: "MW20:INT", scan: slow}
                """);
        return Files.writeString(directory.resolve("plant.yaml"), """
                include: [line.yaml]
                connections:
                  press1: {type: s7, host: 127.0.0.1, port: 1}
                scanClasses:
                  slow: {mode: poll, every: 1s}
                streams:
                  - {id: all, from: "**", to: broker, ring: {onFull: spill, folder: buffer}}
                sinks:
                  broker: {type: mqtt, url: "mqtt://127.0.0.1:1", user: takt, password: "${file:broker.secret}", topic: a}
                """ + more);
    }

    @Test
    void theBundleHasWhatABugReportNeedsAndNoSecret() throws IOException {
        Path log = Files.writeString(
                directory.resolve("takt.log"),
                "connect with " + BROKER + " as " + HexFormat.of().formatHex(BROKER.getBytes(StandardCharsets.UTF_8))
                        + "\nAuthorization: Basic "
                        + Base64.getEncoder().encodeToString(("takt:" + BROKER).getBytes(StandardCharsets.UTF_8))
                        + "\nGET http://me:" + "url-open-sesame" + "@10.0.0.1/ password=query-open-sesame&x=1"
                        + "\n-----BEGIN PRIVATE KEY-----\n" + KEY + "\n-----END PRIVATE KEY-----\nlast line\n");
        Path zip = directory.resolve("report.zip");
        Ran ran = Ran.takt(
                "support",
                plant("").toString(),
                "--log",
                log.toString(),
                "--out",
                zip.toString(),
                "--metrics",
                "127.0.0.1:1");
        ran.expect(ExitCode.GOOD);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(zip)))
                .isEqualTo("rw-------");
        Map<String, String> texts = unzipped(zip);
        String all = String.join("\n", texts.values());
        assertThat(texts.get("about.txt")).contains("java.vm.version");
        assertThat(texts.get("deployment/1-plant.yaml")).contains("${file:broker.secret}", "mqtt://127.0.0.1:1");
        assertThat(texts.get("deployment/2-line.yaml")).contains("press1.step");
        assertThat(texts.get("validate.txt")).contains("valid: 1 connection, 1 point");
        assertThat(texts.get("explain.txt")).contains("connection press1");
        assertThat(texts.get("buffers.txt")).contains("all.broker");
        assertThat(texts.get("plugins.txt")).contains("opc.tcp");
        assertThat(texts.get("doctor.txt")).contains("cores");
        assertThat(texts.get("health.json")).contains("connection refused", "(exit code 1)");
        assertThat(texts.get("log/1-takt.log")).contains("connect with [removed] as [removed]", "last line");
        assertThat(texts.get("index.txt"))
                .contains(
                        "metrics.txt: left out: http://127.0.0.1:1/metrics does not answer",
                        "broker.secret: left out: it holds a secret");
        ShownSecret.assertNotIn(all + ran.out() + ran.err(), BROKER);
        assertThat(all).doesNotContain("url-open-sesame", "query-open-sesame", KEY);
    }

    @Test
    void aSecretThatStandsInTheFileAgainstTheRulesIsRemovedToo() throws IOException {
        Path file = plant("""
                  web: {type: http, url: "http://127.0.0.1:1/a", token: "%s"}
                  other:
                    type: http
                    url: "http://127.0.0.1:1/b"
                    token: |
                      %s
                """.formatted(LITERAL.replace("\"", "\\\""), BLOCK));
        Path zip = directory.resolve("report.zip");
        Ran.takt("support", file.toString(), "--out", zip.toString(), "--metrics", "127.0.0.1:1")
                .expect(ExitCode.GOOD);
        Map<String, String> texts = unzipped(zip);
        assertThat(texts.get("validate.txt"))
                .contains("is a secret and must not be written in the file", "(exit code 2)");
        assertThat(texts.get("deployment/1-plant.yaml")).contains("token: [removed]", "  token: |\n      [removed]");
        assertThat(String.join("\n", texts.values())).doesNotContain("open-sesame");
    }

    @Test
    void aFileThatExistsIsNotReplaced() throws IOException {
        Path zip = Files.writeString(directory.resolve("report.zip"), "mine");
        Ran ran = Ran.takt("support", "--out", zip.toString(), "--metrics", "127.0.0.1:1")
                .expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("report.zip exists; name another file");
        assertThat(zip).hasContent("mine");
    }

    @Test
    void aDeploymentThatIsNotThereIsWrongUse() {
        assertThat(Ran.takt("support", "none.yaml").expect(ExitCode.WRONG_USE).err())
                .contains("none.yaml does not exist");
    }
}
