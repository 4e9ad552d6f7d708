package io.taktstrom.description;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;

/** OPC 10101: {@code opc.tcp://host:port/path/?id=NODEID}, or the node in terms. */
record OpcUaBinding() implements ProtocolBinding {

    private static final String BROWSE_PATH = "uav:browsePath";

    /** What Eclipse Thingweb's binding reads instead of the href. */
    private static final String NODE_ID = "opcua:nodeId";

    private static final Pattern NODE = Pattern.compile("(?s)(nsu=[^;]+;|ns=\\d+;)?[sigb]=.+");

    private static final Set<String> KEPT = Set.of("path", "security", "securityMode", "user");

    @Override
    public String scheme() {
        return "opc.tcp";
    }

    @Override
    public String typeTerm() {
        return "takt:type";
    }

    @Override
    public Target read(
            ConnectorDescriptor descriptor, Href href, PropertyForm form, ThingSecurity security, String jsonType) {
        String path = form.term(BROWSE_PATH).replaceFirst("^/Root(?=/)", "");
        String address = Stream.of(href.query().getOrDefault("id", ""), form.term("uav:id"), path, form.term(NODE_ID))
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "names no node; write '/?id=NODEID' as href, or the term " + BROWSE_PATH));
        Map<String, String> options = new LinkedHashMap<>();
        if (!href.path().isEmpty()) {
            options.put("path", href.path());
        }
        if (security.unprotected()) {
            options.put("security", "none");
        } else if (!security.policy().isEmpty()) {
            options.put("security", security.policy());
        }
        if (security.mode().equals("Sign")) {
            options.put("securityMode", "Sign");
        }
        return new Target(options, address, form.term(typeTerm()));
    }

    @Override
    public String base(ConnectorDescriptor descriptor, Endpoint endpoint) {
        return base(endpoint);
    }

    private static String base(Endpoint endpoint) {
        String path = endpoint.options().getOrDefault("path", "");
        return endpoint + (path.isEmpty() ? "" : "/" + path);
    }

    static ThingSecurity security(Endpoint endpoint) {
        Map<String, String> options = endpoint.options();
        String policy = options.getOrDefault("security", "best");
        boolean login = List.of("user", "userCertificate").stream()
                .anyMatch(name -> !options.getOrDefault(name, "").isEmpty());
        return switch (policy) {
            case "none" -> new ThingSecurity(true, "", "", login);
            case "best" -> new ThingSecurity(false, "", "", login);
            default -> new ThingSecurity(false, options.getOrDefault("securityMode", "SignAndEncrypt"), policy, login);
        };
    }

    @Override
    public boolean keeps(String option) {
        return KEPT.contains(option);
    }

    /**
     * Eclipse Thingweb's binding opens what the href says, and servers refuse a query there: so the first form is the endpoint with
     * the node in terms, and the second one has it in its href. Below a path they are absolute: others resolve a relative one as RFC 3986 has
     * it, which drops the path.
     */
    @Override
    public List<PropertyForm> write(Endpoint endpoint, DataPoint point) {
        String address = point.address();
        String root = endpoint.options().getOrDefault("path", "").isEmpty() ? "" : base(endpoint);
        String server = root.isEmpty() ? "/" : root;
        if (address.startsWith("/")) {
            Map<String, Object> terms = new LinkedHashMap<>();
            terms.put(BROWSE_PATH, "/Root" + address);
            terms.put(NODE_ID, Map.of("root", "i=84", "path", address));
            return List.of(new PropertyForm(server, terms));
        }
        Map<String, Object> terms = new LinkedHashMap<>();
        terms.put("uav:id", address);
        terms.put(NODE_ID, address);
        return NODE.matcher(address).matches()
                ? List.of(
                        new PropertyForm(server, terms),
                        new PropertyForm(root + "/?id=" + Href.encode(address), Map.of()))
                : List.of();
    }
}
