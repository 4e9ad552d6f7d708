package io.taktstrom.opcua.service;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.taktstrom.opcua.protocol.ItemNotification;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.testkit.AllocationMeter;
import org.eclipse.milo.opcua.stack.core.encoding.DefaultEncodingContext;
import org.eclipse.milo.opcua.stack.core.encoding.binary.OpcUaBinaryEncoder;
import org.eclipse.milo.opcua.stack.core.types.UaMessageType;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.DiagnosticInfo;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.structured.NotificationMessage;
import org.eclipse.milo.opcua.stack.core.types.structured.PublishResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.ResponseHeader;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/** Answers as Milo's own encoder writes them. */
class PublishAnswerTest {

    private static final ResponseHeader HEADER =
            new ResponseHeader(DateTime.MIN_VALUE, uint(1), StatusCode.GOOD, DiagnosticInfo.NULL_VALUE, null, null);

    /** No items, no diagnostics. */
    private static final byte[] NO_VALUES = {0, 0, 0, 0, -1, -1, -1, -1};

    /** Behind a type's 4 bytes and the header's 24: subscription 4, kept 4 and 4 each, more 1, number 4, time 8. */
    private static final int KEPT = 4 + 24 + 4;

    private static final int NOTIFICATIONS = KEPT + 4 + 2 * 4 + 1 + 4 + 8;

    private static NotificationMessage message(byte[] body) {
        ExtensionObject[] notifications = {ExtensionObject.of(ByteString.of(body), new NodeId(0, 811))};
        return new NotificationMessage(uint(4_000_000_000L), DateTime.now(), notifications);
    }

    private static ByteBuf published(byte[] body) {
        UInteger[] kept = {uint(3), uint(4_000_000_000L)};
        return encoded(new PublishResponse(
                HEADER, uint(3_000_000_000L), kept, true, message(body), null, new DiagnosticInfo[0]));
    }

    private static ByteBuf encoded(UaMessageType message) {
        ByteBuf buffer = Unpooled.buffer();
        new OpcUaBinaryEncoder(DefaultEncodingContext.INSTANCE)
                .setBuffer(buffer)
                .encodeMessage(null, message);
        return buffer;
    }

    private static PublishAnswer decoded(ByteBuf message) throws MalformedFrameException {
        ByteBuffer bytes = message.nioBuffer().order(ByteOrder.LITTLE_ENDIAN);
        return PublishAnswer.read(new WireReader().reset(bytes, 0, bytes.limit()));
    }

    @Test
    void anAnswerHasItsSubscriptionWhatIsKeptAndItsMessage() throws Exception {
        PublishAnswer answer = decoded(published(NO_VALUES));
        assertThat(answer.subscription()).isEqualTo(3_000_000_000L);
        assertThat(answer.kept()).containsExactly(3L, 4_000_000_000L);
        assertThat(answer.more()).isTrue();
        assertThat(answer.message().number()).isEqualTo(4_000_000_000L);
        assertThat(answer.message().notifications()).hasSize(1).first().isInstanceOf(ItemNotification.class);
    }

    @Test
    void aMalformedNotificationIsRefusedInWords() {
        assertThatThrownBy(() -> decoded(published(new byte[] {9, 0, 0, 0})))
                .hasMessageContaining("a count of 9 with 0 bytes left")
                .hasMessageNotContaining("Exception");
    }

    @Test
    void anAnswerThatEndsTooEarlyIsRefusedWhereverThatIs() {
        ByteBuf whole = published(NO_VALUES);
        // Behind the message, results and diagnostics of 4 bytes each are not read.
        for (int length = 0; length < whole.readableBytes() - 8; length++) {
            ByteBuf cut = whole.slice(0, length);
            assertThatThrownBy(() -> decoded(cut)).as("%d bytes", length).isInstanceOf(MalformedFrameException.class);
        }
    }

    /** Thirty million notifications, or numbers, in a hundred bytes. */
    @Test
    void aCountOfMoreThanTheBytesHoldCostsNoMemory() throws Exception {
        for (int at : new int[] {KEPT, NOTIFICATIONS}) {
            ByteBuf answer = published(NO_VALUES);
            answer.setIntLE(at, 30_000_000);
            double bytes = AllocationMeter.currentThread()
                    .bytesPerOperation(
                            10,
                            () -> assertThatThrownBy(() -> decoded(answer))
                                    .isInstanceOf(MalformedFrameException.class));
            assertThat(bytes).as("count at %d", at).isLessThan(1 << 20);
        }
    }
}
