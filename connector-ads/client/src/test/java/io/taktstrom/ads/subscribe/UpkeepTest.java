package io.taktstrom.ads.subscribe;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class UpkeepTest {

    private final AtomicInteger renewals = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();
    private final List<Throwable> reports = new CopyOnWriteArrayList<>();

    /** Without this no subscription would ever be renewed. */
    @Test
    void anUnexpectedErrorIsReportedAndTheRenewalIsTriedAgain() {
        Upkeep upkeep = new Upkeep("takt-test-upkeep", new Work(), reports::add);
        upkeep.start();
        upkeep.look();
        Awaitility.await().until(() -> renewals.get() == 3);
        assertThat(reports).hasSize(2).first().isInstanceOf(IllegalStateException.class);
        over.set(true);
        upkeep.close();
    }

    /** Fails twice in ways that are not foreseen, and then does what it should. */
    private final class Work implements Upkeep.Work {

        @Override
        public boolean isNeeded() {
            return true;
        }

        @Override
        public void check() {
            // Nothing to look for.
        }

        @Override
        public boolean renew() {
            switch (renewals.incrementAndGet()) {
                case 1 -> throw new IllegalStateException("not foreseen");
                case 2 -> throw new StackOverflowError();
                default -> {
                    return true;
                }
            }
        }

        @Override
        public boolean isOver() {
            return over.get();
        }
    }
}
