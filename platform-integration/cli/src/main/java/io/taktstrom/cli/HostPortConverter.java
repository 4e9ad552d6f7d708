package io.taktstrom.cli;

import java.net.InetSocketAddress;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code HOST:PORT}, with an IPv6 address in brackets. */
final class HostPortConverter implements ITypeConverter<InetSocketAddress> {

    @Override
    public InetSocketAddress convert(String text) {
        int colon = text.lastIndexOf(':');
        try {
            String host = text.substring(0, colon).replaceAll("^\\[|]$", "");
            int port = Integer.parseInt(text.substring(colon + 1));
            if (!host.isEmpty() && port >= 0 && port <= 65_535) {
                InetSocketAddress address = new InetSocketAddress(host, port);
                if (address.isUnresolved()) {
                    throw new TypeConversionException("there is no host " + host);
                }
                return address;
            }
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            // The message below is better.
        }
        throw new TypeConversionException("'" + text + "' is not HOST:PORT, such as 127.0.0.1:48898");
    }
}
