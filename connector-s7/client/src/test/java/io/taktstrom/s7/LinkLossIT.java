package io.taktstrom.s7;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.RequestTimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a link does about silence, and about a CPU that goes away. */
@Timeout(120)
class LinkLossIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final String SHORT = "requestTimeout=2s";

    @Test
    void silenceEndsTheLinkAndALateAnswerIsNobodys() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect(SHORT)) {
            PointGroup group = connection.resolve(Scattered.points(1));
            cpu.script((request, wire) -> {});
            assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("given up");
            Scattered.assertDead(connection);
        }
    }

    @Test
    void aRequestThatAloneIsNotAnsweredDoesNotEndTheLink() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer())).granting(2, 240);
                Connection patient = cpu.connect("");
                Connection connection = cpu.connect("requestTimeout=2s")) {
            PointGroup lost = connection.resolve(List.of(DataPoint.of("MB1")));
            PointGroup kept = patient.resolve(Scattered.points(1));
            List<byte[]> late = new CopyOnWriteArrayList<>();
            AtomicBoolean over = new AtomicBoolean();
            cpu.script((request, wire) -> {
                boolean memory = request.frame().get(CotpData.PAYLOAD + 20) == (byte) 0x83;
                if (memory) {
                    late.add(request.answer());
                } else {
                    wire.send(request.answer());
                }
            });
            CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> {
                try {
                    SampleBatch batch = kept.newBatch();
                    while (!over.get()) {
                        patient.read(kept, batch);
                    }
                    return true;
                } catch (ConnectorException e) {
                    throw new AssertionError(e);
                }
            });
            assertThatThrownBy(() -> connection.read(lost, lost.newBatch()))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("others were answered");
            over.set(true);
            assertThat(other.get(60, TimeUnit.SECONDS)).isTrue();
            cpu.sendToAll(late.get(0));
            cpu.script((request, wire) -> wire.send(request.answer()));
            SampleBatch batch = lost.newBatch();
            connection.read(lost, batch);
            assertThat(batch.longAt(0)).isEqualTo(1);
        }
    }

    @Test
    void aBeginningWithoutAnEndIsGivenUpInTime() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect(SHORT)) {
            PointGroup group = connection.resolve(Scattered.points(1));
            cpu.script((request, wire) -> wire.send(Arrays.copyOf(request.answer(), 20)));
            assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                    .isInstanceOf(RequestTimeoutException.class);
            Scattered.assertDead(connection);
        }
    }

    @Test
    void anIdleLinkThatTheCpuClosesIsNoticed() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect("")) {
            cpu.hangUp();
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(ConnectionLostException.class);
        }
    }

    @Test
    void anIdleLinkThatHasFallenSilentIsNoticedByItsHeartbeat() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect("heartbeatInterval=100ms&heartbeatTimeout=1500ms")) {
            Awaitility.await().atMost(LIMIT).until(() -> cpu.requests() >= 2);
            assertThat(connection.closed().toCompletableFuture()).isNotDone();
            cpu.script((request, wire) -> {});
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("no answer to the heartbeat within 1500ms");
        }
    }

    @Test
    void anInterruptDoesNoHarmAndIsKept() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()));
                Connection connection = cpu.connect("")) {
            PointGroup group = connection.resolve(Scattered.points(1));
            SampleBatch batch = group.newBatch();
            Thread.currentThread().interrupt();
            connection.read(group, batch);
            assertThat(Thread.interrupted()).isTrue();
            Scattered.assertGood(batch);
        }
    }
}
