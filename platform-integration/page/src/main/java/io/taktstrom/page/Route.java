package io.taktstrom.page;

import java.util.Arrays;

import io.taktstrom.page.access.Role;
import org.jspecify.annotations.Nullable;

/** What may be asked for, and the role that it takes of a page with users. */
enum Route {
    /** The page itself and its files: the same for everyone, without anything of the deployment. */
    FILE("GET", "", null),
    /** Who is logged in. */
    SESSION("GET", "/api/session", null),
    LOGIN("POST", "/api/login", null),
    LOGOUT("POST", "/api/logout", Role.VIEWER),
    STREAM("GET", "/api/stream", Role.VIEWER),
    VIEW("POST", "/api/view", Role.VIEWER),
    WRITE("POST", "/api/write", Role.OPERATOR),
    ALARMS("GET", "/api/alarms", Role.VIEWER),
    HANDLE_ALARMS("POST", "/api/alarms", Role.OPERATOR),
    RELOAD("POST", "/api/reload", Role.ADMIN);

    private final String method;
    private final String path;
    private final @Nullable Role role;

    /** @param role null for everyone */
    Route(String method, String path, @Nullable Role role) {
        this.method = method;
        this.path = path;
        this.role = role;
    }

    /** Whether a program may ask for it with the token. */
    boolean takesToken() {
        return this == WRITE || this == ALARMS || this == HANDLE_ALARMS;
    }

    String method() {
        return method;
    }

    String path() {
        return path;
    }

    @Nullable
    Role role() {
        return role;
    }

    /** Null for a path to which nothing can be sent. What cannot be got otherwise is a file. */
    static @Nullable Route of(String method, String path) {
        return Arrays.stream(values())
                .filter(route -> route.method.equals(method) && route.path.equals(path))
                .findFirst()
                .orElse(method.equals("POST") ? null : FILE);
    }
}
