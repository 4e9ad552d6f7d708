package de.beckhoff.jni;

public final class JNILong {

    private long value;

    public JNILong(long value) {
        this.value = value;
    }

    public long getLong() {
        return value;
    }

    public void setLong(long value) {
        this.value = value;
    }
}
