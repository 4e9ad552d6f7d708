package io.taktstrom.spring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.model.Endpoint;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.spring.config.StartFailure;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

import static org.assertj.core.api.Assertions.assertThat;

/** How a deployment comes out of the environment, and how a wrong one is told. No device answers at the address. */
class DeploymentPropertiesTest {

    private static final String[] GOOD = {
        "taktstrom.connections.press1.type=ads",
        "taktstrom.connections.press1.host=127.0.0.1",
        "taktstrom.connections.press1.port=1",
        "taktstrom.connections.press1.ams-net-id=5.1.2.3.1.1",
        "taktstrom.scan-classes.default.mode=notify",
        "taktstrom.scan-classes.default.cycle=10ms",
        "taktstrom.points[0].id=press1.count",
        "taktstrom.points[0].on=press1",
        "taktstrom.points[0].address=MAIN.count",
        "taktstrom.points[0].deadband=0.5",
        "taktstrom.streams[0].id=all",
        "taktstrom.streams[0].from[0]=**",
        "taktstrom.streams[0].to=samples",
        "taktstrom.streams[0].ring.on-full=dropNewest",
        "taktstrom.sinks.samples.type=jsonl"
    };

    @TempDir
    private Path folder;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(TaktstromAutoConfiguration.class, TaktstromHealthAutoConfiguration.class));

    private ApplicationContextRunner good() {
        return runner.withPropertyValues(GOOD)
                .withPropertyValues("taktstrom.sinks.samples.path=" + folder.resolve("samples.jsonl"));
    }

    private static String failure(AssertableApplicationContext context) {
        Throwable cause = context.getStartupFailure();
        while (cause != null && !(cause instanceof StartFailure)) {
            cause = cause.getCause();
        }
        assertThat(cause).as("the failure of %s", context).isNotNull();
        return String.valueOf(cause);
    }

    private static Endpoint endpoint(AssertableApplicationContext context) {
        return Objects.requireNonNull(
                        context.getBean(Deployment.class).connections().get("press1"))
                .endpoint();
    }

    /** By the analyzer that Spring Boot finds. */
    private static FailureAnalysis analysis(Throwable failure) {
        FailureAnalyzer ours = SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, FailureHandler.logging(LogFactory.getLog(DeploymentPropertiesTest.class)))
                .stream()
                .filter(analyzer -> analyzer.getClass().getName().startsWith("io.taktstrom."))
                .findFirst()
                .orElseThrow();
        return Objects.requireNonNull(ours.analyze(failure));
    }

    @Test
    void propertiesInAnySpellingOfSpringAreADeployment() {
        good().run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(RunningDeployment.class);
            Deployment deployment = context.getBean(Deployment.class);
            assertThat(deployment.summary()).isEqualTo("1 connection, 1 point, 0 browses, 1 stream, 1 sink");
            assertThat(endpoint(context).host()).isEqualTo("127.0.0.1");
            assertThat(endpoint(context).options()).containsEntry("amsNetId", "5.1.2.3.1.1");
        });
    }

    @Test
    void anotherSourceOfPropertiesOverridesASingleValue() {
        good().withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "test-systemEnvironment",
                                Map.of(
                                        "TAKTSTROM_CONNECTIONS_PRESS1_HOST",
                                        "127.0.0.7",
                                        "TAKTSTROM_HOME",
                                        "/somewhere/else"))))
                .run(context -> assertThat(endpoint(context).host()).isEqualTo("127.0.0.7"));
    }

    @Test
    void placeholdersOfSpringAndReferencesOfOursAreFilledIn() {
        good().withPropertyValues(
                        "plant.host=127.0.0.8",
                        "PRESS_PORT=7",
                        "taktstrom.connections.press1.host=${plant.host}",
                        "taktstrom.connections.press1.port=${env:PRESS_PORT}")
                .run(context -> assertThat(endpoint(context).toString()).contains("127.0.0.8:7"));
    }

    @Test
    void withoutADeploymentThereIsNothing() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RunningDeployment.class));
    }

    @Test
    void aWrongValueIsNamedByItsProperty() {
        good().withPropertyValues("taktstrom.connections.press1.port=many")
                .run(context -> assertThat(failure(context))
                        .contains("taktstrom.connections.press1.port")
                        .contains("many"));
    }

    @Test
    void anUnknownOptionIsNamedWithWhatWasMeant() {
        good().withPropertyValues("taktstrom.connections.press1.ams-net-ib=5.1.2.3.1.1")
                .run(context -> assertThat(failure(context))
                        .contains("taktstrom.connections.press1.ams-net-ib")
                        .contains("did you mean 'amsNetId'"));
    }

    @Test
    void anUnknownSectionIsNamedWithWhatWasMeant() {
        good().withPropertyValues("taktstrom.conections.press1.port=1")
                .run(context -> assertThat(failure(context))
                        .contains("taktstrom.conections.press1.port")
                        .contains("did you mean 'connections'"));
    }

    @Test
    void aFileIsADeploymentAndItsMistakesHavePlaces() throws IOException {
        Path file = Files.writeString(folder.resolve("plant.yaml"), """
                connections:
                  press1: {type: ads, host: 127.0.0.1, port: many, amsNetId: 5.1.2.3.1.1}
                """);
        runner.withPropertyValues("taktstrom.deployment=file:" + file)
                .run(context ->
                        assertThat(failure(context)).contains("plant.yaml:2:").contains("connections.press1.port"));
    }

    @Test
    void aFileThatIsNotThereIsSaidWithWhereItWasLookedFor() {
        runner.withPropertyValues("taktstrom.deployment=classpath:nowhere.yaml")
                .run(context -> assertThat(failure(context))
                        .contains("classpath:nowhere.yaml")
                        .contains("does not exist"));
    }

    @Test
    void aFileOfTheClassPathTakesItsValuesFromSpringsEnvironment() {
        runner.withPropertyValues("taktstrom.deployment=classpath:press.yaml", "PRESS_HOST=127.0.0.9")
                .run(context -> assertThat(endpoint(context).host()).isEqualTo("127.0.0.9"));
    }

    @Test
    void aFileAndPropertiesAreTwoDeployments() {
        good().withPropertyValues("taktstrom.deployment=classpath:press.yaml")
                .run(context -> assertThat(failure(context))
                        .contains("Two deployments")
                        .contains("classpath:press.yaml")
                        .contains("taktstrom.connections"));
    }

    @Test
    void aDeploymentOfTheApplicationsOwnAndPropertiesAreTwo() {
        good().withBean(RunningDeployment.class, () -> {
                    throw new AssertionError("not to be made");
                })
                .run(context -> assertThat(failure(context)).contains("Two deployments"));
    }

    @Test
    void aSinkThatCannotBeOpenedIsSaid() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");
        good().withPropertyValues("taktstrom.sinks.samples.path=" + file.resolve("samples.jsonl"))
                .run(context ->
                        assertThat(failure(context)).contains("cannot start").contains("sink samples"));
    }

    @Test
    void theAnalysisHasALineForEachProblemAndNoStackTrace() {
        good().withPropertyValues("taktstrom.connections.press1.port=many", "taktstrom.sinks.samples.pth=elsewhere")
                .run(context -> {
                    FailureAnalysis analysis = analysis(Objects.requireNonNull(context.getStartupFailure()));
                    assertThat(analysis.getDescription())
                            .contains("\n    taktstrom.connections.press1.port")
                            .contains("\n    taktstrom.sinks.samples.pth");
                    assertThat(analysis.getAction()).isNotBlank();
                });
    }
}
