package io.taktstrom.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ViewerTest {

    private final List<Callback> taken = new ArrayList<>();
    private final List<Throwable> ended = new ArrayList<>();
    private final Content.Sink slow = (last, bytes, callback) -> taken.add(callback);
    private final Viewer viewer = new Viewer("v", slow, Callback.from(() -> {}, ended::add));

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
    void thereAreOnlySoManyPagesAndAPlaceIsFreeOnceOneHasGone() {
        Viewers viewers = new Viewers();
        Viewer first = Objects.requireNonNull(viewers.open(slow, Callback.NOOP));
        for (int i = 1; i < Viewers.MAX_OPEN; i++) {
            assertThat(viewers.open(slow, Callback.NOOP)).isNotNull();
        }
        assertThat(viewers.open(slow, Callback.NOOP)).isNull();
        first.close();
        assertThat(viewers.open(slow, Callback.NOOP)).isNotNull();
    }
}
