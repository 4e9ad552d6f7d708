package io.taktstrom.sinks.mqtt.broker;

import java.net.InetAddress;
import java.net.ServerSocket;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

class EventLoopIT {

    private static final ChannelOption<Boolean> QUICK_ACK = NioChannelOption.of(ExtendedSocketOptions.TCP_QUICKACK);

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatWasReceivedIsAcknowledgedAtOnceWhenACallerWaits() throws Exception {
        EventLoop loop = new EventLoop("takt-mqtt-io-test");
        try (ServerSocket broker = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Channel channel = new Bootstrap()
                    .group(loop.group)
                    .channel(NioSocketChannel.class)
                    .handler(new ChannelInboundHandlerAdapter())
                    .connect(broker.getLocalSocketAddress())
                    .sync()
                    .channel();
            channel.config().setOption(QUICK_ACK, false);
            assertThat(channel.config().getOption(QUICK_ACK)).isFalse();

            loop.acknowledge();

            Awaitility.await().until(() -> channel.config().getOption(QUICK_ACK));
            channel.close().sync();
        } finally {
            loop.end();
        }
    }

    @Test
    void nothingIsAskedOfALoopThatHasEnded() {
        EventLoop loop = new EventLoop("takt-mqtt-io-test");
        loop.end();
        loop.group.terminationFuture().syncUninterruptibly();

        assertThatNoException().isThrownBy(loop::acknowledge);
    }
}
