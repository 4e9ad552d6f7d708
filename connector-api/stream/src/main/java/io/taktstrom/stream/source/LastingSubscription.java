package io.taktstrom.stream.source;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/** A feed, as who has subscribed to it sees it: it goes on from session to session. */
record LastingSubscription(ScanFeed feed, Feeds feeds, ConnectionStatus connectionStatus) implements Subscription {

    private @Nullable Subscription now() {
        LiveSession session = connectionStatus.session();
        return session == null ? null : session.subscription(feed);
    }

    @Override
    public PointGroup group() {
        return feed.group();
    }

    @Override
    public SubscriptionSettings revised() {
        Subscription now = now();
        return now == null ? feed.scan().wanted() : now.revised();
    }

    @Override
    public int statusAt(int point) {
        Subscription now = now();
        return now == null ? StatusCode.BAD_NOT_CONNECTED : now.statusAt(point);
    }

    @Override
    public void close() {
        feeds.remove(feed);
        LiveSession session = connectionStatus.session();
        if (session != null) {
            session.release(feed);
        }
    }
}
