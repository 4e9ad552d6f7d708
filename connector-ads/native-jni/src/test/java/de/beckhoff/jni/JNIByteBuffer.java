package de.beckhoff.jni;

public final class JNIByteBuffer {

    private final byte[] bytes;

    public JNIByteBuffer(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    public JNIByteBuffer(int length) {
        this.bytes = new byte[length];
    }

    public byte[] getByteArray() {
        return bytes.clone();
    }

    /** For the stand-in: the original copies all there is, whatever the length says. */
    public byte[] forRequest(long length) {
        if (bytes.length != length) {
            throw new IllegalArgumentException(
                    bytes.length + " bytes for a request of " + length + ": the original would overwrite memory");
        }
        return bytes;
    }
}
