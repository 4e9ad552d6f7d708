package de.beckhoff.jni.tcads;

public final class AdsNotificationAttrib {

    private long length;
    private int mode;
    private long maxDelay;
    private long changeFilter;

    public void setCbLength(long bytes) {
        length = bytes;
    }

    public void setNTransMode(int newMode) {
        // What it does not know becomes "none", in silence.
        mode = newMode <= 4 ? newMode : 0;
    }

    public void setNMaxDelay(long hundredNanos) {
        maxDelay = hundredNanos;
    }

    public void setNCycleTime(long hundredNanos) {
        // Lost: the change filter has the same place in the C structure, and is written there later.
    }

    public void setDwChangeFilter(long hundredNanos) {
        changeFilter = hundredNanos;
    }

    long length() {
        return length;
    }

    int mode() {
        return mode;
    }

    long maxDelay() {
        return maxDelay;
    }

    long cycleTime() {
        return changeFilter;
    }
}
