package io.taktstrom.cli.shell;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address to listen at, shown as it is typed: {@code HOST:PORT}.
 *
 * @param socket resolved
 */
public record HostPort(InetSocketAddress socket) {

    private static final Pattern TEXT = Pattern.compile("(\\[[^]]+]|[^:\\[\\]]+):(\\d{1,5})");
    private static final int MAX_PORT = 65_535;

    /** A port of this machine alone. */
    public static HostPort local(int port) {
        return new HostPort(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /**
     * Reads {@code HOST:PORT}, with an IPv6 address in brackets.
     *
     * @throws IllegalArgumentException when the text is something else, or the host is unknown
     */
    public static HostPort parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT; write for example 127.0.0.1:"
                    + (text.matches("\\d{1,5}") ? text : "8080"));
        }
        int port = Integer.parseInt(matcher.group(2));
        if (port > MAX_PORT) {
            throw new IllegalArgumentException("port " + port + " is more than " + MAX_PORT);
        }
        InetSocketAddress address = new InetSocketAddress(matcher.group(1).replaceAll("^\\[|]$", ""), port);
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("unknown host " + matcher.group(1));
        }
        return new HostPort(address);
    }

    /** Whether only this machine can reach it. */
    public boolean isLocal() {
        return socket.getAddress().isLoopbackAddress();
    }

    @Override
    public String toString() {
        String host = socket.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + socket.getPort();
    }
}
