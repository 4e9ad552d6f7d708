package io.taktstrom.testkit.sink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.taktstrom.testkit.BusyMachine;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** The contract on sinks that break it: each defect is caught by the test that is for it, and without it all tests pass. */
class SinkContractSelfTest {

    private static final String DEFECT = "sinkDefect";

    /** The contract on a sink in memory. Only run from here. */
    @ExtendWith(ChosenDefect.class)
    static class Specimen extends SinkContract {

        private final Optional<SinkDefect> defect;

        Specimen(Optional<SinkDefect> defect) {
            this.defect = defect;
        }

        @Override
        protected SinkUnderTest startReceiver() {
            // What never comes is waited for as long as may be: in memory that need not be long.
            defect.ifPresent(broken -> Awaitility.setDefaultTimeout(Duration.ofSeconds(5)));
            return new MemoryReceiver(defect.orElse(null));
        }
    }

    /** Gives a specimen the defect that its run is for. */
    static final class ChosenDefect implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Optional.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getConfigurationParameter(DEFECT).map(SinkDefect::valueOf);
        }
    }

    @Test
    void aSinkWithoutDefectPassesAndSkipsNothing() {
        Run run = run(DiscoverySelectors.selectClass(Specimen.class), null);
        assertThat(run.failures).isEmpty();
        assertThat(run.tests).isGreaterThan(35);
    }

    @ParameterizedTest
    @EnumSource
    void theContractCatches(SinkDefect defect) {
        Run run = run(DiscoverySelectors.selectMethod(Specimen.class, defect.caughtBy), defect);
        assertThat(run.tests).isEqualTo(1);
        assertThat(run.failures).singleElement().asString().contains(defect.failure);
    }

    /** What a run of the contract came to; a skipped test counts as a failure. */
    private static final class Run implements TestExecutionListener {

        private final List<String> failures = new ArrayList<>();
        private int tests;

        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            tests += identifier.isTest() ? 1 : 0;
            result.getThrowable().ifPresent(failure -> failures.add(identifier.getDisplayName() + ": " + failure));
        }
    }

    private static Run run(DiscoverySelector tests, @Nullable SinkDefect defect) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(tests)
                .configurationParameters(defect == null ? Map.of() : Map.of(DEFECT, defect.name()))
                .build();
        Run run = new Run();
        try {
            LauncherFactory.create().execute(request, run);
        } finally {
            BusyMachine.bePatient();
        }
        return run;
    }
}
