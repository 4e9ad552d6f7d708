package io.taktstrom.ads.subscribe;

import io.taktstrom.ads.value.AdsVariable;

/**
 * One point of a subscription, while the device has a notification for it.
 *
 * @param epoch of the symbols in which the variable was there; later, its notification may send the value of another one
 */
record Watched(AdsSubscription subscription, int point, AdsVariable variable, int epoch) {}
