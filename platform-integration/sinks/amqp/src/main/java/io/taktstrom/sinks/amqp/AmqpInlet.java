package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.util.Objects;

import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.message.MessageInlet;
import org.jspecify.annotations.Nullable;

/** Where a stream enters a broker. After a failure the next attempt connects again. */
final class AmqpInlet extends MessageInlet {

    private final LinkSettings settings;
    private final AmqpMessages messages;
    private final String stream;
    private final Delivery delivery;
    private final Object lock = new Object();

    private AmqpLink.@Nullable Plug plug;
    private @Nullable AmqpLink link;
    private boolean ended;
    /** Of the attempt; a link that dies meanwhile is not replaced before the next one. Of the pipeline's thread, as is the next. */
    private @Nullable AmqpLink current;

    private long unitNumber;

    AmqpInlet(LinkSettings settings, AmqpMessages messages, String stream, Delivery delivery, SinkContext context) {
        super(messages.unit(), delivery, settings.timeout().toNanos(), context);
        this.settings = settings;
        this.messages = messages;
        this.stream = stream;
        this.delivery = delivery;
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        unitNumber = unit.number();
        AmqpLink open = link();
        current = open;
        try {
            super.deliver(unit);
        } catch (IOException | RuntimeException e) {
            // A broker that refuses a message, or is short of memory, is there: another connection would change
            // nothing.
            if (!delivery.isAnswered() && !open.isBlocked()) {
                abandon();
            }
            throw e;
        }
    }

    @Override
    protected void begun(int attempt) throws IOException {
        Objects.requireNonNull(current).begin(attempt);
    }

    @Override
    protected @Nullable String refusal(int m) {
        return messages.refusal(m);
    }

    @Override
    protected void send(int attempt, int m) throws IOException {
        link().publish(
                        m,
                        messages.unit().route(m),
                        messages.properties(unitNumber, m),
                        messages.unit().payload(m));
    }

    @Override
    protected void throwFailure(@Nullable Exception failure) throws IOException {
        throw failure instanceof IOException known
                ? known
                : new IOException(
                        "the broker at " + settings.url() + " has confirmed nothing within " + settings.timeout(),
                        failure);
    }

    private AmqpLink link() throws IOException {
        AmqpLink.Plug next = new AmqpLink.Plug();
        synchronized (lock) {
            if (ended) {
                throw new IOException("the sink is closed");
            }
            AmqpLink current = link;
            if (current != null && current.isOpen()) {
                return current;
            }
            plug = next;
        }
        // Without the lock: closing the sink meanwhile pulls the plug.
        AmqpLink opened = new AmqpLink(settings, stream, delivery, next);
        synchronized (lock) {
            link = opened;
            if (ended) {
                opened.abandon();
                throw new IOException("the sink is closed");
            }
            return opened;
        }
    }

    private void abandon() {
        synchronized (lock) {
            if (link != null) {
                link.abandon();
            }
            link = null;
        }
    }

    @Override
    protected void end() {
        AmqpLink last;
        AmqpLink.Plug lastPlug;
        synchronized (lock) {
            ended = true;
            last = link;
            lastPlug = plug;
        }
        if (last != null) {
            last.close();
        } else if (lastPlug != null) {
            lastPlug.pull();
        }
    }
}
