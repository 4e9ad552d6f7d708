package io.taktstrom.sinks.mqtt.broker;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.netty.channel.MultithreadEventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.FastThreadLocalThread;

/**
 * The I/O thread of one session. It is ours and not the client library's, because ending it closes the socket at once; the
 * library's own end waits for the broker, and one that takes no more bytes would keep thread and socket for ever.
 */
final class EventLoop {

    final MultithreadEventLoopGroup group;

    EventLoop(String name) {
        group = create(work -> {
            Thread thread = new FastThreadLocalThread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The library takes channels of epoll wherever that is on the class path, and those want loops of their kind. */
    private static MultithreadEventLoopGroup create(ThreadFactory threads) {
        String epoll = "io.netty.channel.epoll.Epoll";
        try {
            if (Boolean.TRUE.equals(
                    Class.forName(epoll).getMethod("isAvailable").invoke(null))) {
                return Class.forName(epoll + "EventLoopGroup")
                        .asSubclass(MultithreadEventLoopGroup.class)
                        .getConstructor(int.class, ThreadFactory.class)
                        .newInstance(1, threads);
            }
        } catch (ReflectiveOperationException e) {
            // Not there, as with takt itself.
        }
        return new NioEventLoopGroup(1, threads);
    }

    /** Closes what is open on it and ends its thread; does not wait for that. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody is left to tell
    void end() {
        group.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
    }
}
