package io.taktstrom.opcua.service;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.ItemNotification;
import io.taktstrom.opcua.protocol.Notification;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.opcua.value.EventText;
import io.taktstrom.opcua.value.MiloEncoding;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers to Publish requests, with values and events in them. */
class PublishFuzzTest {

    private static WireReader reader(byte[] bytes) {
        return new WireReader().reset(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, bytes.length);
    }

    /** A header, subscription 7, two kept messages, then one with a notification of this body. */
    private static byte[] answer(int type, byte[] body) {
        return new WireWriter()
                .u8(1)
                .u8(0)
                .i16(829)
                .i64(0)
                .i32(1)
                .i32(0)
                .u8(0)
                .i32(0)
                .u8(0)
                .u8(0)
                .u8(0)
                .i32(7)
                .i32(2)
                .i32(1)
                .i32(2)
                .u8(0)
                .i32(3)
                .i64(0)
                .i32(1)
                .u8(1)
                .u8(0)
                .i16(type)
                .u8(1)
                .i32(body.length)
                .bytes(body)
                .toByteArray();
    }

    static Stream<byte[]> answers() {
        byte[] values = new WireWriter()
                .i32(1)
                .i32(5)
                .u8(1)
                .u8(Builtin.INT32)
                .i32(42)
                .i32(0)
                .toByteArray();
        byte[] events = new WireWriter()
                .i32(1)
                .i32(5)
                .i32(3)
                .u8(Builtin.STRING)
                .string("a")
                .u8(Builtin.INT32 | 0xC0)
                .i32(2)
                .i32(1)
                .i32(2)
                .i32(2)
                .i32(1)
                .i32(2)
                .u8(Builtin.DATE_TIME)
                .i64(1L << 57)
                .toByteArray();
        return Stream.of(answer(811, values), answer(916, events), answer(820, new byte[] {0, 0, 3, (byte) 0x80, 0}));
    }

    @MethodSource("answers")
    @FuzzTest(maxDuration = "5m")
    void anyBytesAreAnAnswerOrMalformed(byte[] bytes) {
        FuzzedParser.check(bytes.length, MalformedFrameException.class, () -> {
            PublishAnswer answer = PublishAnswer.read(reader(bytes));
            EventText text = new EventText();
            for (Notification notification : answer.message().notifications()) {
                if (notification instanceof ItemNotification items) {
                    items.handles(new WireReader(), handle -> {});
                    WireReader in = items.walk(new WireReader());
                    for (int i = 0; items.isEvents() && i < items.count(); i++) {
                        in.i32();
                        text.read(List.of("a", "b"), in);
                        text.time();
                    }
                }
            }
        });
    }

    static Stream<byte[]> messages() {
        return Stream.of(answers().toArray(byte[][]::new));
    }

    /** Answers of services that Milo's decoder reads. */
    @MethodSource("messages")
    @FuzzTest(maxDuration = "3m")
    void anyBytesAreAMessageOfMiloOrMalformed(byte[] bytes) {
        FuzzedParser.check(bytes.length, MalformedFrameException.class, () -> MiloEncoding.decode(reader(bytes)));
    }
}
