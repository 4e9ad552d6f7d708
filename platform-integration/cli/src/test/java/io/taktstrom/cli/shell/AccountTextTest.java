package io.taktstrom.cli.shell;

import java.util.Map;

import io.taktstrom.data.DropReason;
import io.taktstrom.stream.Accounting;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AccountTextTest {

    @Test
    void everyReasonIsNamed() {
        Accounting account = new Accounting(10, 5, 1, Map.of(DropReason.DEADBAND, 3L, DropReason.SINK_FAILED, 1L));
        assertThat(AccountText.line("plant.file", account))
                .isEqualTo("plant.file: received 10 = published 5 + buffered 1 + dropped 4 (deadband 3, sinkFailed 1)");
    }

    @Test
    void accountsThatDoNotBalanceSaySo() {
        assertThat(AccountText.line("a", new Accounting(3, 1, 0, Map.of())))
                .isEqualTo("a: received 3 != published 1 + buffered 0 + dropped 0");
    }

    @Test
    void whatLiesOnDiskIsNamedAndNoLoss() {
        Accounting account = new Accounting(10, 5, 5, Map.of(), 3, 5);
        assertThat(AccountText.line("a.b", account))
                .isEqualTo("a.b: received 10 (3 recovered) = published 5 + buffered 5 (5 on disk) + dropped 0");
        assertThat(AccountText.isComplete(account)).isTrue();
        assertThat(AccountText.isComplete(new Accounting(10, 5, 5, Map.of(), 3, 4)))
                .isFalse();
    }
}
