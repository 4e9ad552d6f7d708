package io.taktstrom.testkit.contract;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** The device offers every type, or says why not. */
interface TypeContract extends ContractTest {

    @TestFactory
    default Stream<DynamicTest> everyTypeIsThereOrExplained() {
        Set<String> present = bench().device().variables().stream()
                .map(variable -> RequiredTypes.nameOf(variable.type()))
                .collect(Collectors.toSet());
        return RequiredTypes.NAMES.stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    if (present.contains(name)) {
                        assertThat(bench().device().missing())
                                .as("a type that is there is not missing")
                                .doesNotContainKey(name);
                    } else {
                        bench().explained(name);
                    }
                }));
    }
}
