package io.taktstrom.opcua.server;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The threads of one server; they end with it. What comes too late for them is dropped. */
public final class ServerThreads implements AutoCloseable {

    private static final int IDLE_SECONDS = 10;
    private static final int END_SECONDS = 5;

    final NioEventLoopGroup loops;
    final ExecutorService work;
    private final ScheduledExecutorService timer;

    /**
     * Starts none yet.
     *
     * @param name all names of the threads begin so
     * @param maxWork most requests at once; while that many run, the threads that read from the sockets run what comes
     */
    public ServerThreads(String name, int maxWork) {
        loops = new NioEventLoopGroup(2, new DefaultThreadFactory(name + "-io", true));
        work = new ThreadPoolExecutor(
                0,
                maxWork,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new DefaultThreadFactory(name + "-work", true),
                new ThreadPoolExecutor.CallerRunsPolicy());
        timer = new ScheduledThreadPoolExecutor(
                2, new DefaultThreadFactory(name + "-timer", true), new ThreadPoolExecutor.DiscardPolicy());
    }

    /** For what is done again and again. */
    public ScheduledExecutorService timer() {
        return timer;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        work.shutdownNow();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(END_SECONDS, TimeUnit.SECONDS);
        try {
            // Both have been told to stop; threads that do not are daemons.
            var unused = timer.awaitTermination(END_SECONDS, TimeUnit.SECONDS)
                    && work.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
