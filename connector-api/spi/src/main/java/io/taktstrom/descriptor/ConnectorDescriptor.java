package io.taktstrom.descriptor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

import io.taktstrom.model.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * What a connector is, what it can do and what it takes.
 *
 * <pre>{@code
 * ConnectorDescriptor.of("modbus", "Modbus/TCP", "Reads and writes registers and coils.")
 *         .port(502)
 *         .options(List.of(UNIT))
 *         .capabilities(Set.of(Capability.READ, Capability.WRITE))
 *         .addresses("The register, and the type.", "hr[0-9]+(:.+)?", "hr100", "hr100:REAL")
 *         .build();
 * }</pre>
 */
public final class ConnectorDescriptor {

    private final String scheme;
    private final String title;
    private final String description;
    private final int defaultPort;
    private final List<Option<?>> pathOptions;
    private final List<Option<?>> options;
    private final Set<Capability> capabilities;
    private final AddressGrammar addresses;
    private final Function<Endpoint, Optional<String>> rule;

    private ConnectorDescriptor(Builder of) {
        scheme = of.scheme;
        title = of.title;
        description = of.description;
        defaultPort = of.port;
        pathOptions = of.pathOptions;
        options = Stream.of(pathOptions, of.options, CommonOptions.ALL)
                .flatMap(List::stream)
                .distinct()
                .toList();
        capabilities = of.capabilities;
        addresses = of.addresses;
        rule = of.rule;
        Option.requireDistinct("connector " + scheme, options);
    }

    /**
     * Describes a connector.
     *
     * @param scheme of its URIs and its {@code type} in a deployment file, for example {@code ads}
     * @param title its name for people
     * @param description one or two sentences
     */
    public static Builder of(String scheme, String title, String description) {
        return new Builder(scheme, title, description);
    }

    /** Collects what is not the default. */
    public static final class Builder {

        private final String scheme;
        private final String title;
        private final String description;
        private int port = 1;
        private List<Option<?>> pathOptions = List.of();
        private List<Option<?>> options = List.of();
        private Set<Capability> capabilities = Set.of(Capability.READ);
        private Function<Endpoint, Optional<String>> rule = endpoint -> Optional.empty();
        private AddressGrammar addresses = new AddressGrammar("Any text.", "(?s).+", List.of());

        private Builder(String scheme, String title, String description) {
            this.scheme = scheme;
            this.title = title;
            this.description = description;
        }

        /** The protocol's TCP port. */
        public Builder port(int standard) {
            port = standard;
            return this;
        }

        /** The options that a URI gives as its path, separated by {@code :}, for example {@code amsNetId:amsPort}. */
        public Builder pathOptions(List<Option<?>> inPath) {
            pathOptions = List.copyOf(inPath);
            return this;
        }

        /** Its other options, beside {@link CommonOptions}. */
        public Builder options(List<Option<?>> own) {
            options = List.copyOf(own);
            return this;
        }

        /** What is wrong with options that are right by themselves, and what would be right; by default, nothing. Asks no device. */
        public Builder rule(Function<Endpoint, Optional<String>> complaint) {
            rule = complaint;
            return this;
        }

        /** What it can do by itself; by default it reads. */
        public Builder capabilities(Set<Capability> all) {
            capabilities = Set.copyOf(all);
            return this;
        }

        /** How its addresses are written, as {@link AddressGrammar} says. */
        public Builder addresses(String syntax, String pattern, String... examples) {
            addresses = new AddressGrammar(syntax, pattern, List.of(examples));
            return this;
        }

        public ConnectorDescriptor build() {
            return new ConnectorDescriptor(this);
        }
    }

    public String scheme() {
        return scheme;
    }

    public String title() {
        return title;
    }

    public String description() {
        return description;
    }

    /** The protocol's TCP port. */
    public int defaultPort() {
        return defaultPort;
    }

    /** The options that a URI gives as its path. */
    public List<Option<?>> pathOptions() {
        return pathOptions;
    }

    /** All options, {@link CommonOptions} included. */
    public List<Option<?>> options() {
        return options;
    }

    /** What it can do by itself. */
    public Set<Capability> capabilities() {
        return capabilities;
    }

    /** What is wrong with options that do not go together, and what would be right, if anything. */
    public Optional<String> complaint(Endpoint endpoint) {
        return rule.apply(endpoint);
    }

    /** How its addresses are written. */
    public AddressGrammar addresses() {
        return addresses;
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
        complaint(endpoint).ifPresent(wrong -> {
            throw new IllegalArgumentException(endpoint + ": " + wrong);
        });
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
