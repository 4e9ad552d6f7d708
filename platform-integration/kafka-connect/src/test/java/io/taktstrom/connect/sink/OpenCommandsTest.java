package io.taktstrom.connect.sink;

import java.util.List;
import java.util.Map;

import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OpenCommandsTest {

    private static final TopicPartition FIRST = new TopicPartition("commands", 0);
    private static final TopicPartition SECOND = new TopicPartition("commands", 1);

    private final OpenCommands commands = new OpenCommands();

    @Test
    void anOffsetIsCommittedOnceAllBeforeItAreAnswered() {
        OpenCommands.Open a = commands.add(FIRST, 7);
        OpenCommands.Open b = commands.add(FIRST, 9);
        OpenCommands.Open c = commands.add(SECOND, 3);
        b.answered();
        c.answered();
        assertThat(commands.takeAnswered()).isEqualTo(Map.of(SECOND, 4L));
        assertThat(commands.size()).isEqualTo(1);
        a.answered();
        a.answered();
        assertThat(commands.size()).isZero();
        assertThat(commands.takeAnswered()).isEqualTo(Map.of(FIRST, 10L));
        assertThat(commands.takeAnswered()).isEmpty();
    }

    @Test
    void whatOthersHaveNowIsForgotten() {
        OpenCommands.Open a = commands.add(FIRST, 7);
        commands.add(SECOND, 3);
        commands.forget(List.of(FIRST));
        assertThat(commands.size()).isEqualTo(1);
        a.answered();
        assertThat(commands.size()).isEqualTo(1);
        assertThat(commands.takeAnswered()).isEmpty();
    }
}
