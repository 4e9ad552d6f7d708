package io.taktstrom.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FatalTest {

    @Test
    void whatAFutureWouldKeepToItselfReachesTheHandlerOfItsThread() throws InterruptedException {
        List<Throwable> heard = new ArrayList<>();
        OutOfMemoryError exhausted = new OutOfMemoryError("made by a test");
        CompletableFuture<Void> future = new CompletableFuture<>();
        var unused = future.whenComplete((nothing, failure) -> {
            Fatal.report(new IllegalStateException("of no account"));
            Fatal.report(new StackOverflowError());
            Fatal.report(exhausted);
        });
        Thread thread = new Thread(() -> future.complete(null));
        thread.setUncaughtExceptionHandler((whose, failure) -> heard.add(failure));

        thread.start();
        thread.join();

        assertThat(heard).containsExactly(exhausted);
    }
}
