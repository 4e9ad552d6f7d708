package io.taktstrom.sinks.kafka;

import java.io.IOException;

import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.MessageInlet;

/** Where a stream enters Kafka. */
final class KafkaInlet extends MessageInlet {

    private final ProducerSlot slot;
    private final Courier courier;

    KafkaInlet(KafkaSink sink, ProducerSlot slot, KafkaMessages messages, SinkContext context, boolean transactional) {
        super(messages.unit(), context, sink);
        this.slot = slot;
        courier = transactional ? new TransactionalCourier(slot, messages) : new Courier(slot, messages);
    }

    /** At the end of a unit nothing is on its way to the brokers: the more seldom, the better they are used. */
    @Override
    public int unitSamples() {
        return MAX_UNIT_SAMPLES;
    }

    @Override
    protected void sendAhead(FlushUnit unit) throws IOException {
        courier.sendAhead(unit);
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        courier.deliver(unit);
    }

    @Override
    protected void end() {
        slot.close();
    }
}
