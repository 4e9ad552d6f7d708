package io.taktstrom.opcua.protocol;

import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** Where the bytes of a message come from, one after the other: a {@link WireReader}, or a decoder that has taken its security off. */
public interface WireSource {

    int u8() throws MalformedFrameException;

    int i32() throws MalformedFrameException;

    long i64() throws MalformedFrameException;

    /** A String, ByteString or XmlElement as the bytes that it has behind its length; null for null. */
    byte @Nullable [] byteString() throws MalformedFrameException;
}
