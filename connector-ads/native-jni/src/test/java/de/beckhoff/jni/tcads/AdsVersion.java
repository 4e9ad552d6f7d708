package de.beckhoff.jni.tcads;

public final class AdsVersion {

    private char version;
    private char revision;
    private short build;

    public char getVersion() {
        return version;
    }

    public char getRevision() {
        return revision;
    }

    public short getBuild() {
        return build;
    }

    /** For the stand-in. */
    void set(int newVersion, int newRevision, int newBuild) {
        version = (char) newVersion;
        revision = (char) newRevision;
        build = (short) newBuild;
    }
}
