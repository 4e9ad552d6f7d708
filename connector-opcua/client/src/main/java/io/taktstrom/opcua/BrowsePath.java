package io.taktstrom.opcua;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.opcua.stack.References;
import org.jspecify.annotations.Nullable;

/** A path of browse names from the root, {@code /Objects/2:Press/2:Speed}; {@code &} before a slash or colon keeps it. */
final class BrowsePath {

    private BrowsePath() {}

    static boolean isPath(String address) {
        return address.startsWith("/") && address.length() > 1;
    }

    /** The names along the path; null when one is empty or its namespace no number of 16 bits. */
    static @Nullable List<References.Name> parse(String path) {
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
            if (name.isEmpty() || namespace > 0xFFFF) {
                return null;
            }
            names.add(new References.Name(namespace, name.toString()));
            at++;
        }
        return names;
    }
}
