package io.taktstrom.sinks.kafka;

import java.io.IOException;

import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.MessageInlet;

/** Where a stream enters Kafka. */
final class KafkaInlet extends MessageInlet {

    private final KafkaSink sink;
    private final ProducerSlot slot;
    private final Courier courier;

    KafkaInlet(KafkaSink sink, ProducerSlot slot, KafkaMessages messages, SinkContext context) {
        super(messages.unit(), context, sink::found);
        this.sink = sink;
        this.slot = slot;
        courier = sink.isTransactional() ? new TransactionalCourier(slot, messages) : new Courier(slot, messages);
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        courier.deliver(unit);
    }

    /** From any thread. */
    void end() {
        slot.close();
    }

    @Override
    public void close() {
        end();
        sink.ended(this);
    }
}
