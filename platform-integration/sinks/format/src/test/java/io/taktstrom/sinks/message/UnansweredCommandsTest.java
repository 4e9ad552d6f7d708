package io.taktstrom.sinks.message;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UnansweredCommandsTest {

    private static final String FIRST = "commands-0";
    private static final String SECOND = "commands-1";

    private final UnansweredCommands<String> commands = new UnansweredCommands<>();

    @Test
    void anOffsetIsCommittedOnceAllBeforeItAreAnswered() {
        UnansweredCommands<String>.Unanswered a = commands.add(FIRST, 7);
        UnansweredCommands<String>.Unanswered b = commands.add(FIRST, 9);
        UnansweredCommands<String>.Unanswered c = commands.add(SECOND, 3);
        b.answered();
        c.answered();
        assertThat(commands.takeAnswered()).isEqualTo(Map.of(SECOND, 4L));
        assertThat(commands.size()).isEqualTo(1);
        assertThat(commands.uncommitted()).isEqualTo(2);
        a.answered();
        a.answered();
        assertThat(commands.size()).isZero();
        assertThat(commands.takeAnswered()).isEqualTo(Map.of(FIRST, 10L));
        assertThat(commands.takeAnswered()).isEmpty();
    }

    @Test
    void whatOthersHaveNowIsForgotten() {
        UnansweredCommands<String>.Unanswered a = commands.add(FIRST, 7);
        commands.add(SECOND, 3);
        commands.forget(List.of(FIRST));
        assertThat(commands.size()).isEqualTo(1);
        a.answered();
        assertThat(commands.size()).isEqualTo(1);
        assertThat(commands.takeAnswered()).isEmpty();
    }
}
