package io.taktstrom.simulation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DeviceFaultsTest {

    private final AtomicInteger changes = new AtomicInteger();
    private final DeviceFaults faults = new DeviceFaults(changes::incrementAndGet);

    private @Nullable DeviceFault match(int kind) {
        return faults.match(kind, 0);
    }

    @Test
    void aRequestMeetsTheFirstFaultThatIsAboutIt() {
        DeviceFault ignore = new DeviceFault.Ignore(new FaultScope(1, 0, -1, 0, 0));
        DeviceFault refuse = new DeviceFault.Refuse(new FaultScope(2, 0, -1, 0, 0), 7);
        faults.add(ignore);
        faults.add(refuse);
        faults.add(new DeviceFault.Hangup(new FaultScope(2, 0, -1, 0, 0)));
        assertThat(match(1)).isSameAs(ignore);
        assertThat(match(2)).isSameAs(refuse);
        assertThat(match(3)).isNull();
        assertThat(faults.of(DeviceFault.Refuse.class)).containsExactly((DeviceFault.Refuse) refuse);
    }

    @Test
    void someGoWellFirstThenSomeGoWrongAndOthersDoNotCount() {
        faults.add(new DeviceFault.HalfAnswer(new FaultScope(1, 0, -1, 2, 3)));
        List<Boolean> wrong = IntStream.range(0, 7)
                .mapToObj(i -> {
                    assertThat(match(2)).isNull();
                    return match(1) != null;
                })
                .toList();
        assertThat(wrong).containsExactly(false, false, true, true, true, false, false);
    }

    @Test
    void oneThatIsEqualIsDisarmedAndEachChangeIsTold() {
        faults.add(new DeviceFault.Delay(new FaultScope(1, 0, -1, 0, 0), Duration.ofSeconds(1)));
        faults.remove(new DeviceFault.Delay(new FaultScope(1, 0, -1, 0, 1), Duration.ofSeconds(1)));
        assertThat(match(1)).isNotNull();
        faults.remove(new DeviceFault.Delay(new FaultScope(1, 0, -1, 0, 0), Duration.ofSeconds(1)));
        assertThat(match(1)).isNull();
        faults.clear();
        assertThat(changes).hasValue(4);
    }

    @Test
    void whatIsNoFaultIsRefused() {
        FaultScope all = new FaultScope(1, 0, -1, 0, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> new FaultScope(1, 0, -1, -1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new DeviceFault.Delay(all, Duration.ofDays(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new DeviceFault.Garbage(all, "0"));
    }
}
