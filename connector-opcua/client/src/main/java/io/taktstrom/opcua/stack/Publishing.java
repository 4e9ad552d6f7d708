package io.taktstrom.opcua.stack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import io.taktstrom.opcua.protocol.ItemNotification;
import io.taktstrom.opcua.protocol.MessageOrder;
import io.taktstrom.opcua.protocol.Notification;
import io.taktstrom.opcua.protocol.NotificationMessage;
import io.taktstrom.opcua.protocol.StatusChangeNotification;
import io.taktstrom.spi.ConnectionLostException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.UaResponseMessageType;
import org.eclipse.milo.opcua.stack.core.types.structured.PublishRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.RepublishRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.SubscriptionAcknowledgement;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/**
 * Keeps Publish requests waiting at the server and hands what comes back to the subscriptions, in the order of its
 * numbers. Everything here happens on the one thread of the link's event loop, so there is nothing to lock and nothing
 * that could overtake.
 *
 * <pre>
 *   Publish ---> server ---> response: number, notifications
 *      ^                         | in order: hand over, then acknowledge with the next Publish
 *      |                         | ahead of its turn: hold; when every request that was out then has been answered,
 *      `---- one for each -------'   the gap is real: Republish, and give up what the server no longer has
 * </pre>
 */
final class Publishing {

    /** A subscription that is further behind does not wait: what is missing is taken for lost. */
    private static final int MAX_BEHIND = 256;

    /** One subscription as the loop sees it. */
    private final class Entry {
        final long id;
        final PushService.Listener listener;
        final MessageOrder<NotificationMessage> order;
        /** Answers that may still fill a gap; -1 without one. */
        int answersDue = -1;

        boolean republishing;

        /** To be done when what the server had kept for a lost link has come; null when it has, or this is new. */
        @Nullable
        Runnable caughtUp;

        /** The server has said that it has nothing more. */
        boolean drained;

        Entry(long id, long next, @Nullable Runnable caughtUp, PushService.Listener listener) {
            this.id = id;
            this.listener = listener;
            this.caughtUp = caughtUp;
            this.order = new MessageOrder<>(
                    next,
                    this::deliver,
                    number -> acknowledgements.add(new SubscriptionAcknowledgement(uint(id), uint(number))));
        }

        private void deliver(NotificationMessage message) {
            for (Notification each : message.notifications()) {
                if (each instanceof ItemNotification items) {
                    listener.notified(items);
                } else if (each instanceof StatusChangeNotification change) {
                    remove(id);
                    listener.ended(change.status());
                }
            }
        }
    }

    private final UaLink link;
    private final int wanted;
    private final Map<Long, Entry> entries = new HashMap<>();
    private List<SubscriptionAcknowledgement> acknowledgements = new ArrayList<>();
    private int most;
    private int outstanding;
    private long silenceNanos;
    private long heardAt;
    private @Nullable ScheduledFuture<?> watch;

    /** @param wanted Publish requests to keep at the server */
    Publishing(UaLink link, int wanted) {
        this.link = link;
        this.wanted = wanted;
        this.most = wanted;
    }

    /**
     * From now on a subscription's messages go to its listener.
     *
     * @param next the number of the first message that is to come
     * @param caughtUp is run when all has come that the server had kept of another link's; null when it was nobody's before
     * @param silence after this long without any answer the server is taken for gone
     */
    void add(long id, long next, @Nullable Runnable caughtUp, PushService.Listener listener, long silence) {
        Entry entry = new Entry(id, next, caughtUp, listener);
        entries.put(id, entry);
        silenceNanos = Math.max(silenceNanos, silence);
        heardAt = System.nanoTime();
        if (watch == null) {
            watch = link.loop().scheduleWithFixedDelay(this::watch, 1, 1, TimeUnit.SECONDS);
        }
        if (caughtUp != null) {
            recover(entry);
        } else {
            pump();
        }
    }

    /** Asks for what went over the lost link: one message after the other, until the server has no more (OPC 10000-4, 6.7). */
    private void recover(Entry entry) {
        long number = entry.order.missing();
        entry.republishing = true;
        var unused = link.send(new RepublishRequest(link.header(link.timeoutMillis()), uint(entry.id), uint(number)))
                .whenCompleteAsync(
                        (response, failure) -> guarded(() -> recovered(entry, number, response)), link.loop());
    }

    private void recovered(Entry entry, long number, @Nullable UaResponseMessageType response) {
        entry.republishing = false;
        heardAt = System.nanoTime();
        NotificationMessage message = message(response, number);
        if (message == null || !entries.containsKey(entry.id)) {
            pump();
            return;
        }
        entry.order.accept(number, message);
        recover(entry);
    }

    void remove(long id) {
        entries.remove(id);
        if (entries.isEmpty()) {
            stopWatch();
        }
    }

    /** Lets go of all subscriptions, whose listeners hear nothing more; the numbers of their next messages, by their ids. */
    Map<Long, Long> park() {
        Map<Long, Long> next = new HashMap<>();
        entries.values().forEach(entry -> next.put(entry.id, entry.order.missing()));
        entries.clear();
        stopWatch();
        return next;
    }

    void stopWatch() {
        if (watch != null) {
            watch.cancel(false);
            watch = null;
        }
    }

    private void watch() {
        if (System.nanoTime() - heardAt > silenceNanos) {
            stopWatch();
            link.fail(new ConnectionLostException("the server at " + link.where() + " has sent nothing for "
                    + TimeUnit.NANOSECONDS.toMillis(silenceNanos)
                    + " ms, not even that it has nothing to send; the connection is given up"));
        }
    }

