package de.beckhoff.jni.tcads;

public final class AdsState {

    private short state;

    public short getState() {
        return state;
    }

    public void setState(short state) {
        this.state = state;
    }
}
