package io.taktstrom.opcua.service;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.channel.Exchange;
import io.taktstrom.opcua.channel.Failures;
import io.taktstrom.opcua.channel.ServiceHeader;
import io.taktstrom.opcua.channel.UaRequest;
import io.taktstrom.opcua.protocol.NotificationMessage;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.jspecify.annotations.Nullable;

/**
 * Keeps Publish requests waiting at the server and hands what comes back to the subscriptions, in the order of its numbers.
 * The thread that reads the channel puts answers into a queue; one thread at a time takes them out.
 *
 * <pre>
 *   Publish ---> server ---> answer: number, notifications --> arrived --step--.
 *      ^                         | in order: hand over, then acknowledge with the next Publish
 *      |                         | ahead of its turn: hold; when every request that was out then has been answered,
 *      `---- one for each -------'   the gap is real: Republish, and give up what the server no longer has
 * </pre>
 */
final class Publishing {

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private record Acknowledgement(long subscription, long number) {}

    private final UaLink link;
    private final int wanted;
    private final Queue<PublishAnswer> arrived = new ConcurrentLinkedQueue<>();
    private volatile long heardAt;
    private volatile boolean gap;

    /** Guards all that follows. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<Long, MessageFlow> entries = new HashMap<>();
    private final List<Acknowledgement> acknowledgements = new ArrayList<>();
    private final List<UaRequest> sent = new ArrayList<>();
    private int most;
    private int outstanding;
    private long silenceNanos;
    private long pausedUntil;

    /** @param wanted Publish requests to keep at the server */
    Publishing(UaLink link, int wanted) {
        this.link = link;
        this.wanted = wanted;
        this.most = wanted;
        this.pausedUntil = System.nanoTime();
    }

    // ---- from any thread

    /**
     * From now on a subscription's messages go to its listener. Asks at once for what went over a lost link: one message after
     * the other, until the server has no more (OPC 10000-4, 6.7).
     *
     * @param next the number of the first message that is to come
     * @param caughtUp is run when all has come that the server had kept of another link's; null for a new subscription
     * @param silence after this long without any answer the server is taken for gone
     */
    void add(long id, long next, @Nullable Runnable caughtUp, PushService.Listener listener, long silence) {
        lock.lock();
        try {
            MessageFlow entry = new MessageFlow(
                    next,
                    caughtUp,
                    listener,
                    number -> acknowledgements.add(new Acknowledgement(id, number)),
                    () -> entries.remove(id));
            entries.put(id, entry);
            silenceNanos = Math.max(silenceNanos, silence);
            heardAt = System.nanoTime();
            NotificationMessage message = caughtUp == null ? null : askAgain(id, entry);
            while (message != null && entries.containsKey(id)) {
                entry.accept(message);
                message = askAgain(id, entry);
            }
            if (caughtUp != null) {
                listener.republished();
            }
            pump();
        } finally {
            lock.unlock();
        }
    }

    long heardAt() {
        return heardAt;
    }

    void remove(long id) {
        lock.lock();
        try {
            entries.remove(id);
        } finally {
            lock.unlock();
        }
    }

