package io.taktstrom.ads;

import java.nio.ByteBuffer;

import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MethodConnection;

/**
 * A connection with what only ADS has: the commands themselves. For what no data point can say, such as parameters of
 * drives, services of the system, files.
 *
 * <p>Buffers are in whatever order the caller likes. Of a buffer to send, the bytes between position and limit are
 * sent, and neither changes. A buffer to receive is filled between position and limit, and its position moves behind
 * what came, which can be less than it has room for. A command that the device refuses is a
 * {@link DeviceErrorException}.
 */
public interface AdsConnection extends MethodConnection {

    /**
     * ADS state and device state.
     *
     * @param adsState see InfoSys "ADSSTATE": 5 is RUN, 6 STOP, 15 CONFIG
     * @param deviceState what it means depends on the device
     */
    record State(int adsState, int deviceState) {}

    /** Name and version of an ADS server. */
    record Device(String name, int majorVersion, int minorVersion, int build) {}

    /**
     * The ADS view of a connection.
     *
     * @throws IllegalArgumentException when it is not one of this connector's
     */
    static AdsConnection of(Connection connection) {
        if (connection instanceof AdsConnection ads) {
            return ads;
        }
        throw new IllegalArgumentException(connection + " is not an ADS connection; open one with an ads:// URI");
    }

    void read(int indexGroup, int indexOffset, ByteBuffer into) throws ConnectorException;

    void write(int indexGroup, int indexOffset, ByteBuffer from) throws ConnectorException;

    /** Sends and receives in one command. */
    void readWrite(int indexGroup, int indexOffset, ByteBuffer from, ByteBuffer into) throws ConnectorException;

    /** Reads a variable by name: its bytes, at most as many as there is room for. Uses the cache of addresses. */
    void read(String name, ByteBuffer into) throws ConnectorException;

    /** Writes a variable by name; as many bytes as it has. The caller is responsible for what may be written. */
    void write(String name, ByteBuffer from) throws ConnectorException;

    /** A handle for a variable, valid until it is released, the connection ends, or the PLC program changes. */
    int openHandle(String name) throws ConnectorException;

    void readHandle(int handle, ByteBuffer into) throws ConnectorException;

    void writeHandle(int handle, ByteBuffer from) throws ConnectorException;

    void releaseHandle(int handle) throws ConnectorException;

    State readState() throws ConnectorException;

    /** Asks the device for another state, for example 6 to stop a PLC. The caller is responsible for the effect on the machine. */
    void writeControl(int adsState, int deviceState, ByteBuffer from) throws ConnectorException;

    Device readDeviceInfo() throws ConnectorException;
}
