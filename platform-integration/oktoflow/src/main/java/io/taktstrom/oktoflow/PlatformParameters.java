package io.taktstrom.oktoflow;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What oktoflow's {@code ConnectorParameter} says of the device.
 *
 * @param host the device's name or address, or a whole endpoint URI such as {@code s7://10.0.0.7:102?rack=0&slot=2}: what
 *     oktoflow generates from a model can hand over nothing else
 * @param port 0 or less for the protocol's own
 * @param endpointPath what a URI has behind the port, for example {@code 5.1.2.3.1.1:851}; may be empty
 * @param requestTimeoutMillis 0 or less for the connector's default
 * @param login of the identity that the parameters name by its key; null for anonymous
 * @param userCertificate whether the identity is a certificate, which is in the folder of {@code certificates} with its key
 * @param keystoreKey what makes oktoflow's connectors encrypt; null for none
 * @param certificates the folder with what is in that key store; null when it cannot be had
 * @param settings specific settings by name: options of the connector, and those of {@link PlatformOptions}
 */
public record PlatformParameters(
        String host,
        int port,
        String endpointPath,
        int requestTimeoutMillis,
        @Nullable Login login,
        boolean userCertificate,
        @Nullable String keystoreKey,
        CertificateFolder.@Nullable Source certificates,
        Map<String, String> settings) {

    /** Without the key store itself. */
    public PlatformParameters(
            String host,
            int port,
            String endpointPath,
            int requestTimeoutMillis,
            @Nullable Login login,
            @Nullable String keystoreKey,
            Map<String, String> settings) {
        this(host, port, endpointPath, requestTimeoutMillis, login, false, keystoreKey, null, settings);
    }

    /** A user with a password. */
    public record Login(String user, String password) {
        /** Without the password. */
        @Override
        public String toString() {
            return "Login[" + user + "]";
        }
    }

    public PlatformParameters {
        settings = Map.copyOf(settings);
    }

    /** Without settings: they may hold secrets. */
    @Override
    public String toString() {
        return "PlatformParameters[" + host.replaceFirst("\\?.*", "?...") + ":" + port + "]";
    }
}
