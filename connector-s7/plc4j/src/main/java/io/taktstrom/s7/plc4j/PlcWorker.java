package io.taktstrom.s7.plc4j;

import java.lang.System.Logger.Level;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.kit.Fatal;
import io.taktstrom.s7.engine.CpuLinkSettings;
import org.apache.plc4x.java.api.PlcConnection;

/** The one thread that calls plc4j for one connection, because plc4j sleeps in the thread that asks. */
final class PlcWorker {

    private static final System.Logger LOG = System.getLogger(PlcWorker.class.getName());

    private final ScheduledExecutorService executor;

    PlcWorker(CpuLinkSettings settings) {
        executor = Executors.newSingleThreadScheduledExecutor(
                work -> daemon("takt-s7-plc4j-" + settings.host() + ":" + settings.port(), work));
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** @throws RejectedExecutionException after {@link #stop} */
    <T> Future<T> submit(Callable<T> work) {
        return executor.submit(work);
    }

    void repeat(Runnable work, long periodMillis) {
        var unused = executor.scheduleWithFixedDelay(work, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
    }

    void stop() {
        executor.shutdownNow();
    }

    /** Goes on waiting when the thread is interrupted, and keeps the interrupt for the caller. */
    static <T> T await(Future<T> result, long nanos) throws TimeoutException, ExecutionException {
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Does not wait: plc4j takes two seconds for a connection that the CPU has closed. */
    static void close(PlcConnection plc) {
        daemon("takt-s7-plc4j-close", () -> {
                    try {
                        plc.close();
                    } catch (Throwable e) {
                        LOG.log(Level.DEBUG, "closing a connection of plc4j", e);
                        Fatal.rethrow(e);
                    }
                })
                .start();
    }
}
