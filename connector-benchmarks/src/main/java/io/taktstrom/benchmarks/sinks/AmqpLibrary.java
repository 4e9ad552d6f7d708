package io.taktstrom.benchmarks.sinks;

import java.io.IOException;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.taktstrom.benchmarks.stream.PlantSource;
import org.jspecify.annotations.Nullable;

/** RabbitMQ's client by itself: persistent messages, confirmed one by one or many at once, as its tutorial has it. */
final class AmqpLibrary implements UnitOperation {

    private static final int PERSISTENT = 2;

    private final Payloads payloads;
    private final String[] keys = new String[PlantSource.POINTS];
    private final AMQP.BasicProperties properties;
    private final Connection connection;
    private final Channel channel;
    private final Window window = new Window();
    private final ConcurrentNavigableMap<Long, Boolean> unconfirmed = new ConcurrentSkipListMap<>();

    AmqpLibrary(Target target, Payloads payloads, String address) throws Exception {
        this.payloads = payloads;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = "press1.axis" + i + ".position";
        }
        properties = new AMQP.BasicProperties.Builder()
                .contentType(target.format().contentType())
                .deliveryMode(PERSISTENT)
                .build();
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(Integer.parseInt(Target.portOf(address)));
        connection = factory.newConnection("library");
        channel = connection.createChannel();
        channel.confirmSelect();
        channel.addConfirmListener(
                (tag, multiple) -> confirmed(tag, multiple, null),
                (tag, multiple) -> confirmed(tag, multiple, new IOException("not confirmed")));
    }

    private void confirmed(long tag, boolean multiple, @Nullable Throwable failure) {
        int count = 0;
        if (multiple) {
            ConcurrentNavigableMap<Long, Boolean> all = unconfirmed.headMap(tag, true);
            count = all.size();
            all.clear();
        } else if (unconfirmed.remove(tag) != null) {
            count = 1;
        }
        window.answered(count, failure);
    }

    @Override
    public void once() throws Exception {
        byte[][] unit = payloads.nextMessages();
        for (int i = 0; i < unit.length; i++) {
            window.sent();
            unconfirmed.put(channel.getNextPublishSeqNo(), true);
            channel.basicPublish("amq.topic", keys[i % keys.length], true, properties, unit[i]);
        }
    }

    @Override
    public void settle() throws Exception {
        window.settle();
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
