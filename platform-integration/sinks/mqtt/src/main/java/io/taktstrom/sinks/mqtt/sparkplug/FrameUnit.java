package io.taktstrom.sinks.mqtt.sparkplug;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sinks.mqtt.broker.Message;
import io.taktstrom.sinks.mqtt.broker.MessageAbout;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a flush unit, and which sample is in which.
 *
 * <pre>
 *   samples    0 1 2 3 4            payloads  [ frame 0 | room | frame 1 | room | ... ]
 *   frame      0 1 0 2 1
 * </pre>
 *
 * <p>Hot: allocates only while it grows. One thread.
 */
final class FrameUnit {

    private byte[] payloads = new byte[1 << 16];
    private int used;
    private int[] frameOf = new int[1024];
    private int samples;
    private Slot[] slots = {};
    private int count;

    /** A frame; reused. */
    private static final class Slot {
        private @Nullable MqttTopic topic;
        private int from;
        private int to;
        private @Nullable String refusal;
    }

    /** Begins a frame, and gives its number. Frames are sent in the order in which they were begun. */
    int begin(MqttTopic topic) {
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, Math.max(64, 2 * count));
            for (int i = count; i < slots.length; i++) {
                slots[i] = new Slot();
            }
        }
        Slot slot = slots[count];
        slot.topic = topic;
        slot.refusal = null;
        return count++;
    }

    /** The next sample is in this frame. */
    void add(int frame) {
        if (samples == frameOf.length) {
            frameOf = Arrays.copyOf(frameOf, 2 * samples);
        }
        frameOf[samples++] = frame;
    }

    /** Ends a frame with a copy of its payload, to which {@link SparkplugWriter#SEQ_ROOM} bytes can be appended. */
    void end(int frame, ByteBuffer payload) {
        int bytes = payload.remaining();
        int needed = Math.addExact(used, bytes + SparkplugWriter.SEQ_ROOM);
        if (needed > payloads.length) {
            payloads = Arrays.copyOf(payloads, Math.max(2 * payloads.length, needed));
        }
        payload.get(payload.position(), payloads, used, bytes);
        slots[frame].from = used;
        slots[frame].to = used + bytes;
        used = needed;
    }

    /** Appends to an ended frame. */
    void append(int frame, byte[] bytes) {
        Slot slot = slots[frame];
        System.arraycopy(bytes, 0, payloads, slot.to, bytes.length);
        slot.to += bytes.length;
    }

    /** Bytes of all frames. */
    int bytes() {
        return used;
    }

    /** How many frames there are. */
    int count() {
        return count;
    }

    /** The frames in order; valid until {@link #clear}. */
    List<Message> messages() {
        List<Message> messages = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Slot slot = slots[i];
            ByteBuffer payload = ByteBuffer.wrap(payloads, slot.from, slot.to - slot.from);
            messages.add(new Message(
                    Objects.requireNonNull(slot.topic), payload, MqttQos.AT_MOST_ONCE, false, MessageAbout.NOTHING));
        }
        return messages;
    }

    /** The broker does not take a frame. */
    void refused(int frame, String reason) {
        slots[frame].refusal = reason;
    }

    /** Refuses the samples of all frames that were not taken. */
    void refuseFrom(FlushUnit unit) {
        for (int sample = 0; sample < samples; sample++) {
            String refusal = slots[frameOf[sample]].refusal;
            if (refusal != null) {
                unit.refuse(sample, refusal);
            }
        }
    }

    void clear() {
        used = 0;
        samples = 0;
        count = 0;
    }
}
