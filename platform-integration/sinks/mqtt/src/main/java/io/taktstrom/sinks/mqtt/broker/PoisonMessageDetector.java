package io.taktstrom.sinks.mqtt.broker;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import org.jspecify.annotations.Nullable;

/**
 * Finds the one message on which a broker ends the connection unexplained, as brokers of MQTT 3.1.1 do with what is too
 * large: delivered again and again, it would hold up all that comes after it.
 *
 * <pre>
 *  lost, lost           two deliveries in a row: from now on one message at a time
 *  lost on m, lost on m alone on its way, both times, and larger than all that this broker ever took: m is refused
 * </pre>
 *
 * One for each who delivers; for the thread that does.
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
    boolean isSuspicious() {
        return losses >= LOSSES_TO_SUSPECT;
    }

    /** Why a message must not be sent again; null when it may be. */
    @Nullable
    String rejectReason(Message message) {
        if (lossesAlone < LOSSES_TO_REJECT
                || message.bytes() <= largestTaken
                || !Fingerprint.of(message).equals(suspect)) {
            return null;
        }
        return "the broker ended the connection " + lossesAlone
                + " times when it came alone, and never took one so large;"
                + " raise its limit, or send fewer samples in one message: " + message.topic() + ", " + message.bytes()
                + " bytes";
    }

    void taken(Message message) {
        largestTaken = Math.max(largestTaken, message.bytes());
    }

    void allTaken() {
        losses = 0;
        lossesAlone = 0;
        suspect = null;
    }

    /** @param alone the only message on its way; null when there were several */
    void lost(@Nullable Message alone) {
        losses++;
        if (alone != null) {
            Fingerprint fingerprint = Fingerprint.of(alone);
            lossesAlone = fingerprint.equals(suspect) ? lossesAlone + 1 : 1;
            suspect = fingerprint;
        }
    }
}
