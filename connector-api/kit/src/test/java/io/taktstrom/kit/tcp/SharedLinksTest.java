package io.taktstrom.kit.tcp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class SharedLinksTest {

    private static final class FakeLink implements SharedLinks.Link {
        private volatile boolean over;
        private volatile boolean fails;
        private final AtomicInteger looks = new AtomicInteger();

        @Override
        public void peek() {
            looks.incrementAndGet();
            if (fails) {
                throw new IllegalStateException("thrown by a test");
            }
        }

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public void giveUp(Throwable cause) {
            over = true;
        }

        @Override
        public void close() {
            over = true;
        }
    }

    /** Threads of other tests may outlive them. */
    private final String scheme = "fake" + System.identityHashCode(this);

    private final List<FakeLink> made = new ArrayList<>();
    private final SharedLinks<String, FakeLink> links = new SharedLinks<>(scheme, (key, deadline) -> {
        if (key.equals("unreachable")) {
            throw new ConnectFailedException("connect to " + key);
        }
        FakeLink link = new FakeLink();
        made.add(link);
        return link;
    });

    private SharedLinks.Use<FakeLink> open(String key) throws ConnectorException {
        return links.open(key, System.nanoTime() + 1_000_000_000, (use, joined) -> use);
    }

    @Test
    void whoSpeaksToTheSameDeviceSharesALinkThatTheLastOneCloses() throws Exception {
        SharedLinks.Use<FakeLink> one = open("a");
        SharedLinks.Use<FakeLink> two = open("a");
        SharedLinks.Use<FakeLink> other = open("b");

        assertThat(one.link()).isSameAs(two.link()).isNotSameAs(other.link());
        one.close();
        one.close();
        assertThat(two.link().isOver()).isFalse();
        two.close();
        assertThat(two.link().isOver()).isTrue();
        assertThat(open("a").link()).isNotSameAs(one.link());
        other.close();
    }

    @Test
    void aLinkThatIsOverIsReplacedForTheNext() throws Exception {
        SharedLinks.Use<FakeLink> dead = open("a");
        dead.link().close();

        SharedLinks.Use<FakeLink> next = open("a");
        dead.close();

        assertThat(next.link().isOver()).as("another one's link").isFalse();
        assertThat(open("a").link()).isSameAs(next.link());
    }

    @Test
    void whoJoinsALinkThatTurnsOutDeadGetsANewOne() throws Exception {
        open("a");
        List<Boolean> joins = new ArrayList<>();

        SharedLinks.Use<FakeLink> use = links.open("a", System.nanoTime() + 1_000_000_000, (given, joined) -> {
            joins.add(joined);
            if (joined) {
                given.link().close();
                throw new ConnectionLostException("it had been dead for long");
            }
            return given;
        });

        assertThat(joins).containsExactly(true, false);
        assertThat(use.link()).isSameAs(made.get(1));
    }

    @Test
    void whatCannotBeMadeLeavesNothingBehind() throws Exception {
        assertThatThrownBy(() -> open("unreachable")).isInstanceOf(ConnectFailedException.class);
        assertThatThrownBy(() -> links.open("a", System.nanoTime() + 1_000_000_000, (use, joined) -> {
                    throw new ConnectionLostException("refused");
                }))
                .isInstanceOf(ConnectionLostException.class);

        assertThat(made).hasSize(1).allMatch(FakeLink::isOver);
    }

    @Test
    void waitingForAnotherAttemptEndsInTime() throws Exception {
        CountDownLatch dialing = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        SharedLinks<String, FakeLink> slow = new SharedLinks<>("fake", (key, deadline) -> {
            dialing.countDown();
            try {
                released.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new ConnectFailedException("never");
        });
        Thread first = new Thread(() -> assertThatThrownBy(() -> slow.open("a", Long.MAX_VALUE, (use, joined) -> use)));
        first.start();
        assertThat(dialing.await(30, TimeUnit.SECONDS)).isTrue();

        assertThatThrownBy(() -> slow.open("a", System.nanoTime() + 1_000_000, (use, joined) -> use))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("still being made");
        released.countDown();
        first.join();
    }

    @Test
    void idleLinksAreLookedAtAndOneThatFailsEndsAlone() throws Exception {
        FakeLink sound = open("a").link();
        FakeLink broken = open("b").link();
        broken.fails = true;
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(broken::isOver);
        int looks = sound.looks.get();

        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> sound.looks.get() > looks + 1);
        sound.close();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("takt-" + scheme + "-silence")));
    }
}
