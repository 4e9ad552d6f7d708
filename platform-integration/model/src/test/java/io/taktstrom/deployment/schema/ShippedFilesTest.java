package io.taktstrom.deployment.schema;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.PointQuery;
import io.taktstrom.deployment.grammar.DeploymentSchema;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.spi.Providers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is generated and shipped is what the connectors say of themselves today, and the examples are right.
 *
 * <p>After a change of an option, {@code mvn test -pl :taktstrom-model -am -Dtest=ShippedFilesTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dtaktstrom.write=true} writes the files again.
 */
class ShippedFilesTest {

    private static final Path DOCS = Path.of("../../docs");
    private static final Path SCHEMA = DOCS.resolve("reference/taktstrom-1.schema.json");
    private static final Path PAGE = DOCS.resolve("reference/deployment-file.md");

    /** All that Taktstrom ships with: connectors, sinks and stages are dependencies of this test. */
    private static final Catalog SHIPPED = Catalog.of(Providers.ofClassPath());

    /** Examples name variables for their secrets. */
    private static final DeploymentLoader LOADER =
            new DeploymentLoader(SHIPPED, name -> "secret-of-an-example", DeploymentLoader.STANDARD_MAX_BYTES);

    private static void assertShipped(Path file, String content) throws IOException {
        if (Boolean.getBoolean("taktstrom.write")) {
            Files.writeString(file, content);
        }
        assertThat(Files.readString(file))
                .as(file + ", see %s", ShippedFilesTest.class)
                .isEqualTo(content);
    }

    @Test
    void theShippedSchemaIsTheGeneratedOne() throws IOException {
        assertShipped(SCHEMA, DeploymentSchema.of(SHIPPED));
    }

    @Test
    void theTablesOfTheReferencePageAreTheGeneratedOnes() throws IOException {
        assertShipped(PAGE, ReferencePage.refresh(Files.readString(PAGE), SHIPPED));
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(DOCS.resolve("examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    private static Deployment loaded(Path file) {
        DeploymentResult result = LOADER.load(file);
        assertThat(result).as(result.toString()).isInstanceOf(DeploymentResult.Loaded.class);
        return ((DeploymentResult.Loaded) result).deployment();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleIsValidAndSoSaysItsSchema(Path example) throws IOException {
        assertThat(loaded(example).streams()).isNotEmpty();
        String text = Files.readString(example);
        assertThat(SchemaCheck.of(SHIPPED).problems(text)).isEmpty();
        assertThat(text).startsWith("# yaml-language-server: $schema=../reference/taktstrom-1.schema.json\n");
    }

    @Test
    void thereAreExamples() throws IOException {
        assertThat(examples()).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void theFirstFileOfTheReferencePageIsValid(@TempDir Path directory) throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("```yaml\n") + 8;
        String yaml = page.substring(start, page.indexOf("```", start));
        assertThat(loaded(Files.writeString(directory.resolve("plant.yaml"), yaml))
                        .summary())
                .isEqualTo("1 connection, 1 point, 1 browse, 1 stream, 2 sinks");
        assertThat(SchemaCheck.of(SHIPPED).problems(yaml)).isEmpty();
    }

    @Test
    void twentyPressesAreOneTemplateAndTwentyLines() throws IOException {
        Path file = DOCS.resolve("examples/presses.yaml");
        Deployment presses = loaded(file);
        assertThat(presses.summary()).isEqualTo("20 connections, 40 points, 20 browses, 2 streams, 1 sink");
        assertThat(presses.points())
                .allMatch(point -> "brackwede".equals(point.point().labels().get("plant")));
        assertThat(Files.readAllLines(file).stream().filter(line -> line.contains("template: press,")))
                .hasSize(20);
        assertThat(SchemaCheck.of(SHIPPED).problems(Files.readString(DOCS.resolve("examples/presses/press.yaml"))))
                .isEmpty();
    }

    @Test
    void pointsOfThePlantAreFound() {
        Deployment plant = loaded(DOCS.resolve("examples/plant.yaml"));
        assertThat(PointQuery.parse(List.of("kind=temperature", "name=press*.**"))
                        .find(plant))
                .extracting(PointConfig::name)
                .containsExactly("press1.oil.temperature", "press2.oil.temperature");
        assertThat(PointQuery.parse(List.of("line=B", "unit=bar")).find(plant)).hasSize(1);
    }
}
