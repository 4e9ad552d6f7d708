package io.taktstrom.sinks.kafka.command;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OpenCommandsTest {

    @Test
    void nothingBehindACommandWithoutAnAnswerIsCommitted() {
        OpenCommands open = new OpenCommands();
        OpenCommands.Place seven = open.add(7);
        OpenCommands.Place eight = open.add(8);
        // Transactions leave gaps.
        OpenCommands.Place ten = open.add(10);
        assertThat(open.takeCommittable()).isEqualTo(OpenCommands.NOTHING);
        eight.answered();
        assertThat(open.takeCommittable()).isEqualTo(OpenCommands.NOTHING);
        seven.answered();
        assertThat(open.takeCommittable()).isEqualTo(9);
        assertThat(open.takeCommittable()).isEqualTo(OpenCommands.NOTHING);
        assertThat(open.size()).isOne();
        ten.answered();
        assertThat(open.takeCommittable()).isEqualTo(11);
        assertThat(open.size()).isZero();
    }
}
