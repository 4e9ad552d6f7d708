package io.taktstrom.sinks.mqtt.sparkplug;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.PointCache;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.message.UnitInlet;

/**
 * Turns the samples of a stream into frames of its devices, and has the edge node deliver those of a flush unit together.
 *
 * <pre>
 *   samples of devices a, b, a with a new point, a      DDATA a | DDATA b | DBIRTH a | DDATA a
 * </pre>
 *
 * <p>Up to the payload it allocates nothing per sample of a known point.
 */
final class SparkplugInlet extends UnitInlet {

    private final EdgeNode node;
    private final PointCache<Place> places = new PointCache<>(this::place);
    private final SparkplugWriter writer = new SparkplugWriter();
    private final Map<SparkplugDevice, Frame> byDevice = new HashMap<>();
    private final List<Frame> frames = new ArrayList<>();

    /** Devices whose death is among the frames. */
    private final List<SparkplugDevice> dying = new ArrayList<>();
    /** Devices whose birth is among the frames, before all their data. */
    private final Set<SparkplugDevice> bornHere = new HashSet<>();

    private final TextBuffer births = new TextBuffer();
    private FrameUnit unitFrames = new FrameUnit();

    /** A DDATA that more samples may come to. */
    private static final class Frame {

        private static final int NONE = -1;

        private final SparkplugDevice device;
        private final TextBuffer payload = new TextBuffer();
        private int message = NONE;
        private boolean hasBad;
        /** Whether the unit has data of it. */
        private boolean used;

        Frame(SparkplugDevice device) {
            this.device = device;
        }
    }

    /** Where samples of a point go. */
    private record Place(SparkplugMetric metric, Frame frame) {}

    SparkplugInlet(EdgeNode node, SinkContext context) {
        super(context);
        this.node = node;
    }

    private Place place(PointGroup group, int point) {
        SparkplugMetric metric = node.metric(group.points().get(point), group.typeAt(point));
        return new Place(metric, byDevice.computeIfAbsent(metric.device, this::frame));
    }

    private Frame frame(SparkplugDevice device) {
        Frame made = new Frame(device);
        frames.add(made);
        return made;
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        endFrames();
        node.deliver(unitFrames, bornHere);
        unitFrames.refuseFrom(unit);
        dying.forEach(device -> device.setDead(true));
    }

    @Override
    protected long bytes() {
        return unitFrames.bytes();
    }

    @Override
    protected void add(SampleBatch batch, FlushUnit unit) {
        add(batch);
    }

    /** The samples of a batch as metrics. Hot. */
    void add(SampleBatch batch) {
        boolean historical = node.isHistorical(batch.receivedAt());
        for (int i = 0; i < batch.size(); i++) {
            Place place = places.at(batch.group(), batch.pointAt(i));
            SparkplugMetric metric = place.metric();
            Frame frame = place.frame();
            if (!metric.isTold() || frame.device.isDead()) {
                tellAll(batch.group());
            }
            if (frame.message == Frame.NONE) {
                frame.used = true;
                frame.message = unitFrames.begin(frame.device.data);
                frame.payload.clear();
            }
            unitFrames.add(frame.message);
            metric.write(batch, i, historical, writer, frame.payload);
            frame.hasBad |= StatusCode.isBad(batch.statusAt(i));
            if (frame.payload.size() >= node.batchBytes()) {
                end(frame);
            }
        }
    }

    /** Has births of all that a group brings go before its samples: one for each device, not one for each point. */
    private void tellAll(PointGroup group) {
        Set<Frame> changed = new LinkedHashSet<>();
        for (int point = 0; point < group.size(); point++) {
            Place place = places.at(group, point);
            if (!place.metric().isTold()) {
                place.frame().device.tell(place.metric());
                changed.add(place.frame());
            } else if (place.frame().device.isDead()) {
                changed.add(place.frame());
            }
        }
        for (Frame frame : changed) {
            SparkplugDevice device = frame.device;
            end(frame);
            if (!frame.used) {
                bornHere.add(device);
            }
            device.setDead(false);
            births.clear();
            device.writeBirth(node.nowMillis(), writer, births);
            unitFrames.end(unitFrames.begin(device.birth), births.asByteBuffer());
        }
    }

    /** Ends what more samples could have come to, and publishes the death of devices that cannot be reached. */
    void endFrames() {
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            end(frame);
            if (frame.hasBad) {
                frame.hasBad = false;
                if (frame.device.isOutOfReach()) {
                    endDevice(frame.device);
                }
            }
        }
    }

    private void end(Frame frame) {
        if (frame.message != Frame.NONE) {
            SparkplugWriter.timestamp(node.nowMillis(), frame.payload);
            unitFrames.end(frame.message, frame.payload.asByteBuffer());
            frame.message = Frame.NONE;
        }
    }

    private void endDevice(SparkplugDevice device) {
        dying.add(device);
        births.clear();
        SparkplugWriter.timestamp(node.nowMillis(), births);
        unitFrames.end(unitFrames.begin(device.death), births.asByteBuffer());
    }

    @Override
    protected void clear() {
        unitFrames.clear();
        dying.clear();
        bornHere.clear();
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            frame.message = Frame.NONE;
            frame.hasBad = false;
            frame.used = false;
        }
    }

    /** A birth among the frames may not have arrived. */
    @Override
    protected void fail() {
        // Another one: the client library may still hold payloads of this.
        unitFrames = new FrameUnit();
        node.wantRebirth();
    }

    @Override
    protected void end() {
        // The sink ends the session.
    }
}
