package io.taktstrom.page.access;

/**
 * A user of the page.
 *
 * @param hash of the password, by {@link Passwords}
 */
public record PageUser(String name, Role role, String hash) {

    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._@-]{0,63}";

    public PageUser {
        if (!name.matches(NAME)) {
            throw new IllegalArgumentException(
                    "a user's name has 1 to 64 letters, digits, dots, hyphens, underscores and @"
                            + ", and begins with a letter or a digit");
        }
        Passwords.requireHash(hash);
    }

    /** Without the hash. */
    @Override
    public String toString() {
        return name + " (" + role + ")";
    }
}
