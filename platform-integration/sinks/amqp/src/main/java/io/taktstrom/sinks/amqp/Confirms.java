package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

import com.rabbitmq.client.ConfirmCallback;
import io.taktstrom.sinks.message.Delivery;

/**
 * Which message the broker means by a sequence number of its channel.
 *
 * <pre>
 *   sequence   first  first+1  first+2        numbers count on over attempts; those before "first" are none of ours
 *   message        0        3        4        what was acknowledged before is not sent again
 * </pre>
 *
 * <p>Filled by the pipeline's thread, answered by the connection's.
 */
final class Confirms {

    private final Delivery delivery;
    private final BitSet returned = new BitSet();
    private int[] messages = new int[256];
    private int attempt;
    private long first;
    private int sent;
    /** All before this one are answered. */
    private long answered;

    Confirms(Delivery delivery) {
        this.delivery = delivery;
    }

    /** @param nextSequence of the channel */
    synchronized void begin(int newAttempt, long nextSequence) {
        attempt = newAttempt;
        first = nextSequence;
        answered = nextSequence;
        sent = 0;
        returned.clear();
    }

    /** A message is about to be sent, with the channel's next number. */
    synchronized void sent(int m) {
        if (sent == messages.length) {
            messages = Arrays.copyOf(messages, 2 * sent);
        }
        messages[sent++] = m;
    }

    ConfirmCallback onAck() {
        return (sequence, multiple) -> answer(sequence, multiple, true);
    }

    ConfirmCallback onNack() {
        return (sequence, multiple) -> answer(sequence, multiple, false);
    }

    /** No queue has taken a message; its confirm comes after this. */
    synchronized void returned(int m) {
        returned.set(m);
    }

    private synchronized void answer(long sequence, boolean multiple, boolean taken) {
        if (sequence < first || sequence >= first + sent) {
            return;
        }
        for (long each = multiple ? answered : sequence; each <= sequence; each++) {
            answer(messages[(int) (each - first)], taken);
        }
        if (multiple) {
            answered = sequence + 1;
        }
    }

    private void answer(int m, boolean taken) {
        if (!taken) {
            delivery.failed(
                    attempt, m, new IOException("the broker does not take a message: a queue is full, or has failed"));
        } else if (returned.get(m)) {
            delivery.failed(
                    attempt,
                    m,
                    new IOException(
                            "no queue takes a message; bind one to the exchange for its routing key, or set mandatory: false"));
        } else {
            delivery.acknowledged(attempt, m);
        }
    }
}
