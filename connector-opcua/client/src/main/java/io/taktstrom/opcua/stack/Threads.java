package io.taktstrom.opcua.stack;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * The threads that all connections share, for the life of the JVM: few, whatever the number of connections. None of
 * them ever waits for an answer. What must wait at the end of a connection has a short-lived one of its own.
 */
final class Threads {

    static final NioEventLoopGroup LOOPS = new NioEventLoopGroup(
            Math.max(2, Math.min(4, Runtime.getRuntime().availableProcessors())),
            new DefaultThreadFactory("takt-opcua-io", true));

    static final HashedWheelTimer TIMER =
            new HashedWheelTimer(new DefaultThreadFactory("takt-opcua-timer", true), 10, TimeUnit.MILLISECONDS);

    /** For what happens once and may have to wait. */
    static final Executor OF_ITS_OWN = task -> {
        Thread thread = new Thread(task, "takt-opcua-end");
        thread.setDaemon(true);
        thread.start();
    };

    private Threads() {}
}
