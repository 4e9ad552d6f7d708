package io.taktstrom.sinks.mqtt.sparkplug;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.message.SinkThreads;
import io.taktstrom.sinks.mqtt.broker.Broker;
import io.taktstrom.sinks.mqtt.broker.BrokerSettings;
import io.taktstrom.sinks.mqtt.broker.Message;
import io.taktstrom.sinks.mqtt.broker.MessageAbout;
import io.taktstrom.sinks.mqtt.broker.MqttSession;
import io.taktstrom.sinks.mqtt.broker.NotYetException;
import io.taktstrom.sinks.mqtt.broker.Received;
import io.taktstrom.sinks.mqtt.broker.SessionCallbacks;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/**
 * We, as an edge node of Sparkplug: births before data, sequence numbers without a gap, and a death that the broker tells for
 * us.
 *
 * <pre>
 *  connect, with NDEATH(bdSeq) as the will
 *    subscribe NCMD, STATE of the primary host
 *    while that host is not online: nothing, units wait
 *    NBIRTH(seq 0, bdSeq)  DBIRTH(1) DBIRTH(2) ...  DDATA(3) ...            again when a host asks for a rebirth
 * </pre>
 *
 * <p>Thread-safe: one delivers at a time, since the sequence is one.
 */
final class EdgeNode implements SessionCallbacks, AutoCloseable {

    private static final int SEQUENCES = 256;
    static final String REBIRTH = "Node Control/Rebirth";

    private final NodeSettings settings;
    private final SinkContext context;
    private final Broker broker;
    private final HostState host;
    /** However often a rebirth is wanted while one is published, one more follows. */
    private final ThreadPoolExecutor rebirths;

    private final Map<String, SparkplugDevice> devices = new ConcurrentSkipListMap<>();
    private final Map<String, Long> aliases = new ConcurrentHashMap<>();
    private final AtomicLong nextAlias = new AtomicLong(1);

    private final ReentrantLock sequence = new ReentrantLock();
    private final SparkplugWriter writer = new SparkplugWriter();
    private int seq;
    private volatile int bdSeq = SEQUENCES - 1;
    private volatile boolean born;

