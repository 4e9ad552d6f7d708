package io.taktstrom.opcua;

import java.time.Instant;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.opcua.method.OpcUaMethod;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;

/**
 * What an OPC UA server can do beyond what connections have in common. Each connection of {@link OpcUaProvider} is one:
 *
 * <pre>{@code
 * try (Connection connection = Connectors.connect("opc.tcp://10.0.0.7:4840");
 *         ...) {
 *     OpcUaConnection server = (OpcUaConnection) connection;
 *     OpcUaMethod start = server.method("ns=2;s=Press", "2:Start");
 *     SampleBatch inputs = start.inputs().newBatch();
 *     Values.put(inputs, 0, 1500);
 *     SampleBatch outputs = server.call(start, inputs);
 * }
 * }</pre>
 */
public interface OpcUaConnection extends Connection {

    /**
     * Finds a method and asks what it takes and gives.
     *
     * @param object address of the object or type that has it
     * @param method its own address, or its path of browse names from the object; a name without a namespace's index is
     *     looked for in that of the object
     * @throws io.taktstrom.spi.InvalidRequestException when the server does not have such an object or method
     */
    OpcUaMethod method(String object, String method) throws ConnectorException;

    /**
     * Calls a method and waits for its end.
     *
     * @param inputs one sample for each of its {@linkplain OpcUaMethod#inputs inputs}
     * @return one sample for each value that it gives; the batch is the caller's
     * @throws io.taktstrom.spi.InvalidRequestException when arguments are missing
     * @throws io.taktstrom.spi.DeviceErrorException when the server or the method refuses; the message names the argument
     */
    SampleBatch call(OpcUaMethod method, SampleBatch inputs) throws ConnectorException;

    /**
     * Reads the values that a point has had, as the server has recorded them, oldest first, a page at a time. The
     * server chooses how much a page is, unless that is too much for it or for {@code maxMessageBytes}.
     *
     * @param from the first time that counts
     * @param to the time up to which; the server decides whether it counts itself
     * @param sink called by the calling thread, with batches of this group
     * @return how many samples there were
     * @throws io.taktstrom.spi.DeviceErrorException when the server keeps no history of this point, or shows us none
     */
    long history(PointGroup group, int point, Instant from, Instant to, SampleSink sink) throws ConnectorException;
}
