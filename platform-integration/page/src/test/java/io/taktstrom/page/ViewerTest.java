package io.taktstrom.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.taktstrom.http.HttpStream;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ViewerTest {

    private final ManualClock clock = new ManualClock(0);
    private final Viewers viewers = new Viewers(clock);

    /** Opens as many pages as are allowed. */
    private List<Viewer> openAll() {
        List<Viewer> open = new ArrayList<>();
        for (int i = 0; i < Viewers.MAX_OPEN; i++) {
            clock.advance(Duration.ofMillis(1));
            open.add(Objects.requireNonNull(viewers.open(new HttpStream(), null)));
        }
        return open;
    }

    @Test
    void aBrowserThatHasNotTakenAFrameGetsNoOther() {
        Viewer viewer = new Viewer("v", new HttpStream(), null, clock);
        viewer.send(new byte[10]);
        assertThat(viewer.isReady()).isFalse();
        assertThat(viewer.isReady()).isFalse();
        assertThat(viewer.dropped()).isEqualTo(2);
    }

    @Test
    void thereAreOnlySoManyPagesAndAPlaceIsFreeOnceOneHasGone() {
        List<Viewer> open = openAll();
        open.forEach(each -> each.show(View.FIRST));
        assertThat(viewers.open(new HttpStream(), null)).isNull();
        open.get(0).close();
        assertThat(viewers.open(new HttpStream(), null)).isNotNull();
    }

    @Test
    void theOldestStreamThatNoPageHasAnsweredGivesWay() {
        List<Viewer> open = openAll();
        open.get(0).show(View.FIRST);
        assertThat(viewers.open(new HttpStream(), null)).isNotNull();
        assertThat(open).filteredOn(Viewer::isClosed).containsExactly(open.get(1));
    }
}
