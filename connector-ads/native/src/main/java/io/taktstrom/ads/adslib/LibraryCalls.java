package io.taktstrom.ads.adslib;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Calls to a library other than requests, such as opening a port. Each takes the library's one lock, which may be held
 * by a thread that waits for a device: so each is made on a thread of its own, and given up after a while. While one is out that
 * was given up, no other is made: so there are never more threads lost than there were callers at once. Thread-safe.
 */
final class LibraryCalls {

    private volatile @Nullable String hangingIn;

    /**
     * @param function which it is, for messages
     * @param tooLate gets the result of a call that was given up
     */
    <T> T call(String function, long withinNanos, Supplier<T> call, Consumer<T> tooLate) throws LibraryHangsException {
        String other = hangingIn;
        if (other != null) {
            throw hangs(other);
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        later("call-" + function, () -> make(call, result, tooLate));
        return await(function, result, withinNanos);
    }

    /** Runs something in the background. */
    static void later(String what, Runnable work) {
        daemon(work, "takt-adslib-" + what).start();
    }

    /** A thread that keeps no process from ending. */
    static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private <T> void make(Supplier<T> call, CompletableFuture<T> result, Consumer<T> tooLate) {
        try {
            T made = call.get();
            if (!result.complete(made)) {
                hangingIn = null;
                tooLate.accept(made);
            }
        } catch (RuntimeException | Error e) {
            if (!result.completeExceptionally(e)) {
                hangingIn = null;
            }
        }
    }

    private <T> T await(String function, CompletableFuture<T> result, long withinNanos) throws LibraryHangsException {
        boolean interrupted = false;
        long deadline = System.nanoTime() + withinNanos;
        try {
            while (true) {
                try {
                    return result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    // Before, so that it is taken back by a call that returns just now.
                    hangingIn = function;
                    if (result.cancel(false)) {
                        throw hangs(function);
                    }
                    hangingIn = null;
                }
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(function + " failed: " + e.getCause(), e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static LibraryHangsException hangs(String function) {
        return new LibraryHangsException("it does not return from " + function);
    }
}