    /** Lets go of all subscriptions, whose listeners hear nothing more; the numbers of their next messages, by their ids. */
    Map<Long, Long> detach() {
        lock.lock();
        try {
            takeArrived();
            Map<Long, Long> next = new HashMap<>();
            entries.forEach((id, entry) -> next.put(id, entry.missing()));
            entries.clear();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Whether there is something for {@link #step}. */
    boolean hasWork() {
        return gap || !arrived.isEmpty();
    }

    /** Deals with what has arrived; blocks while it asks for messages that are missing. */
    void step() {
        lock.lock();
        try {
            takeArrived();
            gap = false;
            Map.copyOf(entries).forEach(this::closeGap);
            pump();
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #step} as far as nothing has to wait, while the thread that steps is held up; and looks for silence. */
    void upkeep() {
        if (!lock.tryLock()) {
            return;
        }
        try {
            takeArrived();
            pump();
            if (!entries.isEmpty() && System.nanoTime() - heardAt > silenceNanos) {
                link.fail(new ConnectionLostException("the server at " + link.where() + " has sent nothing for "
                        + TimeUnit.NANOSECONDS.toMillis(silenceNanos)
                        + " ms, not even that it has nothing to send; the connection is given up"));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Sends a request the answer to which means nothing. */
    void post(String what, ByteBuffer message) {
        lock.lock();
        try {
            UaRequest request = link.channel().trySend(what, message, (in, at, length) -> {}, link.timeoutMillis());
            if (request != null) {
                sent.add(request);
            }
        } catch (ConnectorException e) {
            link.tell(what + " at " + link.where() + ": " + e.getMessage());
        } finally {
            lock.unlock();
        }
    }

    // ---- the thread that reads

    private void answered(ByteBuffer in, int at, int length) throws MalformedFrameException {
        arrived.add(PublishAnswer.read(new WireReader().reset(in, at, at + length)));
        heardAt = System.nanoTime();
        link.channel().wakeReaderThread();
    }

    // ---- with the lock

    private void pump() {
        for (int i = sent.size() - 1; i >= 0; i--) {
            if (sent.get(i).isDone()) {
                link.channel().recycle(sent.remove(i));
            }
        }
        while (!entries.isEmpty() && outstanding < most && link.isOpen() && System.nanoTime() - pausedUntil >= 0) {
            if (!publish()) {
                return;
            }
        }
    }

    /** False when nothing can be sent now. */
    private boolean publish() {
        WireWriter out = link.header(new WireWriter(), ServiceHeader.PUBLISH, 0).i32(acknowledgements.size());
        for (Acknowledgement each : acknowledgements) {
            out.i32((int) each.subscription()).i32((int) each.number());
        }
        try {
            UaRequest request = link.channel().trySend("publish", out.buffer(), this::answered, link.timeoutMillis());
            if (request == null) {
                return false;
            }
            sent.add(request);
            acknowledgements.clear();
            outstanding++;
            return true;
        } catch (ConnectorException e) {
            // The link is lost, which its end tells.
            return false;
        }
    }

    private void takeArrived() {
        for (PublishAnswer answer = arrived.poll(); answer != null; answer = arrived.poll()) {
            outstanding--;
            link.answered();
            if (!StatusCode.isBad(answer.status())) {
                MessageFlow entry = entries.get(answer.subscription());
                if (entry != null) {
                    entry.received(answer);
                }
            }
            for (MessageFlow each : List.copyOf(entries.values())) {
                gap |= each.answered(outstanding);
            }
            if (StatusCode.isBad(answer.status())) {
                refused(answer.status());
            }
        }
    }

    private void closeGap(long id, MessageFlow entry) {
        boolean asked = false;
        while ((asked || entry.hasRealGap()) && entry.hasGap() && link.isOpen() && entries.containsKey(id)) {
            asked = true;
            NotificationMessage message = askAgain(id, entry);
            if (message != null) {
                entry.accept(message);
            } else if (link.isOpen()) {
                entry.giveUpMissing();
            }
        }
        if (asked) {
            entry.closed();
        }
    }

    /** The message that is missing first; null unless it comes: some servers answer with an empty one where they should refuse. */
    private @Nullable NotificationMessage askAgain(long id, MessageFlow entry) {
        long number = entry.missing();
        try {
            Exchange exchange = link.begin(ServiceHeader.REPUBLISH);
            exchange.request().i32((int) id).i32((int) number);
            NotificationMessage message =
                    NotificationMessage.read(link.exchange("republish", exchange, ServiceHeader.REPUBLISH_ANSWER));
            link.end(exchange);
            heardAt = System.nanoTime();
            return message.number() == number && !message.isKeepAlive() ? message : null;
        } catch (MalformedFrameException e) {
            link.broken("republish", e);
            return null;
        } catch (ConnectorException e) {
            return null;
        }
    }

    private void refused(int status) {
        if (status == (int) StatusCodes.Bad_TooManyPublishRequests) {
            most = Math.max(1, outstanding);
        } else if (status == (int) StatusCodes.Bad_NoSubscription) {
            most = wanted;
            if (outstanding == 0 && !entries.isEmpty()) {
                List<MessageFlow> gone = List.copyOf(entries.values());
                entries.clear();
                gone.forEach(entry -> entry.listener.ended(status));
            } else {
                pausedUntil = System.nanoTime() + RETRY_NANOS;
            }
        } else if (Failures.isSessionLoss(status)) {
            link.fail(new ConnectionLostException(
                    "the server at " + link.where() + " has ended the session: " + Failures.name(status)));
        } else {
            link.tell("publish at " + link.where() + ": " + Failures.name(status));
            pausedUntil = System.nanoTime() + RETRY_NANOS;
        }
    }
}
