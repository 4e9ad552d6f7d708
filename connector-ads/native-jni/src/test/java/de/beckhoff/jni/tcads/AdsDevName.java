package de.beckhoff.jni.tcads;

public final class AdsDevName {

    private String name = "";

    public String getDevName() {
        return name;
    }

    public void setDevName(String name) {
        this.name = name;
    }
}
