package de.beckhoff.jni.tcads;

public final class AmsNetId {

    private final char[] parts;

    public AmsNetId(char[] parts) {
        this.parts = parts.clone();
    }

    public char[] getCharArr() {
        return parts.clone();
    }
}
