package io.taktstrom.kit.session;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ObjectPoolTest {

    private final AtomicInteger made = new AtomicInteger();
    private final ObjectPool<Object> works = new ObjectPool<>(() -> {
        made.incrementAndGet();
        return new Object();
    });

    @Test
    void whatWasGivenBackIsTakenAgain() {
        Object one = works.take();
        Object other = works.take();
        works.giveBack(one);
        works.giveBack(other);

        Object again = works.take();
        assertThat(again).isIn(one, other).isNotSameAs(works.take());
        assertThat(made).hasValue(2);
    }

    @Test
    void noObjectIsHandedOutTwice() {
        Set<Object> taken = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            taken.add(works.take());
        }
        taken.forEach(works::giveBack);
        Set<Object> again = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            again.add(works.take());
        }

        assertThat(taken).hasSize(20);
        assertThat(again).hasSize(20);
        assertThat(made).as("as many are kept as calls are usual at once").hasValue(32);
    }

    @Test
    void takingAndGivingBackAllocatesNothing() throws Exception {
        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> works.giveBack(works.take()));
    }
}
