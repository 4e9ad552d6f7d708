package io.taktstrom.opcua.address;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.opcua.service.NodeRef;
import org.jspecify.annotations.Nullable;

/**
 * A node id: {@code nsu=urn:plant:press;s=Press.Speed}, {@code ns=2;i=5}, {@code i=85}.
 *
 * @param uri of its namespace; null where that is given by its index
 * @param id without its namespace where that is given by its URI
 */
public record NodeAddress(@Nullable String uri, String id) implements OpcUaAddress {

    static final String PATTERN =
            "(nsu=[^;]+;|ns=\\d{1,5};)?(s=.+|i=\\d{1,10}|g=[0-9A-Fa-f-]{36}|b=[A-Za-z0-9+/]*={0,2})";

    private static final Pattern FORM = Pattern.compile(PATTERN, Pattern.DOTALL);
    private static final String URI = "nsu=";
    private static final int MAX_INDEX = 0xFFFF;

    /** Whether it is written like one. */
    public static boolean isForm(String text) {
        return FORM.matcher(text).matches();
    }

    /** As {@link OpcUaAddress#parse}. */
    public static NodeAddress parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "no address: it is a node id such as nsu=urn:plant:press;s=Press.Speed or"
                            + " ns=2;i=1003 (s= text, i= number, g= GUID, b= base64), a path of browse names such as"
                            + " /Objects/2:Press/2:Speed, or events: and what follows");
        }
        String namespace = parts.group(1);
        if (namespace != null && namespace.startsWith(URI)) {
            return checked(new NodeAddress(namespace.substring(URI.length(), namespace.length() - 1), parts.group(2)));
        }
        if (namespace != null && Integer.parseInt(namespace, 3, namespace.length() - 1, 10) > MAX_INDEX) {
            throw new IllegalArgumentException(
                    "no address: " + namespace + " is not a namespace index, which is at most " + MAX_INDEX);
        }
        return checked(new NodeAddress(null, text));
    }

    private static NodeAddress checked(NodeAddress address) {
        if (NodeRef.parse(address.id) == null) {
            throw new IllegalArgumentException("no address: " + address.id
                    + " is not a node id: a number has at most 32 bits, base64 four characters for three bytes");
        }
        return address;
    }

    /** The node; null when the server does not have its namespace. */
    public @Nullable NodeRef in(Namespaces namespaces) {
        if (uri == null) {
            return NodeRef.parse(id);
        }
        int index = namespaces.index(uri);
        return index < 0 ? null : NodeRef.parse("ns=" + index + ";" + id);
    }
}
