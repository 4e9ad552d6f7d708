package io.taktstrom.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract on connectors that break it: a test that no defect makes fail would prove nothing. Each defect is caught by
 * the test that is for it, and that test passes without the defect.
 */
class ContractSelfTest {

    private static final String DEFECT = "defect";

    /** The contract on a device in memory. Only run from here. */
    @ExtendWith(ChosenDefect.class)
    static class Specimen extends ConnectorContract {

        private final Optional<Defect> defect;

        Specimen(Optional<Defect> defect) {
            this.defect = defect;
        }

        @Override
        protected DeviceUnderTest startDevice() {
            return new MemoryDevice(defect.orElse(null));
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
            return context.getConfigurationParameter(DEFECT).map(Defect::valueOf);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theContractCatches(Defect defect) {
        assertThat(failures(defect.caughtBy, null)).as("without it").isEmpty();
        assertThat(failures(defect.caughtBy, defect)).singleElement().asString().contains(defect.failure);
    }

    /** What one test of the contract says. */
    private static List<Throwable> failures(String test, @Nullable Defect defect) {
        Map<String, String> parameters = defect == null ? Map.of() : Map.of(DEFECT, defect.name());
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectMethod(Specimen.class, test))
                .configurationParameters(parameters)
                .build();
        List<Throwable> failures = new ArrayList<>();
        int[] finished = {0};
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
                finished[0] += identifier.isTest() ? 1 : 0;
                result.getThrowable().ifPresent(failures::add);
            }
        });
        assertThat(finished[0]).as("tests run").isEqualTo(1);
        return failures;
    }
}
