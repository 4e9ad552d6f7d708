package io.taktstrom.spi;

/** The device understood the request and refused it. */
public final class DeviceErrorException extends ConnectorException {

    private final int status;
    private final long nativeCode;

    /**
     * @param status the OPC UA status code that fits best
     * @param nativeCode the device's own code, as its vendor documents it
     */
    public DeviceErrorException(String message, int status, long nativeCode) {
        super(message, null);
        this.status = status;
        this.nativeCode = nativeCode;
    }

    @Override
    public int status() {
        return status;
    }

    /** The device's own error code, for example the ADS code 0x710. */
    public long nativeCode() {
        return nativeCode;
    }
}
