package io.taktstrom.sinks.mqtt.broker;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.taktstrom.sink.FlushUnit;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a flush unit, and which sample is in which.
 *
 * <pre>
 *   samples    0 1 2 3 4            payloads  [ message 0 | message 1 | ... ]
 *   message    0 1 0 2 1
 * </pre>
 *
 * <p>Hot: allocates only while it grows. One thread.
 */
public final class Outbox implements Refusal {

    private byte[] payloads = new byte[1 << 16];
    private int used;
    private int[] messageOf = new int[1024];
    private int samples;
    private Slot[] slots = {};
    /** Numbers of the messages that were to be sent. */
    private int[] sent = {};
    /** The first message that was not {@linkplain #addWhole asked for}. */
    private int next;

    private int count;
    private boolean anyDenied;

    /** A message, begun or whole; reused. */
    private static final class Slot {
        private @Nullable MqttTopic topic;
        private MessageAbout about = MessageAbout.NOTHING;
        private int from;
        private int to;
        private boolean isWhole;
        private @Nullable String refusal;
        private boolean denied;
    }

    /** Begins a message, and gives its number. Messages go out in the order in which they were begun. */
    public int begin(MqttTopic topic, MessageAbout about) {
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, Math.max(64, 2 * count));
            for (int i = count; i < slots.length; i++) {
                slots[i] = new Slot();
            }
        }
        Slot slot = slots[count];
        slot.topic = topic;
        slot.about = about;
        slot.from = 0;
        slot.to = 0;
        slot.isWhole = false;
        slot.refusal = null;
        slot.denied = false;
        return count++;
    }

    /** Says in which message the next sample is. */
    public void add(int message) {
        add(message, 1);
    }

    /** The same of the next samples. */
    public void add(int message, int ofSamples) {
        if (ofSamples > messageOf.length - samples) {
            messageOf = Arrays.copyOf(messageOf, Math.max(2 * messageOf.length, samples + ofSamples));
        }
        Arrays.fill(messageOf, samples, samples + ofSamples, message);
        samples += ofSamples;
    }

    /** Samples so far. */
    public int samples() {
        return samples;
    }

    /** Ends a message with a copy of its payload. */
    public void end(int message, ByteBuffer payload) {
        end(message, payload, 0);
    }

    /**
     * The same.
     *
     * @param room bytes that {@link #append} may add when it is sent
     */
    public void end(int message, ByteBuffer payload, int room) {
        int bytes = payload.remaining();
        if (bytes + room > payloads.length - used) {
            payloads = Arrays.copyOf(
                    payloads, Math.max(2 * payloads.length, Math.addExact(used, Math.addExact(bytes, room))));
        }
        payload.get(payload.position(), payloads, used, bytes);
        slots[message].from = used;
        slots[message].to = used + bytes;
        slots[message].isWhole = true;
        used += bytes + room;
    }

    /** Adds a byte to a whole message, within its room. */
    public void append(int message, int oneByte) {
        payloads[slots[message].to++] = (byte) oneByte;
    }

    /** How many messages there are. */
    public int count() {
        return count;
    }

    /** Ends a message that must not be sent. */
    public void end(int message, String refusal) {
        slots[message].refusal = refusal;
        slots[message].isWhole = true;
    }

    /** Bytes of all payloads so far. */
    public int bytes() {
        return used;
    }

    /** Those to send, in order; valid until {@link #clear}. */
    public List<Message> messages(MqttQos qos, boolean retain) {
        List<Message> messages = new ArrayList<>(count);
        next = 0;
        addWhole(messages, qos, retain);
        return messages;
    }

    /** Adds those that are to be sent next, in order, up to the first that is still being made; valid until {@link #clear}. */
    public void addWhole(List<Message> messages, MqttQos qos, boolean retain) {
        sent = sent.length < count ? Arrays.copyOf(sent, slots.length) : sent;
        for (; next < count && slots[next].isWhole; next++) {
            Slot slot = slots[next];
            MqttTopic topic = slot.topic;
            if (slot.refusal == null && topic != null) {
                sent[messages.size()] = next;
                ByteBuffer payload = ByteBuffer.wrap(payloads, slot.from, slot.to - slot.from);
                messages.add(new Message(topic, payload, qos, retain, slot.about));
            }
        }
    }

    /**
     * Says that a message was not taken.
     *
     * @param place its place among those that were to be sent
     */
    @Override
    public void refused(int place, String reason) {
        slots[sent[place]].refusal = reason;
    }

    @Override
    public void denied(int place, String reason) {
        refused(place, reason);
        slots[sent[place]].denied = true;
        anyDenied = true;
    }

    /**
     * Refuses the samples of all messages that were not sent, or not taken.
     *
     * @param holdsDenied whether those that are not permitted now are denied instead, and the later ones of their topics with
     *     them, so that a subscriber gets the latest one last
     */
    public void refuseFrom(FlushUnit unit, boolean holdsDenied) {
        if (anyDenied && holdsDenied) {
            denyBehind();
        }
        for (int sample = 0; sample < samples; sample++) {
            Slot slot = slots[messageOf[sample]];
            if (slot.refusal == null) {
                continue;
            }
            if (slot.denied && holdsDenied) {
                unit.deny(sample, slot.refusal);
            } else {
                unit.refuse(sample, slot.refusal);
            }
        }
    }

    private void denyBehind() {
        Map<MqttTopic, String> topics = new HashMap<>();
        for (int message = 0; message < count; message++) {
            Slot slot = slots[message];
            MqttTopic topic = slot.topic;
            String refusal = slot.refusal;
            if (topic == null) {
                continue;
            }
            if (slot.denied && refusal != null) {
                topics.put(topic, refusal);
            } else if (refusal == null && topics.containsKey(topic)) {
                slot.refusal = topics.get(topic);
                slot.denied = true;
            }
        }
    }

    public void clear() {
        used = 0;
        samples = 0;
        count = 0;
        next = 0;
        anyDenied = false;
    }
}
