package io.taktstrom.spi;

/** A connection whose device may have objects with methods. Thread-safe. */
public interface MethodConnection extends Connection {

    /**
     * Finds a method and asks what it takes and gives.
     *
     * @param object address of the object that has it
     * @param method its name in the object
     * @throws InvalidRequestException when the device does not have such an object or method
     */
    DeviceMethod method(String object, String method) throws ConnectorException;
}
