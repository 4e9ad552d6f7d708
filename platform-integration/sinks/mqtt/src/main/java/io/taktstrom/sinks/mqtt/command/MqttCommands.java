package io.taktstrom.sinks.mqtt.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.kit.GuardedThread;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.sinks.mqtt.broker.Broker;
import io.taktstrom.sinks.mqtt.broker.BrokerOptions;
import io.taktstrom.sinks.mqtt.broker.Link;
import io.taktstrom.sinks.mqtt.broker.Manners;
import io.taktstrom.sinks.mqtt.broker.Message;
import io.taktstrom.sinks.mqtt.broker.Suspects;

/**
 * Commands from a broker, which is connected to again and again, for ever. What was published while we were away is gone, but
 * for a retained message, whose identifier or expiry stops it the second time. An answer waits for a session, as far as there is
 * room: what becomes of a command is in the audit all the same, and a repeat is told.
 */
final class MqttCommands implements CommandSource {

    private static final int MAX_WAITING_ANSWERS = 10_000;
    private static final int AT_ONCE = 256;
    private static final long LOOK_EVERY_MILLIS = 1_000;

    private final CommandContext context;
    private final String filter;
    private final MqttTopic answerTopic;
    private final Broker broker;
    private final BlockingQueue<CommandAnswer> answers = new LinkedBlockingQueue<>(MAX_WAITING_ANSWERS);
    private final GuardedThread guard;
    private final CountDownLatch closed = new CountDownLatch(1);

    MqttCommands(OptionValues options, CommandContext context) throws IOException {
        this.context = context;
        filter = options.get(MqttCommandsProvider.TOPIC);
        answerTopic = MqttTopic.of(options.get(MqttCommandsProvider.ANSWERS));
        SinkContext asSink = new SinkContext(context.name(), context.paths(), context.clock(), new SinkObserver() {
            @Override
            public void onNotice(String message) {
                context.notices().accept("commands from " + context.name() + ": " + message);
            }
        });
        broker = new Broker(BrokerOptions.read(options, asSink), asSink, new Manners() {
            @Override
            public void greet(Link link) throws IOException {
                link.subscribe(
                        filter,
                        (topic, payload) ->
                                context.gate().submit(new Command("topic " + topic, payload), MqttCommands.this::keep));
            }
        });
        guard = GuardedThread.start(
                "takt-mqtt-commands-" + context.name(),
                this::run,
                e -> context.notices().accept("commands from " + context.name() + ": internal error " + e + "; going on"),
                context.clock());
    }

    private void keep(CommandAnswer answer) {
        if (!answers.offer(answer)) {
            context.notices()
                    .accept("commands from " + context.name() + ": the answer to " + answer.id()
                            + " is dropped, too many wait for the broker; it is in the audit");
        }
    }

    /** Keeps a session, in which the broker sends us what comes, and sends the answers. */
    private void run() {
        List<CommandAnswer> sending = new ArrayList<>();
        Suspects suspects = new Suspects();
        boolean patient = false;
        while (closed.getCount() > 0) {
            try {
                if (patient && closed.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
                patient = false;
                if (sending.isEmpty()) {
                    CommandAnswer first = answers.poll(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
                    if (first != null) {
                        sending.add(first);
                        answers.drainTo(sending, AT_ONCE - 1);
                    }
                }
                send(sending, suspects);
                sending.clear();
            } catch (InterruptedException e) {
                // Meant for a call that has ended since.
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

    private void send(List<CommandAnswer> sending, Suspects suspects) throws IOException {
        if (sending.isEmpty()) {
            broker.use(link -> {});
            return;
        }
        List<Message> messages = sending.stream()
                .map(answer -> Message.text(answerTopic, answer.json(), MqttQos.AT_LEAST_ONCE, false))
                .toList();
        broker.deliver(messages, suspects, (place, reason) -> context.notices()
                .accept("commands from " + context.name() + ": the broker refuses an answer: " + reason));
    }


    @Override
    public SinkHealth health() {
        return broker.health();
    }

    @Override
    public void close() {
        closed.countDown();
        guard.end();
        broker.close();
    }
}
