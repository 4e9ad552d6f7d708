package io.taktstrom.kit.tcp;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class SilenceWatchTest {

    private static final class Link implements SilenceWatch.Watched {
        final AtomicInteger looks = new AtomicInteger();
        final AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();
        private final @Nullable Error trouble;

        Link(@Nullable Error trouble) {
            this.trouble = trouble;
        }

        @Override
        public void peek() {
            looks.incrementAndGet();
            if (trouble != null) {
                throw trouble;
            }
        }

        @Override
        public boolean isOver() {
            return cause.get() != null;
        }

        @Override
        public void giveUp(Throwable why) {
            cause.set(why);
        }
    }

    @Test
    void aLinkThatItCannotHandleEndsWithTheCauseAndNoOther() {
        SilenceWatch watch = new SilenceWatch("takt-test-silence");
        Link healthy = new Link(null);
        Link odd = new Link(new NoClassDefFoundError("gone"));
        watch.add(odd);
        watch.add(healthy);

        await().until(() -> odd.isOver() && healthy.looks.get() > 2);

        assertThat(odd.cause.get()).hasMessage("gone");
        assertThat(odd.looks).hasValue(1);
        healthy.giveUp(new IllegalStateException("the test is over"));
    }

    @Test
    void watchesAgainAfterWhatNoThreadSurvives() {
        SilenceWatch watch = new SilenceWatch("takt-test-silence");
        Link last = new Link(new InternalError("the virtual machine says so"));
        AtomicReference<@Nullable Throwable> heard = new AtomicReference<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, what) -> heard.set(what));
        try {
            watch.add(last);
            await().dontCatchUncaughtExceptions().until(() -> heard.get() != null);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(last.isOver()).isTrue();

        Link next = new Link(null);
        await().dontCatchUncaughtExceptions().until(() -> {
            // The thread that has ended may still be on its way out.
            watch.add(next);
            return next.looks.get() > 0;
        });
        next.giveUp(new IllegalStateException("the test is over"));
    }
}
