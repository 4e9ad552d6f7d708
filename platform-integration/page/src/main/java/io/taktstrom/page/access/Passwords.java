package io.taktstrom.page.access;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.bouncycastle.crypto.generators.OpenBSDBCrypt;

/** Passwords as bcrypt hashes (Provos and Mazières, A Future-Adaptable Password Scheme, USENIX 1999), in the form of OpenBSD and htpasswd. */
public final class Passwords {

    /** The fewest characters of a new password. */
    public static final int MIN_LENGTH = 12;

    /** Bcrypt takes no more. */
    private static final int MAX_BYTES = 72;

    /** 2^12 rounds: a part of a second. */
    static final int COST = 12;

    private static final int MIN_COST = 10;
    private static final int MAX_COST = 15;
    private static final int SALT_BYTES = 16;
    private static final Pattern HASH = Pattern.compile("\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}");

    private Passwords() {}

    /**
     * The hash of a new password, with a salt of its own.
     *
     * @throws IllegalArgumentException when the password is too short or too long
     */
    public static String hash(String password) {
        if (password.codePointCount(0, password.length()) < MIN_LENGTH || bytes(password) > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a password has " + MIN_LENGTH + " characters at least, and at most " + MAX_BYTES + " bytes");
        }
        return hash(password, COST);
    }

    /** One that no password fits and that takes as long as others to compare. */
    static String decoy(int cost) {
        byte[] unknown = new byte[MAX_BYTES / 2];
        new SecureRandom().nextBytes(unknown);
        return hash(new String(unknown, StandardCharsets.ISO_8859_1), cost);
    }

    static String hash(String password, int cost) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return OpenBSDBCrypt.generate("2b", password.toCharArray(), salt, cost);
    }

    private static int bytes(String password) {
        return password.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Takes as long for a wrong password as for the right one. */
    static boolean matches(String hash, String password) {
        return OpenBSDBCrypt.checkPassword(hash, password.toCharArray()) && bytes(password) <= MAX_BYTES;
    }

    /** The logarithm of the rounds of a hash. */
    static int cost(String hash) {
        return Integer.parseInt(hash.substring(4, 6));
    }

    /** @throws IllegalArgumentException when it is not one; the message does not repeat it */
    static void requireHash(String hash) {
        Matcher matcher = HASH.matcher(hash);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("the password must be a bcrypt hash, as 'takt user add' makes it");
        }
        int cost = Integer.parseInt(matcher.group(1));
        if (cost < MIN_COST || cost > MAX_COST) {
            throw new IllegalArgumentException(
                    "the cost of the bcrypt hash is " + cost + "; it must be " + MIN_COST + " to " + MAX_COST);
        }
    }
}
