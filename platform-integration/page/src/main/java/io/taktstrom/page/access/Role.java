package io.taktstrom.page.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a user of the page may do. Each role may do what those before it may. */
public enum Role {
    /** Sees everything that the page shows. */
    VIEWER,
    /** Writes to devices, within what the file allows. */
    OPERATOR,
    /** Changes what the process trusts and runs. */
    ADMIN;

    /** As it is written in files and options. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Role> of(String text) {
        return Arrays.stream(values()).filter(role -> role.text().equals(text)).findFirst();
    }

    /** Whether this role may do what the other may. */
    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    @Override
    public String toString() {
        return text();
    }
}
