package io.taktstrom.opcua.service;

import java.util.function.LongConsumer;

import io.taktstrom.opcua.protocol.ItemNotification;
import io.taktstrom.opcua.protocol.MessageOrder;
import io.taktstrom.opcua.protocol.Notification;
import io.taktstrom.opcua.protocol.NotificationMessage;
import io.taktstrom.opcua.protocol.StatusChangeNotification;
import org.jspecify.annotations.Nullable;

/** The messages of one subscription on their way to its listener, in their order. Guarded by {@link Publishing}. */
final class MessageFlow {

    /** A subscription that is further behind does not wait: what is missing is taken for lost. */
    private static final int MAX_BEHIND = 256;

    final PushService.Listener listener;
    private final MessageOrder<NotificationMessage> order;
    private final LongConsumer acknowledgement;
    private final Runnable end;

    /** Answers that may still fill a gap; -1 without one. */
    private int answersDue = -1;

    /** To be done when what the server had kept for a lost link has come; null when it has, or this is new. */
    private @Nullable Runnable caughtUp;

    /** The server has said that it has nothing more. */
    private boolean drained;

    /**
     * @param next the number of the first message that is to come
     * @param acknowledgement gets the numbers of messages that the server need not keep any more
     * @param end is run when the server ends the subscription, before the listener hears of it
     */
    MessageFlow(
            long next,
            @Nullable Runnable caughtUp,
            PushService.Listener listener,
            LongConsumer acknowledgement,
            Runnable end) {
        this.listener = listener;
        this.caughtUp = caughtUp;
        this.acknowledgement = acknowledgement;
        this.end = end;
        this.order = new MessageOrder<>(next, this::deliver, acknowledgement);
    }

    private void deliver(NotificationMessage message) {
        for (Notification each : message.notifications()) {
            if (each instanceof ItemNotification items) {
                listener.notified(items);
            } else if (each instanceof StatusChangeNotification change) {
                end.run();
                listener.ended(change.status());
            }
        }
    }

    /** Takes a message; false for one that was there already. */
    boolean accept(NotificationMessage message) {
        return order.accept(message.number(), message);
    }

    void received(PublishAnswer answer) {
        NotificationMessage message = answer.message();
        if (message.isKeepAlive()) {
            order.announce(message.number());
        } else if (!accept(message)) {
            // It came again because our acknowledgement came too late: acknowledge it once more.
            acknowledgement.accept(message.number());
            listener.duplicate();
        }
        if (caughtUp != null) {
            // The lost link may have taken our acknowledgements with it.
            answer.kept().stream().filter(order::isBehind).forEach(acknowledgement::accept);
            drained = !answer.more();
            checkCaughtUp();
        }
    }

    private void checkCaughtUp() {
        Runnable waiting = caughtUp;
        if (waiting != null && drained && !order.hasGap()) {
            caughtUp = null;
            waiting.run();
            listener.caughtUp();
        }
    }

    /** The number of the message that is missing first. */
    long missing() {
        return order.missing();
    }

    boolean hasGap() {
        return order.hasGap();
    }

    /** Whether nothing that is on its way can fill the gap. What was sent over a lost link cannot be on its way. */
    boolean hasRealGap() {
        return order.hasGap() && (answersDue == 0 || caughtUp != null);
    }

    /** Each answer, whatever it says, is one fewer that may still bring what is missing; whether there is a real gap. */
    boolean answered(int outstanding) {
        if (!order.hasGap()) {
            answersDue = -1;
        } else if (answersDue < 0) {
            answersDue = outstanding;
        } else if (answersDue > 0) {
            answersDue--;
        }
        if (order.behind() > MAX_BEHIND) {
            listener.lost();
            order.jump();
        }
        return hasRealGap();
    }

    /** Gives the message up that is missing first. */
    void giveUpMissing() {
        listener.lost();
        order.skip();
    }

    /** All that is missing has been asked for again. */
    void closed() {
        answersDue = -1;
        checkCaughtUp();
    }
}
