package io.taktstrom.sinks.amqp;

import java.io.IOException;

import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.testkit.TestUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConfirmsTest {

    private final Delivery delivery = new Delivery();
    private final Confirms confirms = new Confirms(delivery);

    private void sent(int messages, long firstSequence) {
        confirms.begin(delivery.begin(new TestUnit(1, 1), messages), firstSequence);
        for (int m = 0; m < messages; m++) {
            delivery.sent(m);
            confirms.sent(m);
        }
    }

    @Test
    void oneConfirmMayStandForAllBeforeIt() throws Exception {
        sent(1000, 17);
        confirms.onAck().handle(19, false);
        confirms.onAck().handle(500, true);
        assertThat(delivery.isAnswered()).isFalse();
        confirms.onAck().handle(1016, true);
        assertThat(delivery.isAnswered()).isTrue();
        assertThat(delivery.hasFailed()).isFalse();
    }

    @Test
    void aConfirmOfAnEarlierAttemptMeansNoMessageOfThisOne() throws Exception {
        sent(3, 17);
        confirms.onAck().handle(16, true);
        confirms.onAck().handle(20, true);
        assertThat(delivery.isAnswered()).isFalse();
    }

    @Test
    void whatIsReturnedHasNotArrivedThoughItIsConfirmed() throws Exception {
        sent(3, 1);
        confirms.returned(1);
        confirms.onAck().handle(3, true);
        assertThat(delivery.isAnswered()).isTrue();
        assertThat(delivery.failure()).isInstanceOf(IOException.class).hasMessageContaining("no queue takes");
        assertThat(delivery.next(0)).as("none is open within the attempt").isEqualTo(3);
    }

    @Test
    void aRefusedMessageIsAFailure() throws Exception {
        sent(2, 1);
        confirms.onNack().handle(1, false);
        confirms.onAck().handle(2, false);
        assertThat(delivery.failure()).hasMessageContaining("queue is full");
    }

    @Test
    void theNameOfAMessageTellsItsPlace() {
        assertThat(AmqpInlet.place("3f2a9c1e-my-sink.all-1-17-4")).isEqualTo(4);
    }
}
