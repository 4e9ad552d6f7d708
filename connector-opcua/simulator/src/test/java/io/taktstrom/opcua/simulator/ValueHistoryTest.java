package io.taktstrom.opcua.simulator;

import java.util.List;

import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** OPC UA Part 11, 6.5.3.2. */
class ValueHistoryTest {

    private final ValueHistory history = new ValueHistory(5);

    private void add(int... times) {
        for (int time : times) {
            history.add(new DataValue(new Variant(time), StatusCode.GOOD, new DateTime(time), null));
        }
    }

    private static List<Object> numbers(ValueHistory.Page page) {
        return page.values().stream().map(value -> value.value().value()).toList();
    }

    private static @Nullable DateTime at(int time) {
        return time < 0 ? null : new DateTime(time);
    }

    private List<Object> read(int start, int stop, int most) {
        return numbers(history.read(at(start), at(stop), -1, most));
    }

    @Test
    void aRangeIncludesItsStartButNotItsEnd() {
        add(10, 20, 30, 40);
        assertThat(read(20, 40, 0)).containsExactly(20, 30);
        assertThat(read(20, -1, 0)).containsExactly(20, 30, 40);
        assertThat(read(20, 20, 0)).containsExactly(20);
        assertThat(read(50, 60, 0)).isEmpty();
    }

    @Test
    void aStartAfterTheEndMeansBackward() {
        add(10, 20, 30, 40);
        assertThat(read(40, 10, 0)).containsExactly(40, 30, 20);
        assertThat(read(-1, 30, 2)).containsExactly(30, 20);
    }

    @Test
    void theOldestGoWhenItIsFull() {
        add(1, 2, 3, 4, 5, 6, 7);
        assertThat(read(0, -1, 0)).containsExactly(3, 4, 5, 6, 7);
    }

    @Test
    void aPageEndsWhereTheNextBegins() {
        add(1, 2, 3, 4, 5);
        ValueHistory.Page first = history.read(at(1), at(9), -1, 2);
        ValueHistory.Page second = history.read(at(1), at(9), first.next(), 2);
        ValueHistory.Page third = history.read(at(1), at(9), second.next(), 2);
        assertThat(numbers(first)).containsExactly(1, 2);
        assertThat(numbers(second)).containsExactly(3, 4);
        assertThat(numbers(third)).containsExactly(5);
        assertThat(third.next()).isNegative();
    }

    @Test
    void pagesGoBackwardToo() {
        add(1, 2, 3);
        ValueHistory.Page first = history.read(null, at(9), -1, 2);
        assertThat(numbers(first)).containsExactly(3, 2);
        assertThat(numbers(history.read(null, at(9), first.next(), 2))).containsExactly(1);
    }

    @Test
    void aPageWhoseValuesAreGoneGoesOnWithTheOldestThereIs() {
        add(1, 2, 3, 4, 5);
        ValueHistory.Page first = history.read(at(1), at(99), -1, 1);
        add(6, 7, 8);
        assertThat(numbers(history.read(at(1), at(99), first.next(), 2))).containsExactly(4, 5);
        history.clear();
        assertThat(numbers(history.read(at(1), at(99), first.next(), 2))).isEmpty();
    }
}
