package io.taktstrom.kit;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FatalTest {

    @Test
    void whatAPoolWouldKeepReachesTheHandlerWhenItIsFatal() throws Exception {
        List<Throwable> heard = new ArrayList<>();
        OutOfMemoryError exhausted = new OutOfMemoryError("Java heap space");
        Thread thread = new Thread(() -> {
            Fatal.report(new IllegalStateException("no"));
            Fatal.report(new StackOverflowError("unwound"));
            Fatal.report(exhausted);
        });
        thread.setUncaughtExceptionHandler((who, what) -> heard.add(what));
        thread.start();
        thread.join();

        assertThat(heard).containsExactly(exhausted);
    }
}
