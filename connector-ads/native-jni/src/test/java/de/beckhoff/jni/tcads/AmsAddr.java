package de.beckhoff.jni.tcads;

public final class AmsAddr {

    private AmsNetId netId = new AmsNetId(new char[6]);
    private int port;

    public AmsNetId getNetId() {
        return netId;
    }

    public void setNetId(AmsNetId netId) {
        this.netId = netId;
    }

    public int getPort() {
        return port;
    }

    public void setPort(int port) {
        this.port = port;
    }
}
