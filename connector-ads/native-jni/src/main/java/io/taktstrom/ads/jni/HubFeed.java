package io.taktstrom.ads.jni;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;

import io.taktstrom.ads.adslib.NotificationHub;
import io.taktstrom.ads.adslib.SampleInlet;

/** Hands the samples of a library to the hub. Hot: allocates nothing. */
final class HubFeed implements SampleReceiver {

    private static final Logger LOG = System.getLogger(HubFeed.class.getName());

    private final NotificationHub hub;

    HubFeed(NotificationHub hub) {
        this.hub = hub;
    }

    @Override
    public void sample(ByteBuffer value, int user, long first, long second) {
        try {
            SampleInlet inlet = hub.inlet(user);
            if (inlet != null) {
                int at = inlet.claimHeader(first, second);
                if (at >= 0) {
                    value.get(0, inlet.array(), at, inlet.size());
                    inlet.publish();
                }
            }
        } catch (RuntimeException e) {
            // Above us is C, which knows no exceptions.
            LOG.log(
                    Level.ERROR,
                    "a sample of notification " + user + " is lost; this is a defect, please report it",
                    e);
        }
    }
}
