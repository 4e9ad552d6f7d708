package io.taktstrom.sinks.mqtt.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.sinks.mqtt.broker.Broker;
import io.taktstrom.sinks.mqtt.broker.BrokerOptions;
import io.taktstrom.sinks.mqtt.broker.Link;
import io.taktstrom.sinks.mqtt.broker.Message;
import io.taktstrom.sinks.mqtt.broker.MessageAbout;
import io.taktstrom.sinks.mqtt.broker.PipelinedPublishes;
import io.taktstrom.sinks.mqtt.broker.Received;
import io.taktstrom.sinks.mqtt.broker.SessionCallbacks;

/**
 * Commands from a broker, which is connected to again and again, for ever, in a session that it keeps for us. A command is
 * acknowledged once the broker has its answer: what gets lost in between comes again, and is told that it is a repeat.
 */
final class MqttCommands implements CommandSource, SessionCallbacks {

    private static final int MAX_WAITING_ANSWERS = 10_000;
    private static final int AT_ONCE = 256;
    private static final long LOOK_EVERY_MILLIS = 1_000;

    private final CommandContext context;
    private final CommandTopics topics;
    private final Broker broker;
    private final BlockingQueue<Answered> answers = new LinkedBlockingQueue<>(MAX_WAITING_ANSWERS);
    private final List<Answered> sending = new ArrayList<>();
    private final PipelinedPublishes publishes = new PipelinedPublishes();
    private final RestartingThread guard;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** A command, and what is to be said. */
    private record Answered(Received command, CommandAnswer answer) {}

    MqttCommands(OptionValues options, CommandContext context) throws IOException {
        this.context = context;
        topics = CommandTopics.of(options);
        SinkContext asSink = asSink(context);
        broker = new Broker(BrokerOptions.readKept(options, asSink), asSink, this);
        guard = RestartingThread.start(
                "takt-mqtt-commands-" + context.name(),
                this::run,
                e -> tell(context, "internal error " + e + "; going on"),
                context.clock());
    }

    /** Connects under another client id, so that a running Taktstrom keeps its session. */
    static void check(OptionValues options, CommandContext context) throws IOException {
        CommandTopics.of(options);
        SinkContext asSink = asSink(context);
        try (Broker broker = new Broker(BrokerOptions.readForCheck(options, asSink), asSink, SessionCallbacks.NONE)) {
            broker.use(link -> {});
        }
    }

    private static SinkContext asSink(CommandContext context) {
        return new SinkContext(context.name(), context.paths(), context.clock(), new SinkObserver() {
            @Override
            public void onNotice(String message) {
                tell(context, message);
            }
        });
    }

    private static void tell(CommandContext context, String message) {
        context.notices().accept("commands from " + context.name() + ": " + message);
    }

    @Override
    public void connected(Link link) throws IOException {
        link.subscribe(topics.commands().toString());
    }

    @Override
    public void received(Received message) {
        context.gate()
                .submit(
                        new Command("topic " + message.topic(), message.payload()),
                        answer -> keep(new Answered(message, answer)));
    }

    private void keep(Answered answered) {
        if (!answers.offer(answered)) {
            tell(
                    context,
                    "the answer to " + answered.answer.id()
                            + " is dropped, too many wait for the broker; it is in the audit, and a repeat is told");
        }
    }

    /** Keeps a session, in which the broker sends us what comes, and sends the answers. */
    private void run() {
        boolean patient = false;
        while (closed.getCount() > 0) {
            try {
                if (patient && closed.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
                patient = false;
                gather();
                send();
                sending.clear();
            } catch (InterruptedException e) {
                // Meant for a call that has ended since, or we are closed.
            } catch (IOException e) {
                // The broker is away, which its health says; what is being sent is sent again.
                patient = true;
            } catch (IllegalStateException e) {
                if (closed.getCount() > 0) {
                    throw e;
                }
            }
        }
    }

    private void gather() throws InterruptedException {
        if (sending.isEmpty()) {
            Answered first = answers.poll(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null) {
                sending.add(first);
                answers.drainTo(sending, AT_ONCE - 1);
            }
        }
    }

    private void send() throws IOException {
        if (sending.isEmpty()) {
            broker.use(link -> {});
            return;
        }
        broker.deliver(
                sending.stream().map(this::message).toList(),
                publishes,
                (place, reason) -> tell(context, "the broker refuses an answer, which is in the audit: " + reason));
        sending.forEach(sent -> sent.command.acknowledge().run());
    }

    private Message message(Answered answered) {
        byte[] json = answered.answer.json().getBytes(StandardCharsets.UTF_8);
        return new Message(
                topics.answerTo(answered.command),
                ByteBuffer.wrap(json),
                MqttQos.AT_LEAST_ONCE,
                false,
                new MessageAbout("application/json", 0, Mqtt5UserProperties.of(), answered.command.correlation()));
    }

    @Override
    public SinkHealth health() {
        return broker.health();
    }

    @Override
    public void close() {
        closed.countDown();
        guard.end();
        guard.thread().interrupt();
        broker.close();
    }
}
