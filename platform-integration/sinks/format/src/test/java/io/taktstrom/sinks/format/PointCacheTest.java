package io.taktstrom.sinks.format;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.model.ScalarType;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PointCacheTest {

    private final List<PointGroup> made = new ArrayList<>();

    private final PointCache<String> cache = new PointCache<>((group, point) -> {
        made.add(group);
        return group.typeAt(point).text();
    });

    @Test
    void whatWasMadeIsKeptWhileGroupsTakeTurns() {
        PointGroup one = new SampleOf(ScalarType.INT);
        PointGroup two = new SampleOf(ScalarType.REAL);
        for (int i = 0; i < 3; i++) {
            assertThat(cache.at(one, 0)).isEqualTo("INT");
            assertThat(cache.at(two, 0)).isEqualTo("REAL");
        }
        assertThat(made).hasSize(2);
    }

    @Test
    void anEqualGroupIsAnotherOne() {
        cache.at(new SampleOf(ScalarType.INT), 0);
        cache.at(new SampleOf(ScalarType.INT), 0);
        assertThat(made).hasSize(2);
    }

    @Test
    void whatGroupsThatAreGoneHadIsForgotten() {
        PointGroup first = new SampleOf(ScalarType.INT);
        cache.at(first, 0);
        for (int i = 0; i < 1000; i++) {
            cache.at(new SampleOf(ScalarType.INT), 0);
        }
        made.clear();
        cache.at(first, 0);
        assertThat(made).hasSize(1);
    }

    @Test
    void lookingUpAllocatesNothing() throws Exception {
        PointGroup one = new SampleOf(ScalarType.INT);
        PointGroup two = new SampleOf(ScalarType.REAL);
        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> {
            cache.at(one, 0);
            cache.at(two, 0);
        });
    }
}
