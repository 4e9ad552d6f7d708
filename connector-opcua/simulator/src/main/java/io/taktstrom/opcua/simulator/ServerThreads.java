package io.taktstrom.opcua.simulator;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The threads of one run of the server; they end with it. What comes too late for them is dropped. */
final class ServerThreads implements AutoCloseable {

    /** All names begin so. */
    static final String NAME = "takt-opcua-simulator";

    private static final int IDLE_SECONDS = 10;
    private static final int END_SECONDS = 5;

    final NioEventLoopGroup loops = new NioEventLoopGroup(2, new DefaultThreadFactory(NAME + "-io", true));
    final ExecutorService work = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new DefaultThreadFactory(NAME + "-work", true),
            new ThreadPoolExecutor.DiscardPolicy());
    final ScheduledExecutorService timer = new ScheduledThreadPoolExecutor(
            2, new DefaultThreadFactory(NAME + "-timer", true), new ThreadPoolExecutor.DiscardPolicy());

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
