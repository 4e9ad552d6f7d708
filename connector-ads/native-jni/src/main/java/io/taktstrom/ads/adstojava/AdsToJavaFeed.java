package io.taktstrom.ads.adstojava;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

import io.taktstrom.ads.adslib.NotificationHub;
import io.taktstrom.ads.adslib.SampleInlet;
import org.jspecify.annotations.Nullable;

/**
 * Hands samples to the hub: the one listener that AdsToJava has of us, called by threads of the library as
 * {@code onEvent(AmsAddr, AdsNotificationHeader, long)}.
 */
final class AdsToJavaFeed implements InvocationHandler {

    private static final Logger LOG = System.getLogger(AdsToJavaFeed.class.getName());

    private final AdsToJava ads;
    private final NotificationHub hub;

    AdsToJavaFeed(AdsToJava ads, NotificationHub hub) {
        this.ads = ads;
        this.hub = hub;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (arguments == null || arguments.length != 3) {
            // What every object has.
            return method.invoke(this, arguments);
        }
        try {
            sample(arguments[1], (long) arguments[2]);
        } catch (RuntimeException e) {
            // Above us is C++ that does not expect exceptions.
            LOG.log(Level.ERROR, "a sample is lost; this is a defect, please report it", e);
        }
        return null;
    }

    private void sample(Object header, long user) {
        SampleInlet inlet = hub.inlet((int) user);
        if (inlet != null) {
            byte[] value = ads.getData(header);
            int at = inlet.claim(ads.getNTimeStamp(header), value.length);
            if (at >= 0) {
                System.arraycopy(value, 0, inlet.array(), at, value.length);
                inlet.publish();
            }
        }
    }
}
