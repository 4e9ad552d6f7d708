package io.taktstrom.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import io.taktstrom.testkit.ProxiedPair.Ends;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.taktstrom.testkit.Direction.TO_CLIENT;
import static io.taktstrom.testkit.Direction.TO_SERVER;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class FaultProxyIT {

    private static final Duration FOR_EVER = Duration.ofDays(1);
    private static final byte[] HELLO = "hello, device".getBytes(US_ASCII);

    @AutoClose
    private ProxiedPair pair;

    private FaultProxy proxy;

    @BeforeEach
    void startProxy() throws IOException {
        pair = new ProxiedPair(1);
        proxy = pair.proxy();
    }

    @Test
    void withoutFaultsBytesAndHalfClosesPassBothWays() throws Exception {
        Ends ends = pair.connect();
        byte[] request = random(3_000_000);
        byte[] answer = random(2_000_000);
        CompletableFuture<byte[]> atServer = readAll(ends.server());

        ends.client().getOutputStream().write(request);
        ends.client().shutdownOutput();
        assertThat(atServer.get()).isEqualTo(request);

        CompletableFuture<byte[]> atClient = readAll(ends.client());
        ends.server().getOutputStream().write(answer);
        ends.server().close();
        assertThat(atClient.get()).isEqualTo(answer);

        assertThat(proxy.accepted()).isEqualTo(1);
        assertThat(proxy.forwarded(1, TO_SERVER)).isEqualTo(request.length);
        assertThat(proxy.forwarded(TO_CLIENT)).isEqualTo(answer.length);
        await().until(() -> proxy.open() == 0);
    }

    @Test
    void aSplitForwardsOnePieceAndPauses() throws Exception {
        Ends ends = pair.connect();
        ArmedFault split = proxy.arm(new Fault.Split(TO_SERVER, List.of(3, 4), FOR_EVER));

        ends.client().getOutputStream().write(HELLO);

        assertThat(ends.server().getInputStream().readNBytes(3)).isEqualTo(head(3));
        await().until(() -> split.firings() == 1);
        assertThat(proxy.forwarded(TO_SERVER)).isEqualTo(3);
        assertThat(ends.server().getInputStream().available()).isZero();

        split.disarm();
        assertThat(ends.server().getInputStream().readNBytes(HELLO.length - 3)).isEqualTo(tail(3));
    }

    @Test
    void aRandomSplitLosesNothingAndMakesTheSamePiecesForTheSameSeed() throws Exception {
        byte[] sent = random(20_000);
        int[] pieces = new int[2];
        for (int run = 0; run < pieces.length; run++) {
            try (ProxiedPair fresh = new ProxiedPair(99)) {
                ArmedFault split = fresh.proxy().arm(new Fault.RandomSplit(TO_SERVER, 1, 200, Duration.ZERO));
                Ends ends = fresh.connect();
                CompletableFuture<byte[]> received = readAll(ends.server());
                ends.client().getOutputStream().write(sent);
                ends.client().shutdownOutput();
                assertThat(received.get()).isEqualTo(sent);
                pieces[run] = split.firings();
            }
        }
        assertThat(pieces[0]).isEqualTo(pieces[1]).isGreaterThan(100);
    }

    @Test
    void coalescedBytesArriveInOneRead() throws Exception {
        Ends ends = pair.connect();
        proxy.arm(new Fault.Coalesce(TO_SERVER, 200_000, FOR_EVER));
        byte[] sent = random(200_000);
        ends.server().setReceiveBufferSize(1 << 20);

        for (int i = 0; i < 100; i++) {
            ends.client().getOutputStream().write(sent, i * 2000, 2000);
        }

        await().until(() -> proxy.forwarded(TO_SERVER) > 0);
        assertThat(proxy.forwarded(TO_SERVER)).isEqualTo(sent.length);
        assertThat(ends.server().getInputStream().readNBytes(sent.length)).isEqualTo(sent);
    }

    @Test
    void whatCoalescesLeavesWhenItsWindowEnds() throws Exception {
        Ends ends = pair.connect();
        ArmedFault armed = proxy.arm(new Fault.Coalesce(TO_SERVER, 1000, Duration.ofMillis(50)));

        long start = System.nanoTime();
        ends.client().getOutputStream().write(HELLO);

        assertThat(ends.server().getInputStream().readNBytes(HELLO.length)).isEqualTo(HELLO);
        assertThat(System.nanoTime() - start)
                .isGreaterThan(Duration.ofMillis(49).toNanos());
        assertThat(armed.firings()).isEqualTo(1);
    }

    @Test
    void aDelayHoldsBytesForItsTimeAndClearingLetsThemGo() throws Exception {
        Ends ends = pair.connect();
        ArmedFault longDelay = proxy.arm(new Fault.Delay(TO_SERVER, FOR_EVER));
        ends.client().getOutputStream().write(HELLO);
        await().until(() -> longDelay.firings() == 1);
        assertThat(proxy.forwarded(TO_SERVER)).isZero();

        proxy.clear();
        assertThat(ends.server().getInputStream().readNBytes(HELLO.length)).isEqualTo(HELLO);

        proxy.arm(new Fault.Delay(TO_CLIENT, Duration.ofMillis(100)));
        long start = System.nanoTime();
        ends.server().getOutputStream().write(HELLO);
        assertThat(ends.client().getInputStream().readNBytes(HELLO.length)).isEqualTo(HELLO);
        assertThat(System.nanoTime() - start)
                .isGreaterThanOrEqualTo(Duration.ofMillis(100).toNanos());
    }

    @Test
    void aStallIsHalfOpenUntilItIsDisarmed() throws Exception {
        Ends ends = pair.connect();
        ArmedFault stall = proxy.arm(new Fault.Stall(TO_SERVER, 5));

        ends.client().getOutputStream().write(HELLO);
        assertThat(ends.server().getInputStream().readNBytes(5)).isEqualTo(head(5));
        await().until(() -> stall.firings() == 1);
        ends.server().getOutputStream().write(HELLO);
        assertThat(ends.client().getInputStream().readNBytes(HELLO.length)).isEqualTo(HELLO);
        assertThat(proxy.forwarded(TO_SERVER)).isEqualTo(5);
        assertThat(proxy.open()).isEqualTo(1);

        stall.disarm();
        assertThat(ends.server().getInputStream().readNBytes(HELLO.length - 5)).isEqualTo(tail(5));
    }

    @Test
    void aResetLetsTheBytesBeforeItsOffsetPassAndResetsBothEnds() throws Exception {
        Ends ends = pair.connect();
        ArmedFault reset = proxy.arm(new Fault.Reset(TO_CLIENT, 5));

        ends.server().getOutputStream().write(HELLO);

        assertThat(ends.client().getInputStream().readNBytes(5)).isEqualTo(head(5));
        assertReset(ends.client());
        assertReset(ends.server());
        assertThat(proxy.forwarded(TO_CLIENT)).isEqualTo(5);
        assertThat(reset.firings()).isEqualTo(1);
        assertThat(proxy.open()).isZero();
    }

    @Test
    void aResetBehindItsOffsetStrikesAnIdleConnectionAtOnce() throws Exception {
        Ends ends = pair.connect();
        ends.server().getOutputStream().write(HELLO);
        ends.client().getInputStream().readNBytes(HELLO.length);
        await().until(() -> proxy.forwarded(TO_CLIENT) == HELLO.length);

        ArmedFault reset = proxy.arm(new Fault.Reset(TO_CLIENT, 3));

        assertThat(reset.firings()).isEqualTo(1);
        assertReset(ends.client());
        assertReset(ends.server());
    }

    @Test
    void aTruncationEndsBothSidesInOrder() throws Exception {
        Ends ends = pair.connect();
        ArmedFault truncation = proxy.arm(new Fault.Truncate(TO_CLIENT, 5));

        ends.server().getOutputStream().write(HELLO);

        assertThat(ends.client().getInputStream().readAllBytes()).isEqualTo(head(5));
        assertThat(ends.server().getInputStream().readAllBytes()).isEmpty();
        ends.server().getOutputStream().write(random(1_000_000));
        assertThat(truncation.firings()).isEqualTo(1);
        assertThat(proxy.forwarded(TO_CLIENT)).isEqualTo(5);

        ends.client().close();
        ends.server().close();
        await().until(() -> proxy.open() == 0);
    }

    @Test
    void aCorruptionChangesOneByteOnce() throws Exception {
        Ends ends = pair.connect();
        ArmedFault corruption = proxy.arm(new Fault.Corrupt(TO_SERVER, 4, 0x81));
        proxy.arm(new Fault.Split(TO_SERVER, 1));

        ends.client().getOutputStream().write(HELLO);

        byte[] expected = HELLO.clone();
        expected[4] ^= (byte) 0x81;
        assertThat(ends.server().getInputStream().readNBytes(HELLO.length)).isEqualTo(expected);

        ArmedFault tooLate = proxy.arm(new Fault.Corrupt(TO_SERVER, 4, 0x81));
        ends.client().getOutputStream().write(HELLO);
        assertThat(ends.server().getInputStream().readNBytes(HELLO.length)).isEqualTo(HELLO);
        assertThat(corruption.firings()).isEqualTo(1);
        assertThat(tooLate.firings()).isZero();
    }

    @Test
    void aBlackHoleAcceptsAndNeverAnswers() throws Exception {
        ArmedFault hole = proxy.arm(new Fault.BlackHole());
        Socket lost = pair.connectClient();
        lost.getOutputStream().write(random(3_000_000));
        await().until(() -> hole.firings() == 1);
        assertThat(proxy.open()).isEqualTo(1);
        assertThat(proxy.forwarded(TO_SERVER)).isZero();

        hole.disarm();
        Ends ends = pair.connect();
        ends.client().getOutputStream().write(HELLO);
        assertThat(ends.server().getInputStream().readNBytes(HELLO.length)).isEqualTo(HELLO);
        assertThat(lost.getInputStream().available()).isZero();

        lost.close();
        await().until(() -> proxy.open() == 1);
    }

    @Test
    void aRefusedPortListensAgainWhenDisarmedAndOpenConnectionsLiveOn() throws Exception {
        Ends before = pair.connect();

        ArmedFault refusal = proxy.arm(new Fault.Refuse());
        for (int i = 0; i < 100; i++) {
            assertThatExceptionOfType(ConnectException.class).isThrownBy(pair::connectClient);
        }
        before.client().getOutputStream().write(HELLO);
        assertThat(before.server().getInputStream().readNBytes(HELLO.length)).isEqualTo(HELLO);

        refusal.disarm();
        assertThat(pair.connect().client().isConnected()).isTrue();
        assertThat(refusal.firings()).isEqualTo(1);
        assertThat(proxy.accepted()).isEqualTo(2);
    }

    @Test
    void aFaultForTheSecondConnectionLeavesTheOthersAlone() throws Exception {
        proxy.arm(2, new Fault.Reset(TO_SERVER, 0));
        proxy.arm(3, new Fault.Refuse());

        Ends first = pair.connect();
        assertReset(() -> pair.connectClient().getInputStream().read());
        assertThatExceptionOfType(ConnectException.class).isThrownBy(pair::connectClient);
        proxy.clear();
        assertThat(pair.connectClient().isConnected()).isTrue();
        first.client().getOutputStream().write(HELLO);
        assertThat(first.server().getInputStream().readNBytes(HELLO.length)).isEqualTo(HELLO);

        assertThatIllegalArgumentException().isThrownBy(() -> proxy.arm(0, new Fault.Refuse()));
    }

    @Test
    void aResetByOneEndReachesTheOther() throws Exception {
        Ends ends = pair.connect();
        ends.client().setSoLinger(true, 0);
        ends.client().close();

        assertReset(ends.server());
        await().until(() -> proxy.open() == 0);
    }

    @Test
    void anUnreachableDeviceShowsAsAReset() throws Exception {
        pair.stopDevice();

        assertReset(() -> pair.connectClient().getInputStream().read());
    }

    private static CompletableFuture<byte[]> readAll(Socket socket) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void assertReset(Socket socket) {
        assertReset(() -> socket.getInputStream().read());
    }

    /** A connection that is reset at once may look like that to connect already. */
    private static void assertReset(ThrowingCallable use) {
        assertThatExceptionOfType(SocketException.class).isThrownBy(use).withMessageContaining("reset");
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static byte[] head(int length) {
        return Arrays.copyOf(HELLO, length);
    }

    private static byte[] tail(int start) {
        return Arrays.copyOfRange(HELLO, start, HELLO.length);
    }
}
