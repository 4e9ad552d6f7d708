package io.taktstrom.oktoflow;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectorProvider;

/**
 * The device that parameters of oktoflow mean, and how it is to be sampled.
 *
 * @param points names of its variables
 * @param cycle how often the device looks for changes when it notifies
 * @param maxDelay how long it may gather them
 */
public record DeviceTarget(
        ConnectorProvider provider, Endpoint endpoint, PointAddresses points, Duration cycle, Duration maxDelay) {

    private static final Pattern NET_ID = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){5}");

    private static final String SECURITY = "security";
    private static final String PKI = "pki";

    /**
     * Reads the parameters.
     *
     * @param resources has the resource that the setting {@code points} may name
     * @throws IllegalArgumentException when the parameters are wrong; the message says which and what would be right
     */
    public static DeviceTarget of(ConnectorProvider provider, PlatformParameters parameters, ClassLoader resources) {
        ConnectorDescriptor descriptor = provider.descriptor();
        Map<String, String> own = new LinkedHashMap<>();
        Map<String, String> options = new LinkedHashMap<>();
        Endpoint place = place(descriptor, parameters, own);
        options.putAll(place.options());
        parameters.settings().forEach((name, value) -> (PlatformOptions.has(name) ? own : options).put(name, value));
        if (parameters.requestTimeoutMillis() > 0) {
            Duration timeout = Duration.ofMillis(parameters.requestTimeoutMillis());
            options.putIfAbsent(CommonOptions.REQUEST_TIMEOUT.name(), Durations.format(timeout));
        }
        logIn(descriptor, parameters, options);
        addCertificates(descriptor, parameters, options);
        Endpoint endpoint = descriptor.endpoint(place.host(), place.port(), options);
        OptionValues ours = new OptionValues(endpoint.toString(), own);
        return new DeviceTarget(
                provider,
                endpoint,
                PointAddresses.of(ours.get(PlatformOptions.POINTS), resources),
                ours.get(PlatformOptions.CYCLE),
                ours.get(PlatformOptions.MAX_DELAY));
    }

    /** Host, port and what stands in a URI; without a check of the options, for settings may bring more. */
    private static Endpoint place(
            ConnectorDescriptor descriptor, PlatformParameters parameters, Map<String, String> own) {
        String host = parameters.host().strip();
        if (host.contains("://")) {
            return descriptor.parse(PlatformOptions.takeFrom(host, own));
        }
        if (NET_ID.matcher(host).matches()) {
            throw new IllegalArgumentException("host " + host
                    + " is an AmsNetId, which oktoflow's own ADS connector wants there; write the machine's address as host,"
                    + " 48898 as port, and the AmsNetId as specific setting amsNetId or in the host as"
                    + " ads://ADDRESS:48898/" + host + ":" + parameters.port());
        }
        int port = parameters.port() > 0 ? parameters.port() : descriptor.defaultPort();
        String path = parameters.endpointPath().strip().replaceFirst("^/+", "");
        Map<String, String> options = new LinkedHashMap<>();
        if (!path.isEmpty()) {
            // A host that needs brackets gets them: it is the URI's parser that knows what a path means.
            String shown = host.indexOf(':') < 0 ? host : "[" + host + "]";
            options.putAll(descriptor
                    .parse(descriptor.scheme() + "://" + shown + ":" + port + "/" + PlatformOptions.takeFrom(path, own))
                    .options());
        }
        return new Endpoint(descriptor.scheme(), host, port, options);
    }

    private static void logIn(
            ConnectorDescriptor descriptor, PlatformParameters parameters, Map<String, String> options) {
        if (parameters.userCertificate() && descriptor.option("userCertificate") == null) {
            throw new IllegalArgumentException(
                    descriptor.title()
                            + " knows no users with certificates: take the identity of type X509 out of the connector's parameters");
        }
        PlatformParameters.Login login = parameters.login();
        if (login == null) {
            return;
        }
        if (descriptor.option("password") == null) {
            throw new IllegalArgumentException(descriptor.title()
                    + " knows no users: take the identity out of the connector's parameters; who may connect, the device's"
                    + " routes decide");
        }
        if (descriptor.option("user") != null) {
            options.put("user", login.user());
        }
        options.put("password", login.password());
    }

    /** Nothing goes out in plain text where the model asks for encryption. */
    private static void addCertificates(
            ConnectorDescriptor descriptor, PlatformParameters parameters, Map<String, String> options) {
        String keystore = parameters.keystoreKey();
        if (keystore == null) {
            if (parameters.userCertificate()) {
                throw new IllegalArgumentException(
                        "an identity of type X509 is a certificate only; set keystoreKey to the"
                                + " key store that has its private key");
            }
            return;
        }
        if (descriptor.option(SECURITY) == null) {
            throw new IllegalArgumentException("keystoreKey " + keystore + " asks for encryption, which "
                    + descriptor.title() + " does not have; take it away if the network is safe enough without");
        }
        CertificateFolder.Source certificates = parameters.certificates();
        if (certificates != null && (parameters.userCertificate() || !options.containsKey(PKI))) {
            try {
                Path folder = certificates.folder();
                options.putIfAbsent(PKI, folder.toString());
                if (parameters.userCertificate()) {
                    options.put(
                            "userCertificate",
                            folder.resolve(CertificateFolder.USER_CERTIFICATE).toString());
                    options.put(
                            "userKey",
                            folder.resolve(CertificateFolder.USER_KEY).toString());
                }
            } catch (IOException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
        if (!options.containsKey(PKI)) {
            throw new IllegalArgumentException("keystoreKey " + keystore + ": " + descriptor.title()
                    + " keeps its certificate and those that it trusts in a folder; name it as specific setting "
                    + PKI);
        }
    }
}
