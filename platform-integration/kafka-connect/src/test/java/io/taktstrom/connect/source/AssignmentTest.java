package io.taktstrom.connect.source;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AssignmentTest {

    private static List<String> presses(int number) {
        return IntStream.range(0, number).mapToObj(i -> "press" + i).toList();
    }

    @Test
    void everyConnectionIsInOneTaskAndAllTasksHaveTheirShare() {
        for (int number = 0; number < 40; number++) {
            for (int tasks = 1; tasks < 12; tasks++) {
                List<List<String>> shares = Assignment.of(presses(number), tasks);
                assertThat(shares.stream().flatMap(List::stream).toList())
                        .containsExactlyInAnyOrderElementsOf(presses(number));
                assertThat(shares).hasSize(Math.min(number, tasks));
                int least = shares.isEmpty() ? 0 : number / shares.size();
                assertThat(shares).allSatisfy(share -> assertThat(share).hasSizeBetween(Math.max(1, least), least + 1));
            }
        }
    }

    @Test
    void itIsTheSameInWhateverOrderTheFileHasThem() {
        List<String> turned = new ArrayList<>(presses(20));
        Collections.reverse(turned);
        assertThat(Assignment.of(turned, 7)).isEqualTo(Assignment.of(presses(20), 7));
    }

    @Test
    void mostStayWhereTheyAreWhenAnotherOneComes() {
        List<List<String>> before = Assignment.of(presses(100), 10);
        List<List<String>> after = Assignment.of(presses(101), 10);
        long stay = IntStream.range(0, 10)
                .mapToLong(task -> before.get(task).stream()
                        .filter(after.get(task)::contains)
                        .count())
                .sum();
        assertThat(stay).isGreaterThanOrEqualTo(85);
    }
}
