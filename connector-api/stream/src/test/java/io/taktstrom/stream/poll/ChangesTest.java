package io.taktstrom.stream.poll;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.TestGroups;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChangesTest {

    private final FixedGroup group = TestGroups.of(ScalarType.DINT, StringType.string(10));
    private final Changes changes = new Changes(group);
    private final SampleBatch read = group.newBatch();

    private SampleBatch read(long number, String text) {
        read.reset(group, 1, 0);
        read.add(0, 1, StatusCode.GOOD, number);
        read.addText(1, 1, StatusCode.GOOD, text);
        return changes.of(read);
    }

    @Test
    void theFirstReadIsAllChange() {
        assertThat(read(1, "a").size()).isEqualTo(2);
        assertThat(read(1, "a").size()).isZero();
    }

    @Test
    void textsAreComparedByteByByte() {
        read(1, "abc");
        assertThat(read(1, "abd").textAt(0)).isEqualTo("abd");
        assertThat(read(1, "ab").textAt(0)).isEqualTo("ab");
        assertThat(read(1, "ab").size()).isZero();
    }

    @Test
    void aNewStatusIsAChange() {
        read(1, "a");
        read.reset(group, 1, 0);
        read.add(0, 1, StatusCode.UNCERTAIN, 1);
        read.addText(1, 1, StatusCode.GOOD, "a");
        SampleBatch changed = changes.of(read);
        assertThat(changed.size()).isEqualTo(1);
        assertThat(changed.statusAt(0)).isEqualTo(StatusCode.UNCERTAIN);
    }

    @Test
    void comparingAllocatesNothing() throws Exception {
        SampleBatch one = group.newBatch();
        one.reset(group, 1, 0);
        one.add(0, 1, StatusCode.GOOD, 1);
        one.addText(1, 1, StatusCode.GOOD, "one");
        SampleBatch two = group.newBatch();
        two.reset(group, 1, 0);
        two.add(0, 1, StatusCode.GOOD, 2);
        two.addText(1, 1, StatusCode.GOOD, "two");
        AllocationMeter.currentThread().assertZeroPerOperation(50_000, () -> {
            changes.of(one);
            changes.of(two);
        });
    }
}
