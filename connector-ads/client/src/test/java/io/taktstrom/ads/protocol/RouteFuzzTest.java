package io.taktstrom.ads.protocol;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.spi.MalformedFrameException;

/** Datagrams, routes and connect infos from a peer that sends anything. */
class RouteFuzzTest {

    @FuzzTest(maxDuration = "3m")
    void anyDatagramIsReadOrMalformed(byte[] bytes) {
        try {
            UdpMessage message = UdpMessage.read(bytes, bytes.length);
            Identity.of(message);
            boolean longer = message.tags().stream()
                    .anyMatch(tag ->
                            tag.text().length() > bytes.length || tag.number().isPresent() != (tag.length() == 4));
            if (longer || message.bytes().length > bytes.length) {
                throw new AssertionError("more came out than went in");
            }
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }

    @FuzzTest(maxDuration = "3m")
    void anyRouteIsReadOrMalformed(byte[] bytes) {
        try {
            RouteEntry route = RouteEntry.read(GoldenFrames.wrap(bytes).position(bytes.length));
            if (route.name().length() + route.address().length() > bytes.length
                    || route.transportName().isEmpty()) {
                throw new AssertionError("more came out than went in");
            }
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }

    @FuzzTest(maxDuration = "3m")
    void anyConnectInfoIsReadOrMalformed(byte[] bytes) {
        try {
            int length = TlsConnectInfo.messageBytes(GoldenFrames.wrap(bytes), bytes.length);
            if (length > 0 && length <= bytes.length) {
                TlsConnectInfo info = TlsConnectInfo.read(GoldenFrames.wrap(bytes), length);
                if (info.bytes().remaining() != length || info.reason().isEmpty()) {
                    throw new AssertionError("another message came out than went in: " + info);
                }
            }
        } catch (MalformedFrameException expected) {
            // The one way in which reading may end early.
        }
    }
}
