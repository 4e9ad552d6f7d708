package io.taktstrom.descriptor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.taktstrom.model.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * What a connector is, what it can do and what it takes.
 *
 * @param scheme of its URIs and its {@code type} in a deployment file, for example {@code ads}
 * @param title its name for people
 * @param description one or two sentences
 * @param defaultPort the protocol's TCP port
 * @param pathOptions the options that a URI gives as its path, separated by {@code :}, for example
 *     {@code amsNetId:amsPort}
 * @param options all options, {@link CommonOptions} included
 * @param capabilities what it can do by itself
 * @param addresses how its addresses are written
 */
public record ConnectorDescriptor(
        String scheme,
        String title,
        String description,
        int defaultPort,
        List<Option<?>> pathOptions,
        List<Option<?>> options,
        Set<Capability> capabilities,
        AddressGrammar addresses) {

    public ConnectorDescriptor {
        pathOptions = List.copyOf(pathOptions);
        List<Option<?>> all = new ArrayList<>(pathOptions);
        all.addAll(options);
        all.addAll(CommonOptions.ALL);
        options = all.stream().distinct().toList();
        capabilities = Set.copyOf(capabilities);
        Option.requireDistinct("connector " + scheme, options);
    }

    /** The option of this name, or null. */
    public @Nullable Option<?> option(String name) {
        for (Option<?> option : options) {
            if (option.name().equals(name)) {
                return option;
            }
        }
        return null;
    }

    /**
     * An endpoint with checked options. One that is given its default is the same endpoint as without it.
     *
     * @throws IllegalArgumentException with all that is wrong, on one line
     */
    public Endpoint endpoint(String host, int port, Map<String, String> given) {
        Map<String, String> kept = new TreeMap<>(given);
        for (Option<?> option : options) {
            kept.remove(option.name(), option.defaultText());
        }
        Endpoint endpoint = new Endpoint(scheme, host, port, kept);
        OptionValues.checked(endpoint.toString(), options, kept);
        return endpoint;
    }

    /**
     * Reads a URI such as {@code ads://10.0.0.5:48898/5.1.2.3.1.1:851?requestTimeout=2s}. Each value may be a
     * {@link Reference}: {@code password=${env:PLC_PASSWORD}}. For URIs from whom this process trusts with its files.
     *
     * @throws IllegalArgumentException when it is not one of this connector's; the message shows what would be right
     */
    public Endpoint parse(String uri) {
        return EndpointUri.parse(this, uri, false);
    }

    /**
     * The same for a URI that others can see, such as an argument of a command: a secret that stands in it is refused.
     *
     * @throws IllegalArgumentException as {@link #parse}, or because of such a secret; the message does not show it
     */
    public Endpoint parseSeen(String uri) {
        return EndpointUri.parse(this, uri, true);
    }

    /** The endpoint's URI without its secret options. */
    public String uri(Endpoint endpoint) {
        return EndpointUri.format(this, endpoint);
    }

    /** What a URI of this connector looks like, for messages. */
    public String uriSyntax() {
        return EndpointUri.syntax(this);
    }
}
