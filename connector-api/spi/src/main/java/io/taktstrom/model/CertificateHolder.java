package io.taktstrom.model;

/** Whose certificate it is that a connection shows or is shown. */
public enum CertificateHolder {
    /** Ours. */
    SELF,
    /** That of the device, or of a sink's receiver. */
    PEER
}
