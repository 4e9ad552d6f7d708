package io.taktstrom.simulation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FaultsTest {

    private record OfKind(int kind, int skip, int times) implements FaultScope {
        OfKind {
            FaultScope.check(skip, times);
        }
    }

    private final AtomicInteger changes = new AtomicInteger();
    private final Faults faults = new Faults(changes::incrementAndGet);

    private @Nullable Fault meet(int kind) {
        return faults.meet(scope -> scope instanceof OfKind own && own.kind() == kind);
    }

    @Test
    void aRequestMeetsTheFirstFaultThatIsAboutIt() {
        Fault ignore = new Fault.Ignore(new OfKind(1, 0, 0));
        Fault refuse = new Fault.Refuse(new OfKind(2, 0, 0), 7);
        faults.add(ignore);
        faults.add(refuse);
        faults.add(new Fault.Hangup(new OfKind(2, 0, 0)));
        assertThat(meet(1)).isSameAs(ignore);
        assertThat(meet(2)).isSameAs(refuse);
        assertThat(meet(3)).isNull();
        assertThat(faults.of(Fault.Refuse.class)).containsExactly((Fault.Refuse) refuse);
    }

    @Test
    void someGoWellFirstThenSomeGoWrongAndOthersDoNotCount() {
        faults.add(new Fault.HalfAnswer(new OfKind(1, 2, 3)));
        List<Boolean> wrong = IntStream.range(0, 7)
                .mapToObj(i -> {
                    assertThat(meet(2)).isNull();
                    return meet(1) != null;
                })
                .toList();
        assertThat(wrong).containsExactly(false, false, true, true, true, false, false);
    }

    @Test
    void oneThatIsEqualIsDisarmedAndEachChangeIsTold() {
        faults.add(new Fault.Delay(new OfKind(1, 0, 0), Duration.ofSeconds(1)));
        faults.remove(new Fault.Delay(new OfKind(1, 0, 1), Duration.ofSeconds(1)));
        assertThat(faults.isEmpty()).isFalse();
        faults.remove(new Fault.Delay(new OfKind(1, 0, 0), Duration.ofSeconds(1)));
        assertThat(faults.isEmpty()).isTrue();
        faults.clear();
        assertThat(changes).hasValue(4);
    }

    @Test
    void whatIsNoFaultIsRefused() {
        OfKind all = new OfKind(1, 0, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> new OfKind(1, -1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Delay(all, Duration.ofDays(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Garbage(all, "0"));
    }
}
