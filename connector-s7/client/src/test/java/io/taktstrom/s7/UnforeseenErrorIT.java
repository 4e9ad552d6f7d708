package io.taktstrom.s7;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.engine.CpuLinkSettings;
import io.taktstrom.s7.engine.S7Backend;
import io.taktstrom.s7.engine.Work;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.spi.ConnectionLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** An unexpected error in the thread that reads for all: all users hear of it at once, with the cause. */
@Timeout(60)
class UnforeseenErrorIT {

    private static final Duration LIMIT = Duration.ofSeconds(50);

    /** One byte, whose answer cannot be handled. */
    private static final class Broken extends Work {
        private final Error trouble;

        Broken(Error trouble) {
            this.trouble = trouble;
        }

        @Override
        public int count() {
            return 1;
        }

        @Override
        public int put(int request, ByteBuffer out, int pdu) {
            ReadVar.writeRequest(out, pdu, 0, 1);
            VarItem.write(out, ReadVar.item(pdu, 0), VarItem.BYTE, 1, 0, 0x83, 0);
            return ReadVar.REQUEST_BYTES + VarItem.BYTES;
        }

        @Override
        public void answer(int request, ByteBuffer in, int pdu) {
            throw trouble;
        }

        @Override
        public void refused(int request, int error) {
            throw trouble;
        }
    }

    @Test
    void endsTheConnectionWithItsCause() throws Exception {
        StackOverflowError trouble = new StackOverflowError("deep");
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Carrier first = open(cpu);
                Carrier second = open(cpu)) {
            assertThatThrownBy(() -> first.run(new Broken(trouble)))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("127.0.0.1")
                    .hasMessageContaining("unexpected error")
                    .hasRootCause(trouble);
            for (Carrier session : new Carrier[] {first, second}) {
                assertThatThrownBy(() -> session.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .hasRootCause(trouble);
            }
        }
    }

    @Test
    void aFatalErrorEndsTheThreadThatReads() throws Exception {
        InternalError trouble = new InternalError("the virtual machine is broken");
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> ended.complete(error));
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Carrier session = open(cpu)) {
            Throwable thrown = catchThrowable(() -> session.run(new Broken(trouble)));
            if (thrown != trouble) {
                // The thread that looks at idle links has read the answer.
                assertThat(thrown).isInstanceOf(ConnectionLostException.class).hasRootCause(trouble);
                assertThat(ended.get(30, TimeUnit.SECONDS)).isSameAs(trouble);
            }
            assertThatThrownBy(session::requireOpen).hasRootCause(trouble);
            assertThat(session.closed().toCompletableFuture()).failsWithin(Duration.ofSeconds(30));
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    private static Carrier open(ScriptedCpu cpu) throws Exception {
        CpuLinkSettings settings =
                new CpuLinkSettings("127.0.0.1", cpu.port(), 0x0100, 0x0201, "", 480, 8, Duration.ZERO, Duration.ZERO);
        return S7Backend.open("java", settings, LIMIT, LIMIT);
    }
}
