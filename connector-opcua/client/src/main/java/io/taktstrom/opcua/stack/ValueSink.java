package io.taktstrom.opcua.stack;

import java.nio.ByteBuffer;

import io.taktstrom.spi.ConnectorException;

/** Gets one value after the other. */
@FunctionalInterface
public interface ValueSink {

    /**
     * Takes a value.
     *
     * @param index in the list that was read
     * @param dataValue a DataValue in binary encoding from its position on, little-endian; valid during the call only
     */
    void value(int index, ByteBuffer dataValue) throws ConnectorException;
}
