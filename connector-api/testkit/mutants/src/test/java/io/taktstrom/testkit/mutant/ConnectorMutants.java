package io.taktstrom.testkit.mutant;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract on connectors that break it: a test that no fault makes fail would prove nothing. Each mutant is a right
 * connector with one fault, and each of the tests that are for the fault must find it. A subclass has a constructor without
 * parameters; the connector's own contract test shows that the connector without a fault passes them all.
 */
public abstract class ConnectorMutants {

    private static final String FAULT = "fault";
    private static final String OF = "mutants";

    /** Starts a device of the right connector. */
    protected abstract DeviceUnderTest startDevice() throws IOException;

    /** The mutants that are tried. */
    protected abstract Stream<Mutant> mutants();

    /** The mutants of any connector, each with a name of its own. */
    protected static Stream<Mutant> ofAnyConnector() {
        return Stream.of(
                        ValueMutants.find(),
                        ValueMutants.read(),
                        ValueMutants.write(),
                        PushMutants.all(),
                        LifeMutants.tell(),
                        LifeMutants.live())
                .flatMap(List::stream);
    }

    @TestFactory
    final Stream<DynamicTest> isCaught() {
        return mutants()
                .map(mutant -> DynamicTest.dynamicTest("a connector that " + mutant.fault(), () -> isCaught(mutant)));
    }

    private void isCaught(Mutant mutant) {
        TreeSet<String> expected = new TreeSet<>(mutant.caughtBy());
        TreeSet<String> catching = new TreeSet<>();
        for (String test : mutant.caughtBy()) {
            TestExecutionResult result = result(test, mutant);
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                catching.add(test);
            } else if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
                // The device does not have what the test needs.
                expected.remove(test);
            }
        }
        assertThat(expected).as("tests that apply").isNotEmpty();
        assertThat(catching).as("tests that catch it").isEqualTo(expected);
    }

    /** What one test of the contract says. */
    private TestExecutionResult result(String test, Mutant mutant) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectMethod(Specimen.class, test))
                .configurationParameters(Map.of(OF, getClass().getName(), FAULT, mutant.fault()))
                .build();
        List<TestExecutionResult> results = new ArrayList<>();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
                if (identifier.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
                    results.add(result);
                }
            }
        });
        assertThat(results).as("tests run as " + test).isNotEmpty();
        TestExecutionResult worst = results.stream()
                .filter(result -> result.getStatus() == TestExecutionResult.Status.FAILED)
                .findFirst()
                .orElse(results.get(0));
        assertThat(worst.getThrowable().stream())
                .as("of " + test + ": a mutant does its fault, and does not fail itself")
                .noneMatch(failure -> failure instanceof IllegalArgumentException
                        || failure instanceof IllegalStateException
                        || failure instanceof NullPointerException);
        return worst;
    }

    /** The contract on a mutant. Only run from here. */
    @ExtendWith(ChosenDevice.class)
    static class Specimen extends ConnectorContract {

        private final DeviceUnderTest device;

        Specimen(DeviceUnderTest device) {
            this.device = device;
        }

        @Override
        protected DeviceUnderTest startDevice() {
            return device;
        }
    }

    /** Gives a specimen the device whose connector is the mutant that its run is for. */
    static final class ChosenDevice implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == DeviceUnderTest.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            try {
                Constructor<?> constructor = Class.forName(
                                context.getConfigurationParameter(OF).orElseThrow())
                        .getDeclaredConstructor();
                constructor.setAccessible(true);
                ConnectorMutants mutants = (ConnectorMutants) constructor.newInstance();
                String fault = context.getConfigurationParameter(FAULT).orElseThrow();
                Mutant mutant = mutants.mutants()
                        .filter(each -> each.fault().equals(fault))
                        .findFirst()
                        .orElseThrow();
                return deviceOf(mutant, mutants.startDevice());
            } catch (ReflectiveOperationException | IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** A device with a mutant for its connector. What a mutant never does is not long waited for. */
    private static DeviceUnderTest deviceOf(Mutant mutant, DeviceUnderTest right) {
        return (DeviceUnderTest) Proxy.newProxyInstance(
                ConnectorMutants.class.getClassLoader(),
                new Class<?>[] {DeviceUnderTest.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "provider" -> mutant.fitting().apply(right.provider());
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
}
