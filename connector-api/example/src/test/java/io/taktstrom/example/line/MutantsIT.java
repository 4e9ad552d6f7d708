package io.taktstrom.example.line;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.example.register.RegisterMutants;
import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract on connectors that break it: a test that no fault makes fail would prove nothing. Each mutant is this
 * connector with one fault, and each of the tests that are for the fault must find it. {@link LineConnectorIT} shows that the
 * connector without a fault passes them all.
 */
class MutantsIT {

    private static final String FAULT = "fault";

    /** The contract on a mutant. Only run from here. */
    @ExtendWith(ChosenMutant.class)
    static class Specimen extends ConnectorContract {

        private final Mutant mutant;

        Specimen(Mutant mutant) {
            this.mutant = mutant;
        }

        @Override
        protected DeviceUnderTest startDevice() throws IOException {
            return deviceOf(mutant);
        }
    }

    /** Gives a specimen the mutant that its run is for. */
    static final class ChosenMutant implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Mutant.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            String fault = context.getConfigurationParameter(FAULT).orElseThrow();
            return mutants()
                    .filter(mutant -> mutant.fault().equals(fault))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** A device with a mutant for its connector. What a mutant never does is not long waited for. */
    private static DeviceUnderTest deviceOf(Mutant mutant) throws IOException {
        DeviceUnderTest right = mutant.devices().start();
        return (DeviceUnderTest) Proxy.newProxyInstance(
                MutantsIT.class.getClassLoader(),
                new Class<?>[] {DeviceUnderTest.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "provider" -> mutant.provider();
                    case "capabilities" ->
                        right.capabilities().stream()
                                .filter(capability -> !mutant.denies().contains(capability))
                                .collect(Collectors.toSet());
                    case "patience" -> Duration.ofSeconds(3);
                    default -> call(method, right, arguments);
                });
    }

    private static @Nullable Object call(Method method, Object on, Object[] arguments) throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    static Stream<Mutant> mutants() {
        return Stream.of(
                        ValueMutants.find(),
                        ValueMutants.read(),
                        ValueMutants.write(),
                        PushMutants.all(),
                        LifeMutants.tell(),
                        LifeMutants.live(),
                        RegisterMutants.all())
                .flatMap(List::stream);
    }

    @ParameterizedTest(name = "a connector that {0}")
    @MethodSource("mutants")
    void isCaught(Mutant mutant) {
        Set<String> catching = new TreeSet<>();
        for (String test : mutant.caughtBy()) {
            failure(test, mutant).ifPresent(failure -> catching.add(test));
        }
        assertThat(catching).as("tests that catch it").containsExactlyInAnyOrderElementsOf(mutant.caughtBy());
    }

    /** What one test of the contract says. */
    private static Optional<Throwable> failure(String test, Mutant mutant) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectMethod(Specimen.class, test))
                .configurationParameters(Map.of(FAULT, mutant.fault()))
                .build();
        List<Throwable> failures = new ArrayList<>();
        int[] finished = {0};
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
                finished[0] += identifier.isTest() ? 1 : 0;
                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                    result.getThrowable().ifPresent(failures::add);
                }
            }
        });
        assertThat(finished[0]).as("tests run as " + test).isPositive();
        assertThat(failures)
                .as("of " + test + ": a mutant does its fault, and does not fail itself")
                .noneMatch(failure -> failure instanceof IllegalArgumentException
                        || failure instanceof IllegalStateException
                        || failure instanceof NullPointerException);
        return failures.stream().findFirst();
    }
}
