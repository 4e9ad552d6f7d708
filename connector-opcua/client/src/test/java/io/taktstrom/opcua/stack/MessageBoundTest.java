package io.taktstrom.opcua.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MessageBoundTest {

    private static final int MAX = 100_000;

    private final List<UaException> told = new ArrayList<>();
    private final EmbeddedChannel channel =
            new EmbeddedChannel(new MessageBound(new MessageLimit(MAX, "raise this"), told::add));

    private static ByteBuf chunk(char kind, int size) {
        ByteBuf chunk = Unpooled.buffer(size);
        chunk.writeBytes(new byte[] {'M', 'S', 'G', (byte) kind}).writeIntLE(size);
        return chunk.writeZero(size - 8);
    }

    @Test
    void messagesWithinTheBoundPassWhateverTheirNumber() {
        for (int i = 0; i < 10; i++) {
            channel.writeInbound(chunk('C', MAX / 2), chunk('F', MAX / 2));
        }
        assertThat(channel.inboundMessages()).hasSize(20);
        assertThat(told).isEmpty();
        channel.finishAndReleaseAll();
    }

    @Test
    void aMessageThatOutgrowsTheBoundIsRefusedBeforeItsEnd() {
        channel.writeInbound(chunk('C', MAX / 2), chunk('C', MAX / 2));
        assertThatThrownBy(() -> channel.writeInbound(chunk('C', MAX / 2)))
                .isInstanceOf(UaException.class)
                .hasMessageContaining("an answer has more than 100000 bytes; raise this, or lower maxNodesPerRequest");
        assertThat(told).hasSize(1);
        channel.finishAndReleaseAll();
    }

    @Test
    void chunksWithoutContentAreNotForFree() {
        assertThatThrownBy(() -> {
                    for (int i = 0; i < MAX; i++) {
                        channel.writeInbound(chunk('C', 24));
                    }
                })
                .isInstanceOf(UaException.class);
        channel.finishAndReleaseAll();
    }

    @Test
    void whereTheBytesAreCutPlaysNoPart() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        ByteBuf all = Unpooled.buffer();
        for (int i = 0; i < 200; i++) {
            ByteBuf chunk = chunk(i % 3 == 2 ? 'F' : 'C', 8 + random.nextInt(MAX / 4));
            all.writeBytes(chunk);
            chunk.release();
        }
        while (all.isReadable()) {
            channel.writeInbound(all.readRetainedSlice(Math.min(all.readableBytes(), 1 + random.nextInt(5000))));
        }
        assertThat(told).as("seed " + seed).isEmpty();
        all.release();
        channel.finishAndReleaseAll();
    }

    @Test
    void whatAnAcknowledgePutsFirstComesAfterTheBound() {
        ChannelInboundHandlerAdapter messages = new ChannelInboundHandlerAdapter();
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            private int bytes;

            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                ReferenceCountUtil.release(message);
                bytes++;
                if (bytes == 28) {
                    context.executor().execute(() -> context.pipeline().addFirst(messages));
                }
            }
        });
        byte[] acknowledge = new byte[28];
        System.arraycopy(new byte[] {'A', 'C', 'K', 'F', 28}, 0, acknowledge, 0, 5);
        for (byte each : acknowledge) {
            channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {each}));
            channel.runPendingTasks();
        }
        assertThat(channel.pipeline().first()).isInstanceOf(MessageBound.class);
        assertThat(channel.pipeline().names()).hasSize(4);
        assertThatThrownBy(() -> channel.writeInbound(chunk('C', 2 * MAX))).isInstanceOf(UaException.class);
        channel.finishAndReleaseAll();
    }

    /** As after a connect timeout: the client has given the connection up, and its handlers are gone. */
    @Test
    void anAcknowledgeThatComesTooLateChangesNothing() {
        channel.pipeline().addLast("after", new ChannelInboundHandlerAdapter());
        channel.pipeline().addFirst("before", new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                context.fireChannelRead(message);
                context.pipeline().remove(MessageBound.class);
            }
        });
        byte[] acknowledge = new byte[28];
        System.arraycopy(new byte[] {'A', 'C', 'K', 'F', 28}, 0, acknowledge, 0, 5);
        channel.writeInbound(Unpooled.wrappedBuffer(acknowledge));
        channel.runPendingTasks();
        channel.checkException();
        assertThat(channel.pipeline().get(MessageBound.class)).isNull();
        channel.finishAndReleaseAll();
    }

    @Test
    void aSizeThatMakesNoSenseIsLeftToWhoReadsTheMessage() {
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {'M', 'S', 'G', 'F', 0, 0, 0, 0, 1, 2, 3}));
        assertThat(channel.inboundMessages()).hasSize(1);
        channel.finishAndReleaseAll();
    }
}
