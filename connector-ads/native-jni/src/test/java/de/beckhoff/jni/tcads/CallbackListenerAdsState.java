package de.beckhoff.jni.tcads;

public interface CallbackListenerAdsState {

    void onEvent(AmsAddr from, AdsNotificationHeader header, long user);
}
