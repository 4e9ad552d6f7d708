package io.taktstrom.cli.shell;

import java.net.InetAddress;
import java.net.InetSocketAddress;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * An address to listen at, shown as it is typed: {@code HOST:PORT}.
 *
 * @param socket resolved
 */
public record HostPort(InetSocketAddress socket) {

    private static final int MAX_PORT = 65_535;

    /** A port of this machine alone. */
    public static HostPort local(int port) {
        return new HostPort(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
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

    /** {@code HOST:PORT}, with an IPv6 address in brackets. */
    public static final class Converter implements ITypeConverter<HostPort> {

        @Override
        public HostPort convert(String text) {
            int colon = text.lastIndexOf(':');
            String host = text.substring(0, Math.max(0, colon)).replaceAll("^\\[|]$", "");
            String port = text.substring(colon + 1);
            if (!host.isEmpty() && port.matches("\\d+") && !isPort(port)) {
                throw new TypeConversionException("port " + port + " is more than " + MAX_PORT);
            }
            if (host.isEmpty() || !isPort(port)) {
                throw new TypeConversionException("'" + text + "' is not HOST:PORT; write for example 127.0.0.1:"
                        + (isPort(port) ? port : "8080"));
            }
            InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(port));
            if (address.isUnresolved()) {
                throw new TypeConversionException("unknown host " + host);
            }
            return new HostPort(address);
        }

        private static boolean isPort(String text) {
            return text.matches("\\d{1,5}") && Integer.parseInt(text) <= MAX_PORT;
        }
    }
}
