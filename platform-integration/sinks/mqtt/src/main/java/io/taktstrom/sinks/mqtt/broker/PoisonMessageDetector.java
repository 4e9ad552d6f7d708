package io.taktstrom.sinks.mqtt.broker;

import java.nio.ByteBuffer;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import org.jspecify.annotations.Nullable;

/**
 * Finds the one message on which a broker ends the connection unexplained, as brokers of MQTT 3.1.1 do with what is too
 * large: delivered again and again, it would hold up all that comes after it.
 *
 * <pre>
 *  lost, lost           two deliveries in a row: from now on one message at a time
 *  lost on m, lost on m alone in flight, both times, and larger than all that this broker ever took: m is refused
 * </pre>
 *
 * <p>One for each who delivers. Thread-safe.
 */
public final class PoisonMessageDetector {

    private static final int LOSSES_TO_SUSPECT = 2;
    private static final int LOSSES_TO_REJECT = 2;

    /** A message as it looks the next time, too. */
    private record Fingerprint(MqttTopic topic, int bytes, int hash) {
        static Fingerprint of(Message message) {
            return new Fingerprint(
                    message.topic(), message.bytes(), message.payload().hashCode());
        }
    }

    private int losses;
    private int largestTaken;
    private @Nullable Fingerprint suspect;
    private int lossesAlone;

    /** Whether messages should be sent one at a time. */
    public synchronized boolean isSuspicious() {
        return losses >= LOSSES_TO_SUSPECT;
    }

    /** Why a message must not be sent again; null when it may be. */
    public synchronized @Nullable String rejectReason(MqttTopic topic, ByteBuffer payload) {
        int bytes = payload.remaining();
        if (lossesAlone < LOSSES_TO_REJECT
                || bytes <= largestTaken
                || !new Fingerprint(topic, bytes, payload.hashCode()).equals(suspect)) {
            return null;
        }
        return "the broker ended the connection " + lossesAlone
                + " times when it came alone, and never took one so large;"
                + " raise its limit, or send fewer samples in one message: " + topic + ", " + bytes + " bytes";
    }

    /** The broker has a message of so many bytes. */
    public synchronized void taken(int bytes) {
        largestTaken = Math.max(largestTaken, bytes);
    }

    /** The broker has all that was to be delivered. */
    public synchronized void allTaken() {
        losses = 0;
        lossesAlone = 0;
        suspect = null;
    }

    /**
     * The broker has ended the session and did not say why.
     *
     * @param alone the only message in flight; null when there were several
     */
    public synchronized void lost(@Nullable Message alone) {
        losses++;
        if (alone != null) {
            Fingerprint fingerprint = Fingerprint.of(alone);
            lossesAlone = fingerprint.equals(suspect) ? lossesAlone + 1 : 1;
            suspect = fingerprint;
        }
    }
}