    EdgeNode(NodeSettings settings, BrokerSettings brokerSettings, SinkContext context) {
        this.settings = settings;
        this.context = context;
        host = new HostState(settings.primaryHost());
        broker = new Broker(brokerSettings, context, this);
        rebirths = new ThreadPoolExecutor(
                0,
                1,
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(1),
                SinkThreads.named("takt-mqtt-rebirth-" + context.name()),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    Broker broker() {
        return broker;
    }

    long batchBytes() {
        return settings.batchBytes();
    }

    long nowMillis() {
        return Math.floorDiv(context.clock().epochNanos(), NANOS_PER_MILLI);
    }

    /** Whether a sample that came then is told too late to be the present value. */
    boolean isHistorical(long receivedAt) {
        return context.clock().epochNanos() - receivedAt
                > settings.historicalAfter().toNanos();
    }

    /** The metric of a point; another one for each type that the point has had. */
    SparkplugMetric metric(DataPoint point, DataType type) {
        String name = settings.device().of(point);
        SparkplugDevice device = devices.computeIfAbsent(name, made -> new SparkplugDevice(made, this::topic));
        long alias = aliases.computeIfAbsent(point.name(), made -> nextAlias.getAndIncrement());
        return new SparkplugMetric(device, point.name(), alias, MetricType.of(type), point.unit());
    }

    private String topic(String type) {
        return "spBv1.0/" + settings.group() + "/" + type + "/" + settings.node();
    }

    /** Has births go before whatever comes next. */
    void wantRebirth() {
        born = false;
    }

    /**
     * Delivers the frames of a flush unit.
     *
     * @param bornThere devices that are born among the frames
     * @throws IOException when the broker may not have read them all, or the primary host is not there
     */
    void deliver(FrameUnit frames, Set<SparkplugDevice> bornThere) throws IOException {
        inSequence(session -> {
            List<Message> messages = new ArrayList<>(born ? List.of() : births(bornThere));
            int before = messages.size();
            for (int i = 0; i < frames.count(); i++) {
                frames.append(i, SparkplugWriter.seq(nextSeq()));
            }
            messages.addAll(frames.messages());
            send(session, messages, before, frames);
        });
    }

    /** Publishes births without data, because a host has asked for them; its thread must not wait for the broker. */
    private void giveRebirth() {
        try {
            inSequence(session -> {
                List<Message> messages = births(Set.of());
                send(session, messages, messages.size(), new FrameUnit());
            });
        } catch (IOException e) {
            // The session is gone, or its host: the next one begins with births.
        } catch (IllegalStateException e) {
            if (!rebirths.isShutdown()) {
                throw e;
            }
        }
    }

    private void send(MqttSession session, List<Message> messages, int births, FrameUnit frames) throws IOException {
        StringBuilder unborn = new StringBuilder();
        session.deliver(messages, (message, reason) -> {
            if (message < births) {
                unborn.append(reason);
            } else {
                frames.refused(message - births, reason);
            }
        });
        if (!unborn.isEmpty()) {
            throw new IOException("birth of the edge node " + settings.node() + ": " + unborn);
        }
        born = true;
    }

    private void inSequence(Broker.Work work) throws IOException {
        try {
            sequence.lockInterruptibly();
        } catch (InterruptedException e) {
            throw SinkThreads.interrupted("wait for the delivery of another stream", e);
        }
        try {
            broker.use(session -> {
                awaitHost(session);
                work.with(session);
            });
        } finally {
            sequence.unlock();
        }
    }

    /** Only data that the primary host gets is published. */
    private void awaitHost(MqttSession session) throws IOException {
        if (host.awaitOnline(settings.hostPatience())) {
            return;
        }
        String away = "the primary host " + settings.primaryHost() + " is not online";
        if (born) {
            born = false;
            session.deliver(List.of(death()), (message, reason) -> {});
            throw new IOException(away + "; the edge node has died, and comes back with it");
        }
        throw new NotYetException(away + "; samples wait for it");
    }

    private int nextSeq() {
        int next = seq;
        seq = (seq + 1) % SEQUENCES;
        return next;
    }

    /** @param without devices that are born right after that */
    private List<Message> births(Set<SparkplugDevice> without) {
        List<Message> births = new ArrayList<>();
        seq = 0;
        long now = nowMillis();
        TextBuffer payload = new TextBuffer();
        SparkplugWriter.timestamp(now, payload);
        writeBdSeq(now, payload);
        writer.birth(REBIRTH, now, SparkplugWriter.BOOLEAN).bool(false).addTo(payload);
        births.add(birth(MqttTopic.of(topic("NBIRTH")), payload));
        for (SparkplugDevice device : devices.values()) {
            if (!device.isDead() && device.isKnown() && !without.contains(device)) {
                payload.clear();
                device.writeBirth(now, writer, payload);
                births.add(birth(device.birth, payload));
            }
        }
        return births;
    }

    private Message birth(MqttTopic topic, TextBuffer payload) {
        payload.bytes(SparkplugWriter.seq(nextSeq()));
        return message(topic, payload, MqttQos.AT_MOST_ONCE);
    }

    private static Message message(MqttTopic topic, TextBuffer payload, MqttQos qos) {
        return new Message(topic, ByteBuffer.wrap(payload.toBytes()), qos, false, MessageAbout.NOTHING);
    }

    private void writeBdSeq(long now, TextBuffer payload) {
        new SparkplugWriter()
                .birth("bdSeq", now, SparkplugWriter.INT64)
                .wholeOf64Bits(bdSeq)
                .addTo(payload);
    }

    private Message death() {
        TextBuffer payload = new TextBuffer();
        long now = nowMillis();
        SparkplugWriter.timestamp(now, payload);
        writeBdSeq(now, payload);
        return message(MqttTopic.of(topic("NDEATH")), payload, MqttQos.AT_LEAST_ONCE);
    }

    @Override
    public Message will() {
        bdSeq = (bdSeq + 1) % SEQUENCES;
        return death();
    }

    @Override
    public void connected(MqttSession session) throws IOException {
        born = false;
        host.forget();
        session.subscribe(topic("NCMD"));
        if (host.isWanted()) {
            session.subscribe(host.topic());
        }
    }

    @Override
    public void received(Received message) {
        message.acknowledge().run();
        if (message.topic().equals(host.topic())) {
            host.said(message.payload());
        } else if (NodeCommand.isRebirth(message.payload())) {
            context.observer().onNotice("a host has asked the edge node " + settings.node() + " for a rebirth");
            rebirths.execute(this::giveRebirth);
        }
    }

    @Override
    public List<Message> lastMessages() {
        return List.of(death());
    }

    @Override
    public void close() {
        rebirths.shutdown();
        broker.close();
    }
}
