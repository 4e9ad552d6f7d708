package io.taktstrom.opcua.stack;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;

import org.eclipse.milo.opcua.stack.core.encoding.DataTypeCodec;
import org.eclipse.milo.opcua.stack.core.encoding.UaDecoder;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseResponse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** An exhausted heap must not end as one more lost connection, whoever catches it on its way. */
class FatalDecodingTest {

    private final OutOfMemoryError exhausted = new OutOfMemoryError("made by a test");

    /** Milo's thread logs what decoding throws, and closes the connection. */
    @Test
    void whatIsFatalInDecodingReachesTheHandlerOfItsThread() throws InterruptedException {
        LinkEncoding encoding = new LinkEncoding(1 << 20);
        DataTypeCodec codec = Objects.requireNonNull(LinkTypes.ALL.getCodec(BrowseResponse.BINARY_ENCODING_ID
                .toNodeId(encoding.getNamespaceTable())
                .orElseThrow()));
        UaDecoder decoder = (UaDecoder) Proxy.newProxyInstance(
                UaDecoder.class.getClassLoader(), new Class<?>[] {UaDecoder.class}, (self, method, arguments) -> {
                    throw exhausted;
                });
        List<Throwable> heard = new ArrayList<>();
        Thread loop = new Thread(
                () -> assertThatThrownBy(() -> codec.decode(encoding, decoder)).isSameAs(exhausted));
        loop.setUncaughtExceptionHandler((thread, failure) -> heard.add(failure));
        loop.start();
        loop.join();
        assertThat(heard).containsExactly(exhausted);
        assertThat(encoding.failure()).isSameAs(exhausted);
    }

    @Test
    void whatIsFatalInAFutureIsThrownByWhoWaitsForIt() {
        assertThatThrownBy(() ->
                        Failures.of("read", new ExecutionException(exhausted), null, new MessageLimit(1, "raise it")))
                .isSameAs(exhausted);
    }
}
