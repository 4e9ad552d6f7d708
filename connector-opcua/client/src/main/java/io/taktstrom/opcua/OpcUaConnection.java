package io.taktstrom.opcua;

import java.time.Instant;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleSink;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.MethodConnection;

/**
 * What an OPC UA server can do beyond what connections have in common. Each connection of {@link OpcUaProvider} is one:
 *
 * <pre>{@code
 * try (Connection connection = Connectors.connect("opc.tcp://10.0.0.7:4840");
 *         ...) {
 *     OpcUaConnection server = (OpcUaConnection) connection;
 *     DeviceMethod start = server.method("ns=2;s=Press", "2:Start");
 *     SampleBatch inputs = start.inputs().newBatch();
 *     Values.put(inputs, 0, 1500);
 *     SampleBatch outputs = start.call(inputs);
 * }
 * }</pre>
 */
public interface OpcUaConnection extends MethodConnection {

    /**
     * Finds a method and asks what it takes and gives.
     *
     * @param object address of the object or type that has it
     * @param method its own address, or its path of browse names from the object; a name without a namespace's index is
     *     looked for in that of the object
     * @throws io.taktstrom.spi.InvalidRequestException when the server does not have such an object or method
     */
    @Override
    DeviceMethod method(String object, String method) throws ConnectorException;

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
