package io.taktstrom.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    /** As a library does that believes the length that a peer states. */
    @Test
    void anAllocationThatFailsWhileTheHeapHasRoomIsNotFatal() {
        assertThatThrownBy(() -> assertThat(new long[Integer.MAX_VALUE]).isNotNull())
                .isInstanceOf(OutOfMemoryError.class)
                .satisfies(failure -> {
                    assertThat(Fatal.is(failure)).isFalse();
                    Fatal.rethrow(failure);
                });
    }

    @Test
    void errorsAboutOtherMemoryThanTheHeapAreFatal() {
        for (String message : List.of("Metaspace", "GC overhead limit exceeded", "unable to create native thread")) {
            assertThat(Fatal.is(new OutOfMemoryError(message))).isTrue();
        }
    }
}
