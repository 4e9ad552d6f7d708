package io.taktstrom.testkit.contract;

import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Option;
import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the connector says of itself is true and complete. */
interface DescriptorContract extends ContractTest {

    @Test
    default void theProviderIsFoundByItsScheme() {
        assertThat(Connectors.provider(descriptor().scheme()))
                .hasSameClassAs(bench().device().provider());
    }

    @Test
    default void theDescriptorNamesWhatTheConnectorCanDoHere() {
        assertThat(descriptor().capabilities()).containsAll(bench().device().capabilities());
    }

    @Test
    default void theEndpointsUriGivesTheEndpointAgain() {
        var endpoint = bench().device().endpoint();
        assertThat(descriptor().parse(descriptor().uri(endpoint))).isEqualTo(endpoint);
    }

    @Test
    default void examplesAndAddressesFollowTheAddressGrammar() {
        String pattern = descriptor().addresses().pattern();
        assertThat(descriptor().addresses().examples()).isNotEmpty().allMatch(example -> example.matches(pattern));
        assertThat(bench().device().variables())
                .allMatch(variable -> variable.address().matches(pattern));
        assertThat(bench().device().unknownAddress()).matches(pattern);
    }

    @Test
    default void everyOptionIsDescribedAndHasANameOfItsOwn() {
        assertThat(descriptor().options()).extracting(Option::name).doesNotHaveDuplicates();
        for (Option<?> option : descriptor().options()) {
            assertThat(option.description()).as(option.name()).isNotBlank();
            assertThat(option.type().describe()).as(option.name()).isNotBlank();
        }
    }

    private ConnectorDescriptor descriptor() {
        return bench().device().provider().descriptor();
    }
}
