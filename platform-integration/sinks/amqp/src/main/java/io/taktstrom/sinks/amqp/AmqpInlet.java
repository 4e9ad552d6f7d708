package io.taktstrom.sinks.amqp;

import java.io.IOException;

import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.message.MessageInlet;
import io.taktstrom.sinks.message.MessageUnit;
import org.jspecify.annotations.Nullable;

/** Where a stream enters a broker. After a failure it connects anew with the next attempt. */
final class AmqpInlet extends MessageInlet {

    private final LinkSettings settings;
    private final AmqpMessages messages;
    private final String stream;
    private final Delivery delivery = new Delivery();
    private final Object lock = new Object();

    private AmqpLink.@Nullable Plug plug;
    private @Nullable AmqpLink link;
    private boolean ended;

    AmqpInlet(AmqpSink sink, LinkSettings settings, AmqpMessages messages, String stream, SinkContext context) {
        super(messages.unit(), context, sink);
        this.settings = settings;
        this.messages = messages;
        this.stream = stream;
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        AmqpLink open = link();
        try {
            attempt(open, unit);
        } catch (IOException | RuntimeException e) {
            // A broker that refuses a message, or is short of memory, is there: another connection would change
            // nothing.
            if (!delivery.isAnswered() && !open.isBlocked()) {
                abandon();
            }
            delivery.fail(messages.unit());
            throw e;
        }
    }

    /** A unit that comes again sends its first open message alone, so that nothing behind it gets there twice in vain. */
    private void attempt(AmqpLink open, FlushUnit unit) throws IOException {
        MessageUnit<String> all = messages.unit();
        int attempt = delivery.begin(unit, all.size());
        open.begin(attempt);
        int m = delivery.next(0);
        if (unit.attempt() > 1 && m < all.size()) {
            send(open, attempt, unit, m);
            awaitConfirms();
            m = delivery.next(m + 1);
        }
        for (; m < all.size() && !delivery.hasFailed(); m = delivery.next(m + 1)) {
            send(open, attempt, unit, m);
        }
        awaitConfirms();
        delivery.succeed(all, unit);
    }

    private void send(AmqpLink open, int attempt, FlushUnit unit, int m) throws IOException {
        String refusal = messages.refusal(m);
        if (refusal == null) {
            MessageUnit<String> all = messages.unit();
            open.publish(m, all.route(m), messages.properties(unit.number(), m), all.payload(m));
        } else {
            delivery.sent(m);
            delivery.refused(attempt, m, refusal);
        }
    }

    private void awaitConfirms() throws IOException {
        if (!delivery.await(settings.timeout().toNanos())) {
            Exception failure = delivery.failure();
            if (failure instanceof IOException known) {
                throw known;
            }
            throw new IOException(
                    "the broker at " + settings.url() + " has confirmed nothing within " + settings.timeout(), failure);
        }
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
        // Without the lock: whoever closes the sink meanwhile pulls the plug.
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
