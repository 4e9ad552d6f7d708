package io.taktstrom.ads.route;

import io.taktstrom.ads.protocol.AmsNetId;

/**
 * A route that a device shall have.
 *
 * @param name 1 to 31 characters; a route of the same name is replaced
 * @param netId to whom it leads
 * @param address at which host: an IP address, or a name that the device can look up; 1 to 79 characters
 * @param temporary whether the device shall forget it when it restarts
 */
public record NewRoute(String name, AmsNetId netId, String address, boolean temporary) {

    /** InfoSys ST_AmsRouteEntry. */
    private static final int MAX_NAME = 31;

    private static final int MAX_ADDRESS = 79;

    public NewRoute {
        check("route name", name, MAX_NAME);
        check("address of a route", address, MAX_ADDRESS);
        if (netId.bits() == 0) {
            throw new IllegalArgumentException("a route to net id " + netId + " leads nowhere");
        }
    }

    /** How other characters are encoded, no public source says. */
    private static void check(String what, String text, int most) {
        if (text.isEmpty() || text.length() > most || !isPlain(text)) {
            throw new IllegalArgumentException(what + " '" + text + "' is not 1 to " + most + " ASCII characters");
        }
    }

    static boolean isPlain(String text) {
        return text.chars().allMatch(c -> c >= ' ' && c <= '~');
    }
}
