package io.taktstrom.runtime.standby;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ElectionTest {

    private static final Duration TTL = Duration.ofSeconds(15);
    private static final Duration STEP = TTL.dividedBy(8);

    private final SharedRecord record = new SharedRecord();
    private final List<String> notices = new ArrayList<>();
    private final Machine a = new Machine("a");
    private final Machine b = new Machine("b");

    /** An instance on a machine with clocks of its own. */
    private final class Machine {
        final TurnedClock clock = new TurnedClock();
        final SharedRecord.View store = record.new View();
        final Election election;

        Machine(String name) {
            election = new Election(store, name, TTL, clock, notices::add);
        }

        boolean holds() {
            return election.leftNanos() > 0;
        }
    }

    private void pass(Duration time) {
        a.clock.pass(time);
        b.clock.pass(time);
        assertThat(a.holds() && b.holds()).as("both hold the lease").isFalse();
    }

    @Test
    void theFirstOneHoldsTheLeaseAndOthersWait() {
        a.election.doWork();
        b.election.doWork();
        assertThat(a.holds()).isTrue();
        assertThat(a.election.term()).isEqualTo(1);
        assertThat(a.election.refusal()).isEmpty();
        assertThat(b.holds()).isFalse();
        assertThat(b.election.refusal()).contains("does not hold the lease line");
        assertThat(b.election.other()).isEqualTo("a");
        for (int i = 0; i < 100; i++) {
            pass(STEP);
            a.election.doWork();
            b.election.doWork();
            assertThat(a.holds()).isTrue();
        }
        assertThat(a.election.term()).isEqualTo(1);
        assertThat(a.election.lastOfOthers()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aReleasedLeaseIsFreeAtOnce() {
        a.election.doWork();
        a.election.release();
        assertThat(a.holds()).isFalse();
        b.election.doWork();
        assertThat(b.holds()).isTrue();
        assertThat(b.election.term()).isEqualTo(2);
        assertThat(b.election.lastOfOthers()).isEqualTo(b.clock.epochNanos());
    }

    @Test
    void theHolderStepsDownBeforeOthersMayAcquire() {
        a.election.doWork();
        b.election.doWork();
        Duration passed = Duration.ZERO;
        while (!b.holds()) {
            pass(Duration.ofMillis(100));
            passed = passed.plusMillis(100);
            assertThat(a.holds()).isEqualTo(passed.compareTo(TTL.dividedBy(3).multipliedBy(2)) < 0);
            b.election.doWork();
        }
        assertThat(passed).isEqualTo(TTL);
        assertThat(b.election.term()).isEqualTo(2);
        a.election.doWork();
        assertThat(a.election.other()).isEqualTo("b");
    }

    @Test
    void aHolderThatRenewsAfterItsTimeGoesOnIfNoOtherHasIt() {
        a.election.doWork();
        pass(TTL);
        assertThat(a.holds()).isFalse();
        a.election.doWork();
        assertThat(a.holds()).isTrue();
        assertThat(a.election.term()).isEqualTo(1);
        assertThat(a.election.lastOfOthers()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aMachineThatSleepsLosesItsLeaseAlthoughItsMonotonicClockStandsStill() {
        a.election.doWork();
        a.clock.sleep(TTL);
        assertThat(a.holds()).isFalse();
    }

    @Test
    void clocksOfOthersDoNotMatter() {
        a.election.doWork();
        b.clock.sleep(Duration.ofDays(365));
        b.election.doWork();
        pass(STEP);
        b.election.doWork();
        assertThat(b.holds()).isFalse();
    }

    @Test
    void aStoreThatIsAwayIsSaidOnceAndNothingIsHeldBeyondItsTime() {
        a.election.doWork();
        a.store.away = true;
        b.store.away = true;
        for (int i = 0; i < 50; i++) {
            pass(STEP);
            a.election.doWork();
            b.election.doWork();
        }
        assertThat(a.holds() || b.holds()).isFalse();
        assertThat(a.election.trouble()).isEqualTo("no answer");
        assertThat(notices).hasSize(2);
        a.store.away = false;
        a.election.doWork();
        assertThat(a.election.trouble()).isEmpty();
        assertThat(a.holds()).isTrue();
    }

    @Test
    void anAnswerThatIsLostLosesNoLease() {
        a.election.doWork();
        a.election.release();
        b.store.losesAnswers = true;
        b.election.doWork();
        assertThat(b.holds()).isFalse();
        b.store.losesAnswers = false;
        b.election.doWork();
        assertThat(b.holds()).isTrue();
        assertThat(b.election.term()).isEqualTo(2);
        assertThat(b.election.lastOfOthers()).as("others had it before").isEqualTo(b.clock.epochNanos());
    }

    @Test
    void anInstanceThatCannotBeActiveLetsOthersHaveIt() {
        a.election.doWork();
        b.election.doWork();
        a.election.resign();
        a.election.doWork();
        assertThat(a.holds()).isFalse();
        b.election.doWork();
        assertThat(b.holds()).isTrue();
        b.election.release();
        pass(TTL);
        a.election.doWork();
        assertThat(a.holds()).isTrue();
        assertThat(a.election.term()).isEqualTo(3);
    }

    @Test
    void termsNeverGoBackForWhoSawThem() {
        a.election.doWork();
        b.election.doWork();
        a.election.release();
        b.election.doWork();
        record.delete();
        b.election.doWork();
        assertThat(b.election.term()).isEqualTo(3);
    }

    /** Cuts, lost answers, freezes, and clocks that are set, in any order: never two holders, and terms that rise. */
    @Test
    void atNoTimeTwoHoldIt() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            long term = 0;
            List<Machine> machines = List.of(new Machine("c" + seed), new Machine("d" + seed), new Machine("e" + seed));
            for (int i = 0; i < 500; i++) {
                for (Machine each : machines) {
                    if (random.nextInt(20) == 0) {
                        each.store.away = random.nextBoolean();
                    }
                    each.store.losesAnswers = random.nextInt(10) == 0;
                    if (random.nextInt(100) == 0) {
                        each.clock.sleep(Duration.ofSeconds(random.nextInt(100) - 50));
                    }
                    // Otherwise it is frozen.
                    if (random.nextInt(4) > 0) {
                        each.election.doWork();
                    }
                }
                Duration time = Duration.ofMillis(random.nextInt(4000));
                machines.forEach(each -> each.clock.pass(time));
                List<Machine> holders = machines.stream().filter(Machine::holds).toList();
                assertThat(holders).as("seed " + seed + ", step " + i).hasSizeLessThan(2);
                for (Machine holder : holders) {
                    assertThat(holder.election.term()).isGreaterThanOrEqualTo(term);
                    term = holder.election.term();
                }
            }
            assertThat(term).isPositive();
        }
    }
}
