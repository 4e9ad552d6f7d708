package io.taktstrom.deployment.load;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentChanges;
import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.deployment.TestCatalog;
import io.taktstrom.deployment.schema.SchemaCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class MetricsMistakesTest {

    private static final String WITH_METRICS = LoaderFixture.GOOD + """
            metrics:
              otlp: {url: "https://collector.plant:4318/v1/metrics", every: 10s, headers: {Authorization: "${env:LONG}"}}
            """;

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private OtlpTarget otlp(String yaml) {
        return Objects.requireNonNull(fixture.loaded(yaml).otlp());
    }

    @Test
    void whereMetricsGoIsReadAndTheSecretIsNotShown() {
        OtlpTarget otlp = otlp(WITH_METRICS);
        assertThat(otlp.url()).isEqualTo(URI.create("https://collector.plant:4318/v1/metrics"));
        assertThat(otlp.every()).isEqualTo(Duration.ofSeconds(10));
        assertThat(otlp.headers()).containsEntry("Authorization", "open sesame");
        assertThat(SchemaCheck.of(TestCatalog.CATALOG).problems(WITH_METRICS)).isEmpty();
        Deployment deployment = fixture.loaded(WITH_METRICS);
        assertThat(deployment.toString())
                .contains("metrics to https://collector.plant:4318/v1/metrics")
                .doesNotContain("sesame");
    }

    @Test
    void withoutTheSectionOrWithAnEmptyOneNothingIsSent() {
        assertThat(fixture.loaded(LoaderFixture.GOOD).otlp()).isNull();
        assertThat(fixture.loaded(LoaderFixture.GOOD + "metrics:\n").otlp()).isNull();
        assertThat(fixture.loaded(LoaderFixture.GOOD + "metrics: {}\n").otlp()).isNull();
        assertThat(otlp(LoaderFixture.GOOD + "metrics: {otlp: {url: \"http://[::1]:4318/v1/metrics\"}}\n")
                        .every())
                .isEqualTo(OtlpTarget.STANDARD_EVERY);
    }

    @Test
    void aReloadSaysThatItTakesARestart() {
        assertThat(DeploymentChanges.between(fixture.loaded(LoaderFixture.GOOD), fixture.loaded(WITH_METRICS))
                        .lines())
                .containsExactly("metrics: sent otherwise, which takes a restart");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "otlp:|otpl:|did you mean 'otlp'",
                "every: 10s|every: 10ms|a duration, 1s to 1h",
                "every: 10s|evry: 10s|did you mean 'every'",
                "https://collector|ftp://collector|an http or https URL",
                "https://collector|https://me:pw@collector|an http or https URL without a user",
                "https://collector.plant:4318|http:///|names no host",
                "\"${env:LONG}\"|sesame-itself|must not be written in the file",
                "\"${env:LONG}\"|\"${env:NOPE}\"|NOPE",
                "Authorization:|Content-Length:|not yours to set",
                "Authorization:|\"a b\":|is not a header name",
                "{Authorization: \"${env:LONG}\"}|[1]|must be a mapping"
            })
    void whatIsWrongIsNamed(String part, String instead, String problem) {
        assertThat(WITH_METRICS).contains(part);
        assertThat(fixture.problems(WITH_METRICS.replace(part, instead)))
                .contains(problem)
                .doesNotContain("sesame");
    }
}
