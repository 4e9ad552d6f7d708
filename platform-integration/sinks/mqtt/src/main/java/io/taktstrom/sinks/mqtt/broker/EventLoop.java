package io.taktstrom.sinks.mqtt.broker;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultithreadEventLoopGroup;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import jdk.net.ExtendedSocketOptions;

/**
 * The I/O thread of one session. It is ours and not the client library's, because ending it closes the socket at once; the
 * library's own end waits for the broker, and one that takes no more bytes would keep thread and socket for ever.
 */
final class EventLoop {

    private static final ChannelOption<Boolean> QUICK_ACK = NioChannelOption.of(ExtendedSocketOptions.TCP_QUICKACK);

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

    /**
     * Has the system acknowledge what it has received, where it can be told to. A broker that writes each answer by itself, as
     * mosquitto does, sends the second only when the first was acknowledged (Nagle), and a system that has nothing to send
     * leaves that for 40 ms.
     */
    void acknowledge() {
        for (EventExecutor loop : group) {
            try {
                loop.execute(() -> ((SingleThreadEventLoop) loop)
                        .registeredChannelsIterator()
                        .forEachRemaining(EventLoop::acknowledge));
            } catch (RejectedExecutionException e) {
                // The loop has ended; callers that wait for an answer fail.
            }
        }
    }

    private static void acknowledge(Channel channel) {
        if (channel instanceof NioSocketChannel) {
            // Without effect where the system has no such option.
            channel.config().setOption(QUICK_ACK, true);
        }
    }

    /** Closes what is open on it and ends its thread; does not wait for that. */
    @SuppressWarnings("FutureReturnValueIgnored") // no caller waits for it
    void end() {
        group.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
    }
}
