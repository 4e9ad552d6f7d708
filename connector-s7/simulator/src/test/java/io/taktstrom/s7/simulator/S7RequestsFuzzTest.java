package io.taktstrom.s7.simulator;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** What any client sends to the simulated CPU, request after request: answers that fit, or the end of the connection. */
class S7RequestsFuzzTest {

    private static final int BUFFER = 8192;
    private static final Cpu CPU = new Cpu(S7Model.demo(), 1, EpochNanoClock.system());

    /** Each with its length in two bytes before it. */
    private static byte[] requests(String... pdus) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String hex : pdus) {
            byte[] pdu = HexFormat.of().parseHex(hex.replace(" ", ""));
            all.write(pdu.length >> 8);
            all.write(pdu.length);
            all.writeBytes(pdu);
        }
        return all.toByteArray();
    }

    static Stream<byte[]> requests() {
        String setup = "32 01 0000 0001 0008 0000 f0 00 0001 0001 00f0";
        String read = "32 01 0000 0002 000e 0000 04 01 12 0a 10 02 0004 0001 84 000000";
        String write = "32 01 0000 0003 000e 0005 05 01 12 0a 10 02 0001 0001 84 000000 00 04 0008 01";
        String list = "32 07 0000 0004 0008 0008 000112 04 11 44 01 00 ff 09 0004 0011 0000";
        String small = "32 01 0000 0001 0008 0000 f0 00 0001 0001 001a";
        String stop = "32 01 0000 0005 0010 0000 29 0000000000 09 505f50524f4752414d";
        return Stream.of(
                requests(setup, read, write, list, stop),
                requests(small, list, read),
                requests(read),
                requests(setup, list));
    }

    @MethodSource("requests")
    @FuzzTest(maxDuration = "5m")
    void anyRequestsAreAnswered(byte[] bytes) {
        FuzzedParser.check(bytes.length, MalformedFrameException.class, () -> {
            S7RequestHandler handler = new S7RequestHandler(CPU);
            ByteBuffer in = ByteBuffer.allocate(BUFFER);
            ByteBuffer out = ByteBuffer.allocate(BUFFER);
            int at = 0;
            while (at + 2 <= bytes.length) {
                int length = Math.min(((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF), bytes.length - at - 2);
                if (length > BUFFER) {
                    return;
                }
                in.put(0, bytes, at + 2, length);
                at += 2 + length;
                S7Header.check(in, 0, length);
                S7RequestHandler.function(in);
                int answer = handler.answer(in, length, out);
                if (answer != 0) {
                    S7Header.check(out, 0, answer);
                }
            }
        });
    }
}
