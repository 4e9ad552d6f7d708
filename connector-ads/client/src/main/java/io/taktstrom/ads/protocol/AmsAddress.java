package io.taktstrom.ads.protocol;

/**
 * Names an ADS server or client: a router and a port on it, written {@code 5.32.116.5.1.1:851}.
 *
 * @param port 0 to 65535, see {@link AmsPort}; has nothing to do with TCP ports
 */
public record AmsAddress(AmsNetId netId, int port) {

    public AmsAddress {
        if (port < 0 || port > 0xFFFF) {
            throw new IllegalArgumentException("AMS port " + port + " is not in 0..65535");
        }
    }

    /**
     * Reads {@code 5.32.116.5.1.1:851}.
     *
     * @throws IllegalArgumentException if the text is anything else
     */
    public static AmsAddress parse(String text) {
        int colon = text.indexOf(':');
        String port = text.substring(colon + 1);
        if (colon < 0 || !port.matches("[0-9]{1,5}")) {
            throw new IllegalArgumentException(
                    "AMS address '" + text + "' is not a net id and a port, like 5.32.116.5.1.1:851");
        }
        return new AmsAddress(AmsNetId.parse(text.substring(0, colon)), Integer.parseInt(port));
    }

    @Override
    public String toString() {
        return netId + ":" + port;
    }
}