    private void pump() {
        while (!entries.isEmpty() && outstanding < most && link.isOpen()) {
            SubscriptionAcknowledgement[] done = acknowledgements.toArray(new SubscriptionAcknowledgement[0]);
            acknowledgements = new ArrayList<>();
            outstanding++;
            var unused = link.send(new PublishRequest(link.header(0), done))
                    .whenCompleteAsync((response, failure) -> guarded(() -> answered(response, failure)), link.loop());
        }
    }

    /** The future would keep what a step throws, and the subscriptions would fall silent. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            link.broken("publish: an answer could not be dealt with", e);
        }
    }

    private void answered(@Nullable UaResponseMessageType response, @Nullable Throwable failure) {
        outstanding--;
        heardAt = System.nanoTime();
        if (response instanceof PublishAnswer published) {
            link.answered();
            received(published);
            checkGaps();
            pump();
        } else if (failure == null) {
            link.broken("publish: the server answers something else");
        } else if (link.isOpen()) {
            checkGaps();
            refused(Failures.status(failure), Failures.reason(failure));
        }
    }

    private void received(PublishAnswer answer) {
        Entry entry = entries.get(answer.subscription());
        if (entry == null) {
            return;
        }
        NotificationMessage message = answer.message();
        if (message.isKeepAlive()) {
            entry.order.announce(message.number());
        } else if (!entry.order.accept(message.number(), message)) {
            // It came again because our acknowledgement came too late: acknowledge it once more.
            acknowledgements.add(new SubscriptionAcknowledgement(uint(entry.id), uint(message.number())));
            entry.listener.duplicate();
        }
        if (entry.caughtUp != null) {
            acknowledgeAgain(entry, answer.kept());
            entry.drained = !answer.hasMore();
            caughtUp(entry);
        }
    }

    /** The lost link may have taken our acknowledgements with it. */
    private void acknowledgeAgain(Entry entry, List<Long> kept) {
        for (long number : kept) {
            if (entry.order.isBehind(number)) {
                acknowledgements.add(new SubscriptionAcknowledgement(uint(entry.id), uint(number)));
            }
        }
    }

    private static void caughtUp(Entry entry) {
        Runnable waiting = entry.caughtUp;
        if (waiting != null && entry.drained && !entry.order.hasGap()) {
            entry.caughtUp = null;
            waiting.run();
            entry.listener.caughtUp();
        }
    }

    /** Each answer, whatever it says, is one fewer that may still bring what is missing. */
    private void checkGaps() {
        for (Entry each : List.copyOf(entries.values())) {
            checkGap(each);
        }
    }

    private void checkGap(Entry entry) {
        if (!entry.order.hasGap()) {
            entry.answersDue = -1;
        } else if (entry.answersDue < 0) {
            entry.answersDue = outstanding;
        } else {
            entry.answersDue--;
        }
        if (entry.order.behind() > MAX_BEHIND) {
            entry.listener.lost();
            entry.order.jump();
        }
        // What was sent over a lost link cannot be on its way.
        boolean real = entry.answersDue == 0 || entry.caughtUp != null;
        if (entry.order.hasGap() && real && !entry.republishing) {
            republish(entry);
        }
    }

    private void republish(Entry entry) {
        long number = entry.order.missing();
        entry.republishing = true;
        var unused = link.send(new RepublishRequest(link.header(link.timeoutMillis()), uint(entry.id), uint(number)))
                .whenCompleteAsync(
                        (response, failure) -> guarded(() -> republished(entry, number, response)), link.loop());
    }

    private void republished(Entry entry, long number, @Nullable UaResponseMessageType response) {
        entry.republishing = false;
        NotificationMessage message = message(response, number);
        if (message != null) {
            entry.order.accept(number, message);
        } else if (entry.order.hasGap() && entry.order.missing() == number && link.isOpen()) {
            entry.listener.lost();
            entry.order.skip();
        }
        if (entry.order.hasGap() && link.isOpen() && entries.containsKey(entry.id)) {
            republish(entry);
        } else {
            entry.answersDue = -1;
            caughtUp(entry);
        }
    }

    /** Null unless it is the message: some servers answer with an empty one where they should refuse. */
    private @Nullable NotificationMessage message(@Nullable UaResponseMessageType response, long number) {
        if (!(response instanceof PublishAnswer again)) {
            return null;
        }
        link.answered();
        NotificationMessage message = again.message();
        return message.number() == number && !message.isKeepAlive() ? message : null;
    }

    private void refused(int status, String reason) {
        if (status == (int) StatusCodes.Bad_TooManyPublishRequests) {
            most = Math.max(1, outstanding);
            if (outstanding == 0) {
                pump();
            }
        } else if (status == (int) StatusCodes.Bad_NoSubscription) {
            List<Entry> gone = outstanding == 0 ? List.copyOf(entries.values()) : List.of();
            most = wanted;
            for (Entry entry : gone) {
                remove(entry.id);
                entry.listener.ended(status);
            }
        } else if (Failures.isSessionLoss(status)) {
            link.fail(
                    new ConnectionLostException("the server at " + link.where() + " has ended the session: " + reason));
        } else {
            link.tell("publish at " + link.where() + ": " + reason);
            var unused = link.loop().schedule(this::pump, 1, TimeUnit.SECONDS);
        }
    }
}
