package io.taktstrom.ads;

/** One point of a subscription, while the device has a notification for it. Used by the receiving thread only. */
final class Watched {

    final AdsSubscription subscription;
    final int point;
    final Variable variable;
    /** The notification is void: what it still sends may be the value of something else. */
    boolean stale;

    Watched(AdsSubscription subscription, int point, Variable variable) {
        this.subscription = subscription;
        this.point = point;
        this.variable = variable;
    }
}
