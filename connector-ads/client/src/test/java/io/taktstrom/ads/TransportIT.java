package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.RequestTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Requests and answers over one connection: in pieces, out of order, late, and from many threads. */
@Timeout(120)
class TransportIT {

    private static final int READ = 2;

    private final SmallPlc plc = new SmallPlc().dints(64);

    private static boolean isValueRead(Request request) {
        return request.command() == READ && request.group() == 0x4040;
    }

    private static long read(Connection connection, int index) throws Exception {
        ByteBuffer into = Request.little(4);
        AdsConnection.of(connection).read(0x4040, 4 * index, into);
        return into.getInt(0);
    }

    @Test
    void answersOutOfOrderFindTheirRequests() throws Exception {
        long seed = 7;
        Random random = new Random(seed);
        List<byte[]> waiting = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    if (!isValueRead(request)) {
                        plc.on(request, wire);
                        return;
                    }
                    synchronized (waiting) {
                        waiting.add(plc.answer(request));
                        if (waiting.size() == 8) {
                            java.util.Collections.shuffle(waiting, random);
                            ByteBuffer all = ByteBuffer.allocate(8 * 64);
                            waiting.forEach(all::put);
                            waiting.clear();
                            byte[] bytes = new byte[all.position()];
                            all.get(0, bytes);
                            wire.send(bytes);
                        }
                    }
                });
                Connection connection = peer.connect("")) {
            List<Future<?>> results = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                int thread = t;
                results.add(threads.submit(() -> {
                    for (int i = 0; i < 200; i++) {
                        int index = (thread * 7 + i) % 64;
                        assertThat(read(connection, index)).as("seed %d", seed).isEqualTo(index);
                    }
                    return null;
                }));
            }
            for (Future<?> result : results) {
                result.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void partsOfAGroupAreOnTheirWayTogether() throws Exception {
        CountDownLatch both = new CountDownLatch(3);
        List<byte[]> answers = new ArrayList<>();
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    if (request.group() != 0xF080) {
                        plc.on(request, wire);
                        return;
                    }
                    // No answer before all three requests are here.
                    answers.add(plc.answer(request));
                    both.countDown();
                    if (both.getCount() == 0) {
                        for (byte[] answer : answers) {
                            wire.send(answer);
                        }
                    }
                });
                Connection connection = peer.connect("maxSumCommands=20")) {
            PointGroup group = connection.resolve(SmallPlc.points(60));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(batch.longAt(59)).isEqualTo(59);
        }
    }

    /** For a server that takes no more than one at a time. */
    @Test
    void noMoreRequestsAreOnTheirWayThanAllowed() throws Exception {
        AtomicReference<Request> open = new AtomicReference<>();
        List<String> wrong = new ArrayList<>();
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    if (!open.compareAndSet(null, request)) {
                        wrong.add("two at once");
                    }
                    byte[] answer = plc.answer(request);
                    open.set(null);
                    wire.send(answer);
                });
                Connection connection = peer.connect("maxInFlight=1&maxSumCommands=2")) {
            PointGroup group = connection.resolve(SmallPlc.points(20));
            connection.read(group, group.newBatch());
            assertThat(wrong).isEmpty();
        }
    }

    @Test
    void aSilentPeerIsATimeoutAndTheEndOfTheSession() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                Connection connection = peer.connect("requestTimeout=300ms")) {
            peer.script((request, wire) -> {});
            assertThatThrownBy(() -> read(connection, 1))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("Read 0x4040:0x4 at 5.1.2.3.1.1:851: no answer in time");
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(RequestTimeoutException.class);
            assertThatThrownBy(() -> read(connection, 1)).isInstanceOf(ConnectionLostException.class);
        }
    }

    @Test
    void oneUnansweredRequestAmongOthersIsOnlyThatRequest() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    if (!isValueRead(request) || request.offset() != 4) {
                        plc.on(request, wire);
                    }
                });
                Connection connection = peer.connect("requestTimeout=400ms")) {
            Future<Long> lost = threads.submit(() -> read(connection, 1));
            while (!lost.isDone()) {
                assertThat(read(connection, 2)).isEqualTo(2);
            }
            assertThatThrownBy(lost::get).hasCauseInstanceOf(RequestTimeoutException.class);
            assertThat(read(connection, 3)).isEqualTo(3);
            assertThat(connection.closed().toCompletableFuture()).isNotDone();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aLateAndAnUnsolicitedAnswerMatchNoOtherRequest() throws Exception {
        List<byte[]> late = new ArrayList<>();
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                Connection connection = peer.connect("requestTimeout=300ms")) {
            peer.script((request, wire) -> {
                if (isValueRead(request) && request.offset() == 4) {
                    late.add(plc.answer(request));
                    // Something has to come, or the connection would be given up.
                    wire.send(request.answer(0, 0x7FFFFF00, new byte[8]));
                } else {
                    for (byte[] answer : late) {
                        wire.send(answer);
                        wire.send(answer);
                    }
                    plc.on(request, wire);
                }
            });
            assertThatThrownBy(() -> read(connection, 1)).isInstanceOf(RequestTimeoutException.class);
            for (int i = 2; i < 60; i++) {
                assertThat(read(connection, i)).isEqualTo(i);
            }
            for (int round = 0; round < 600; round++) {
                assertThat(read(connection, 9)).isEqualTo(9);
            }
        }
    }

    /** An interrupt would close a channel that blocks, under everybody who shares it. */
    @Test
    void anInterruptedCallerGetsItsAnswerAndKeepsItsFlag() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    if (isValueRead(request)) {
                        java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
                    }
                    plc.on(request, wire);
                });
                Connection connection = peer.connect("")) {
            Thread caller = Thread.currentThread();
            caller.interrupt();
            assertThat(read(connection, 5)).isEqualTo(5);
            assertThat(Thread.interrupted()).isTrue();
            ExecutorService threads = Executors.newSingleThreadExecutor();
            try {
                Future<Long> waiting = threads.submit(() -> read(connection, 6));
                threads.shutdownNow();
                assertThat(waiting.get(30, TimeUnit.SECONDS)).isEqualTo(6);
            } finally {
                threads.shutdownNow();
            }
            assertThat(read(connection, 7)).isEqualTo(7);
        }
    }

    @Test
    void closingCutsOffACallThatWaits() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (ScriptedPeer peer = new ScriptedPeer(plc)) {
            Connection connection = peer.connect("requestTimeout=100s");
            Connection other = peer.connect("");
            peer.script((request, wire) -> {
                if (isValueRead(request) && request.offset() == 4) {
                    asked.countDown();
                } else {
                    plc.on(request, wire);
                }
            });
            Future<Long> waiting = threads.submit(() -> read(connection, 1));
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            connection.close();
            assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ConnectionLostException.class);
            assertThat(read(other, 2)).isEqualTo(2);
            other.close();
        } finally {
            threads.shutdownNow();
        }
    }

    /** Neither side may wait for the other to read first. */
    @Test
    void largeRequestsAndLargeAnswersDoNotBlockEachOther() throws Exception {
        int bytes = 3_000_000;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    if (request.command() == 9) {
                        wire.send(request.value(new byte[request.length()]));
                    } else {
                        plc.on(request, wire);
                    }
                });
                AdsConnection connection = peer.connect("requestTimeout=60s")) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                results.add(threads.submit(() -> {
                    ByteBuffer into = Request.little(bytes);
                    connection.readWrite(0x9999, 0, ByteBuffer.allocate(bytes), into);
                    return into.position();
                }));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get(60, TimeUnit.SECONDS)).isEqualTo(bytes);
            }
            assertThat(read(connection, 3)).isEqualTo(3);
        } finally {
            threads.shutdownNow();
        }
    }
}
