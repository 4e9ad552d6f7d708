package io.taktstrom.opcua.address;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.opcua.service.References;

/**
 * A path of browse names from the root, {@code /Objects/2:Press/2:Speed}; {@code &} before a slash or colon keeps it.
 *
 * @param names along the path
 */
public record PathAddress(List<References.Name> names) implements OpcUaAddress {

    private static final int MAX_INDEX = 0xFFFF;

    public PathAddress {
        names = List.copyOf(names);
    }

    /** As {@link OpcUaAddress#parse}. */
    public static PathAddress parse(String path) {
        List<References.Name> names = new ArrayList<>();
        int at = 1;
        while (at <= path.length()) {
            StringBuilder name = new StringBuilder();
            int namespace = 0;
            boolean open = true;
            while (at < path.length() && path.charAt(at) != '/') {
                char c = path.charAt(at);
                if (c == '&' && at + 1 < path.length()) {
                    at++;
                    name.append(path.charAt(at));
                    open = false;
                } else if (c == ':' && open && name.toString().matches("\\d{1,5}")) {
                    namespace = Integer.parseInt(name.toString());
                    name.setLength(0);
                    open = false;
                } else {
                    name.append(c);
                }
                at++;
            }
            if (name.isEmpty() || namespace > MAX_INDEX) {
                throw new IllegalArgumentException("no path: "
                        + (name.isEmpty()
                                ? "name " + (names.size() + 1) + " is empty"
                                : namespace + " is not a namespace index, which is at most " + MAX_INDEX)
                        + "; it is written like /Objects/2:Press/2:Speed, with & before a slash or colon of a name");
            }
            names.add(new References.Name(namespace, name.toString()));
            at++;
        }
        return new PathAddress(names);
    }
}
