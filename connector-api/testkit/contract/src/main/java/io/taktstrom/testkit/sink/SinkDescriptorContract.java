package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.spi.Providers;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the sink says of itself is true and complete. */
interface SinkDescriptorContract extends SinkContractTest {

    @Test
    default void theProviderIsFoundByItsType() {
        assertThat(Providers.ofClassPath().sink(descriptor().type()))
                .hasSameClassAs(bench().device().provider());
    }

    @Test
    default void theDescriptorIsTheSameEachTime() {
        assertThat(bench().device().provider().descriptor()).isEqualTo(descriptor());
    }

    @Test
    default void everyOptionOfASinkIsDescribed() {
        assertThat(descriptor().type()).matches("[A-Za-z][A-Za-z0-9.-]*");
        assertThat(descriptor().description()).isNotBlank();
        for (Option<?> option : descriptor().options()) {
            assertThat(option.description()).as(option.name()).isNotBlank();
            assertThat(option.type().describe()).as(option.name()).isNotBlank();
            assertThat(option.name()).as("'type' says what a sink is").isNotEqualTo("type");
        }
    }

    @Test
    default void optionsThatItDoesNotHaveAreRefused() {
        Map<String, String> options = new HashMap<>(bench().device().options());
        options.put("noSuchOption", "1");
        assertThatThrownBy(() -> bench().open(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("noSuchOption");
    }

    @Test
    default void aSinkThatCannotBeUsedSaysSoWhenItIsOpened() {
        bench().require(SinkFeatures.UNUSABLE);
        assertThatThrownBy(() -> bench().open(bench().device().unusableOptions()))
                .isInstanceOf(IOException.class)
                .message()
                .isNotBlank();
    }

    @Test
    default void whatCannotBeUsedLeavesNothingBehindThatKeepsItFromBeingOpened() throws IOException {
        bench().require(SinkFeatures.UNUSABLE);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> bench().open(bench().device().unusableOptions()));
        }
        Sink sink = bench().open();
        SinkFeed feed = bench().feed(sink, "all");
        feed.publish(ContractPoints.counters("p", 1).count(0, 1));
        bench().assertReceived(feed);
    }

    @Test
    default void inletsMayBeMadeForPointsThatAreNotKnownYet() throws IOException {
        SinkFeed feed = new SinkFeed(bench().open().inlet("browsed", List.of()), bench().bound());
        feed.publish(ContractPoints.counters("found.", 3).count(0, 6));
        bench().assertReceived(feed);
    }

    private PartDescriptor descriptor() {
        return bench().device().provider().descriptor();
    }
}
