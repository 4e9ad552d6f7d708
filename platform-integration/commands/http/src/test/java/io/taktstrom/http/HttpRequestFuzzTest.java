package io.taktstrom.http;

import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** What any client sends before the body. */
class HttpRequestFuzzTest {

    static Stream<byte[]> heads() {
        return FuzzedParser.texts(
                "POST /commands?x=1 HTTP/1.1\r\nHost: localhost:80\r\nContent-Length: 12\r\nAccept: a\r\naccept: b\r\n\r\n",
                "GET / HTTP/1.0\n\n",
                "HEAD * HTTP/1.1\r\nHost: [::1]\r\n folded\r\n\r\n");
    }

    @MethodSource("heads")
    @FuzzTest(maxDuration = "2m")
    void anyBytesAreAHeadOrNone(byte[] bytes) {
        FuzzedParser.check(bytes.length, () -> {
            HttpRequest request = HttpRequest.ofHead(bytes, bytes.length, "127.0.0.1");
            if (request != null) {
                request.bodyBytes();
                request.isHead();
                new HostNames(java.util.List.of("plant")).isCalledIn(request);
                if (request.path().indexOf('?') >= 0
                        || request.headers().keySet().stream().anyMatch(String::isBlank)) {
                    throw new AssertionError(request.toString());
                }
            }
        });
    }
}
