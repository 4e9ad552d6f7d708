package io.taktstrom.ads.adslib;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LibraryLaneTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final FakeAdsLib library = new FakeAdsLib("fake-lane", new NotificationHub());
    private final FakeAdsPort port = port();
    private final LibraryLane lane = new LibraryLane(port, 100, false, "lane-test");

    private FakeAdsPort port() {
        AmsAddress target = AmsAddress.parse("5.1.2.3.1.1:851");
        library.addRoute(target.netId(), "10.0.0.5");
        return new FakeAdsPort(library, target);
    }

    @Test
    void shortAndLongAnswersAreTheSame() throws Exception {
        lane.in(1_000);
        assertThat(lane.request(AdsCommand.READ, 1, 7, 4, 0)).isZero();
        assertThat(lane.in(4).getInt(0)).isEqualTo(7);
        assertThat(lane.request(AdsCommand.READ, 1, 8, 1_000, 0)).isZero();
        assertThat(lane.in(4).getInt(996)).isEqualTo(8);
        assertThat(lane.port().received()).isEqualTo(1_000);
        lane.close();
    }

    @Test
    void aRequestThatNeverReturnsIsGivenUp() throws Exception {
        lane.in(1_000);
        CompletableFuture<Void> release = port.hang();
        assertThatThrownBy(() -> lane.request(AdsCommand.READ, 1, 8, 1_000, 0))
                .isInstanceOf(LibraryHangsException.class);
        CompletableFuture<Void> free = CompletableFuture.runAsync(lane::awaitReturn);
        assertThat(free).as("what it uses").isNotDone();
        release.complete(null);
        free.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        lane.close();
        assertThat(library.crashes()).isEmpty();
    }

    @Test
    void whereAskedForTheCallerAwaitsShortAnswersItself() throws Exception {
        LibraryLane direct = new LibraryLane(port, 100, true, "lane-direct");
        direct.in(2_000);
        assertThat(direct.request(AdsCommand.READ, 1, 7, 4, 0)).isZero();
        assertThat(direct.in(4).getInt(0)).isEqualTo(7);
        assertThat(threads("lane-direct")).as("threads, after a short answer").isZero();
        assertThat(direct.request(AdsCommand.READ, 1, 8, 1_400, 0)).isZero();
        assertThat(threads("lane-direct")).as("threads, after a long answer").isOne();
        direct.close();
    }

    private static long threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .count();
    }

    @Test
    void handingOverAllocatesNothing() throws Exception {
        LibraryLane always = new LibraryLane(port, 10_000, false, "lane-always");
        Thread self = Thread.currentThread();
        AllocationMeter.threads(thread -> thread == self || thread.getName().equals("lane-always"))
                .assertZeroPerOperation(1_000, () -> always.request(AdsCommand.WRITE, 1, 8, 0, 4));
        always.close();
    }
}
