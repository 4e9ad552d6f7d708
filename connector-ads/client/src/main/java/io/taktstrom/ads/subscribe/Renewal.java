package io.taktstrom.ads.subscribe;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.symbol.SymbolVersion;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

/** What {@link Upkeep} does for the subscriptions of a session: checks them and renews them. */
final class Renewal implements Upkeep.Work {

    private final AdsBackend backend;
    private final Symbols symbols;
    private final AdsSubscriptions subscriptions;
    private final Subscribing subscribing;
    private long frames;

    Renewal(AdsBackend backend, Symbols symbols, AdsSubscriptions subscriptions, Subscribing subscribing) {
        this.backend = backend;
        this.symbols = symbols;
        this.subscriptions = subscriptions;
        this.subscribing = subscribing;
    }

    @Override
    public boolean isNeeded() {
        return !subscriptions.isEmpty();
    }

    /** Only in silence: an answer must not push the samples aside that a slow sink is yet to take. */
    @Override
    public void check() throws ConnectorException {
        long now = subscriptions.frames();
        if (now == frames && !subscriptions.isDelivering()) {
            int seen = symbols.epoch().number();
            boolean versioned = subscriptions.versionEpoch() == seen;
            symbols.version().check(versioned ? subscriptions.version() : SymbolVersion.NONE, seen);
        }
        frames = now;
    }

    @Override
    public boolean renew() throws ConnectorException {
        if (!isWell() && !symbols.version().isReady()) {
            return false;
        }
        boolean renewed = false;
        for (AdsSubscription subscription : subscriptions.snapshot()) {
            if (subscription.isVoid() && !subscription.isClosed()) {
                subscribing.arm(subscription, subscription.group().plan());
                renewed = true;
            }
        }
        if (renewed && isWell()) {
            subscriptions.notice(symbols.at("all points are subscribed again, to the current variables"));
        }
        return isWell();
    }

    private boolean isWell() {
        return subscriptions.snapshot().stream().allMatch(one -> one.isClosed() || !one.isVoid());
    }

    @Override
    public boolean isOver() {
        try {
            backend.requireOpen();
            return false;
        } catch (ConnectionLostException e) {
            return true;
        }
    }
}
