package io.taktstrom.opcua.service;

import java.nio.ByteBuffer;

import io.taktstrom.spi.ConnectorException;

/** Gets one value after the other. */
@FunctionalInterface
public interface ValueSink {

    /**
     * Takes a value.
     *
     * @param index in the list that was read
     * @param in a little-endian buffer with a DataValue in binary encoding between these positions; valid during the call only
     */
    void value(int index, ByteBuffer in, int from, int to) throws ConnectorException;
}
