package io.taktstrom.sinks.message;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.model.DataPoint;
import io.taktstrom.sinks.format.FieldSelection;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.testkit.TestUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DeliveryTest {

    private static final long LONG = 60_000_000_000L;

    private final Delivery delivery = new Delivery();
    /** Messages 0, 2, 4 go to a, 1 and 3 to b. */
    private final MessageUnit<String> unit =
            new MessageUnit<>(PayloadFormat.VALUE, FieldSelection.STANDARD, DataPoint::name, 1_000);

    DeliveryTest() {
        unit.add(Batches.counters("a", "b").count(0, 5));
        unit.complete();
    }

    private int begin(int attempt) {
        return delivery.begin(new TestUnit(1, attempt), unit.size());
    }

    private List<Integer> sendOpen() {
        List<Integer> sent = new ArrayList<>();
        for (int m = delivery.next(0); m < unit.size(); m = delivery.next(m + 1)) {
            delivery.sent(m);
            sent.add(m);
        }
        return sent;
    }

    @Test
    void whenAllIsAcknowledgedTheUnitIsDelivered() throws IOException {
        int attempt = begin(1);
        assertThat(sendOpen()).containsExactly(0, 1, 2, 3, 4);
        assertThat(delivery.await(0)).isFalse();
        for (int m = 0; m < 5; m++) {
            delivery.acknowledged(attempt, m);
        }
        assertThat(delivery.await(LONG)).isTrue();
    }

    @Test
    void aUnitThatComesAgainSendsWhatFailedAndWhatIsBehindItOnTheSameRoute() throws IOException {
        int attempt = begin(1);
        sendOpen();
        delivery.acknowledged(attempt, 0);
        delivery.acknowledged(attempt, 1);
        delivery.failed(attempt, 2, new IOException("away"));
        delivery.acknowledged(attempt, 3);
        delivery.acknowledged(attempt, 4);
        assertThat(delivery.await(LONG)).isFalse();
        assertThat(delivery.failure()).hasMessage("away");
        delivery.fail(unit);
        begin(2);
        assertThat(sendOpen()).containsExactly(2, 4);
    }

    @Test
    void anAnswerToAnEarlierAttemptIsNone() {
        int first = begin(1);
        sendOpen();
        delivery.fail(unit);
        int second = begin(2);
        sendOpen();
        for (int m = 0; m < 5; m++) {
            delivery.acknowledged(first, m);
        }
        assertThat(delivery.isAnswered()).isFalse();
        for (int m = 0; m < 5; m++) {
            delivery.acknowledged(second, m);
            delivery.acknowledged(second, m);
        }
        assertThat(delivery.isAnswered()).isTrue();
    }

    @Test
    void whatWasRefusedStaysRefusedWhenTheUnitComesAgain() throws IOException {
        int attempt = begin(1);
        sendOpen();
        delivery.refused(attempt, 3, "too large");
        delivery.fail(unit);
        attempt = begin(2);
        assertThat(sendOpen()).containsExactly(0, 1, 2, 4);
        for (int m = 0; m < 5; m++) {
            delivery.acknowledged(attempt, m);
        }
        assertThat(delivery.await(LONG)).isTrue();
        TestUnit flushUnit = new TestUnit(1, 2).deliver(5, true);
        delivery.succeed(unit, flushUnit);
        assertThat(flushUnit.refused()).containsOnlyKeys(3).containsValue("too large");
    }

    @Test
    void messagesThatComeLaterJoinThoseThatWereSentAhead() throws IOException {
        int attempt = delivery.begin(new TestUnit(1, 1), 2);
        delivery.allSent(0);
        assertThat(delivery.isSent(0) && delivery.isSent(1)).isTrue();
        delivery.acknowledged(attempt, 0);
        delivery.extend(5);
        assertThat(delivery.next(0)).isEqualTo(2);
        delivery.allSent(2);
        delivery.notSent(4);
        assertThat(delivery.isSent(3) && !delivery.isSent(4)).isTrue();
        for (int m = 1; m < 4; m++) {
            delivery.acknowledged(attempt, m);
        }
        assertThat(delivery.await(LONG)).isTrue();
        assertThat(delivery.next(0)).isEqualTo(4);
    }

    @Test
    void aUnitThatFailedWhileItWasMadeKeepsWhatTheReceiverHas() {
        int attempt = delivery.begin(new TestUnit(1, 1), 2);
        delivery.allSent(0);
        delivery.acknowledged(attempt, 0);
        delivery.acknowledged(attempt, 1);
        delivery.fail(unit);
        begin(2);
        assertThat(sendOpen()).containsExactly(2, 3, 4);
    }

    @Test
    void aNewUnitKnowsNothingOfTheOneBefore() {
        int attempt = begin(1);
        sendOpen();
        delivery.refused(attempt, 0, "no");
        delivery.acknowledged(attempt, 1);
        delivery.begin(new TestUnit(2, 1), unit.size());
        assertThat(sendOpen()).containsExactly(0, 1, 2, 3, 4);
        assertThat(delivery.refusals()).isZero();
    }

    @Test
    void aBrokenConnectionEndsTheWait() throws IOException {
        int attempt = begin(1);
        sendOpen();
        Thread answering = new Thread(() -> delivery.broken(attempt, new IOException("cut")));
        answering.start();
        assertThat(delivery.await(LONG)).isFalse();
        assertThat(delivery.failure()).hasMessage("cut");
        assertThat(delivery.isAnswered()).isFalse();
    }

    @Test
    void anInterruptEndsTheWait() {
        begin(1);
        sendOpen();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> delivery.await(LONG)).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
