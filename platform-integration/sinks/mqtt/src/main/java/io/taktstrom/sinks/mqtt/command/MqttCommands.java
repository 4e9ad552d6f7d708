package io.taktstrom.sinks.mqtt.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandContext;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.sinks.message.CommandLoop;
import io.taktstrom.sinks.mqtt.broker.Broker;
import io.taktstrom.sinks.mqtt.broker.BrokerOptions;
import io.taktstrom.sinks.mqtt.broker.Message;
import io.taktstrom.sinks.mqtt.broker.MessageAbout;
import io.taktstrom.sinks.mqtt.broker.MqttSession;
import io.taktstrom.sinks.mqtt.broker.Received;
import io.taktstrom.sinks.mqtt.broker.SessionCallbacks;

/**
 * Commands from a broker, in a session that it keeps for us. A command is acknowledged once the broker has its answer: what gets
 * lost in between comes again, and is told that it is a repeat.
 */
final class MqttCommands extends CommandLoop implements SessionCallbacks {

    private static final int MAX_WAITING_ANSWERS = 10_000;
    private static final int AT_ONCE = 256;
    private static final long LOOK_EVERY_MILLIS = 1_000;

    private final CommandTopics topics;
    private final Broker broker;
    private final BlockingQueue<Answered> answers = new LinkedBlockingQueue<>(MAX_WAITING_ANSWERS);
    private final List<Answered> sending = new ArrayList<>();

    /** A command, and what is to be said. */
    private record Answered(Received command, CommandAnswer answer) {}

    MqttCommands(OptionValues options, CommandContext context) throws IOException {
        super(context);
        topics = CommandTopics.of(options);
        SinkContext asSink = asSink(context);
        broker = new Broker(BrokerOptions.readKept(options, asSink), asSink, this);
        start("takt-mqtt-commands-");
    }

    /** Connects under another client id, so that a running Taktstrom keeps its session. */
    static void check(OptionValues options, CommandContext context) throws IOException {
        CommandTopics.of(options);
        SinkContext asSink = asSink(context);
        try (Broker broker = new Broker(BrokerOptions.readForCheck(options, asSink), asSink, SessionCallbacks.NONE)) {
            broker.use(session -> {});
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

    @Override
    public void connected(MqttSession session) throws IOException {
        session.subscribe(topics.commands().toString());
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

    /** Keeps a session, in which the broker sends us what comes, and sends the answers; after a failure once more. */
    @Override
    protected void doWork() throws IOException, InterruptedException {
        if (sending.isEmpty()) {
            Answered first = answers.poll(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null) {
                sending.add(first);
                answers.drainTo(sending, AT_ONCE - 1);
            }
        }
        try {
            broker.use(session -> session.deliver(
                    sending.stream().map(this::message).toList(),
                    (place, reason) ->
                            tell(context, "the broker refuses an answer, which is in the audit: " + reason)));
        } catch (IllegalStateException e) {
            if (!hasEnded()) {
                throw e;
            }
            return;
        }
        sending.forEach(sent -> sent.command.acknowledge().run());
        sending.clear();
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
        end();
        interrupt();
        broker.close();
    }
}
