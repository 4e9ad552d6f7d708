package io.taktstrom.page;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.taktstrom.testkit.ManualClock;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ViewerTest {

    private final ManualClock clock = new ManualClock(0);
    private final List<Callback> taken = new ArrayList<>();
    private final List<Throwable> ended = new ArrayList<>();
    private final Content.Sink slow = (last, bytes, callback) -> taken.add(callback);
    private final Viewer viewer = new Viewer("v", slow, Callback.from(() -> {}, ended::add), clock);

    @Test
    void aBrowserThatHasNotTakenAFrameGetsNoOther() {
        viewer.send(new byte[10]);
        assertThat(viewer.isReady()).isFalse();
        assertThat(viewer.isReady()).isFalse();
        assertThat(viewer.dropped()).isEqualTo(2);
        taken.get(0).succeeded();
        assertThat(viewer.isReady()).isTrue();
        assertThat(taken).hasSize(1);
    }

    @Test
    void aBrowserThatHasGoneIsForgotten() {
        viewer.send(new byte[10]);
        taken.get(0).failed(new IOException("broken pipe"));
        assertThat(viewer.isClosed()).isTrue();
        assertThat(ended).hasSize(1);
        viewer.close();
        assertThat(ended).hasSize(1);
    }

    @Test
    void aBrowserThatDoesNotTakeAFrameInTimeIsClosed() {
        viewer.send(new byte[10]);
        clock.advance(Duration.ofSeconds(9));
        viewer.closeIfStalled(Duration.ofSeconds(10));
        assertThat(viewer.isClosed()).isFalse();
        clock.advance(Duration.ofSeconds(1));
        viewer.closeIfStalled(Duration.ofSeconds(10));
        assertThat(viewer.isClosed()).isTrue();
        assertThat(ended).singleElement().asString().contains("has not taken a frame for 10 s");
    }

    @Test
    void aBrowserThatHasTakenItsFrameMayBeLeftWithoutOneForLong() {
        viewer.send(new byte[10]);
        taken.get(0).succeeded();
        clock.advance(Duration.ofSeconds(60));
        viewer.closeIfStalled(Duration.ofSeconds(10));
        assertThat(viewer.isClosed()).isFalse();
    }

    @Test
    void thereAreOnlySoManyPagesAndAPlaceIsFreeOnceOneHasGone() {
        Viewers viewers = new Viewers(clock);
        List<Viewer> open = new ArrayList<>();
        for (int i = 0; i < Viewers.MAX_OPEN; i++) {
            open.add(Objects.requireNonNull(viewers.open(slow, Callback.NOOP)));
        }
        open.forEach(each -> each.show(View.FIRST));
        assertThat(viewers.open(slow, Callback.NOOP)).isNull();
        open.get(0).close();
        assertThat(viewers.open(slow, Callback.NOOP)).isNotNull();
    }

    @Test
    void theOldestStreamThatNoPageHasAnsweredGivesWay() {
        Viewers viewers = new Viewers(clock);
        List<Viewer> open = new ArrayList<>();
        for (int i = 0; i < Viewers.MAX_OPEN; i++) {
            clock.advance(Duration.ofMillis(1));
            open.add(Objects.requireNonNull(viewers.open(slow, Callback.NOOP)));
        }
        open.get(0).show(View.FIRST);
        assertThat(viewers.open(slow, Callback.NOOP)).isNotNull();
        assertThat(open).filteredOn(Viewer::isClosed).containsExactly(open.get(1));
    }
}
