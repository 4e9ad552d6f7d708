package de.beckhoff.jni.tcads;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public final class AdsCallbackObject {

    /** One list for all. */
    private static final List<CallbackListenerAdsState> LISTENERS = new CopyOnWriteArrayList<>();

    public void addListenerCallbackAdsState(CallbackListenerAdsState listener) {
        LISTENERS.add(listener);
    }

    static void tell(AdsNotificationHeader header, long user) {
        for (CallbackListenerAdsState listener : LISTENERS) {
            listener.onEvent(new AmsAddr(), header, user);
        }
    }
}
