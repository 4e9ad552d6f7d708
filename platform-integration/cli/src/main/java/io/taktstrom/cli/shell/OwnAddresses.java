package io.taktstrom.cli.shell;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

/** Where others reach this machine. */
public final class OwnAddresses {

    private OwnAddresses() {}

    /** Its IPv4 addresses that are not for itself alone; none on a machine without a network. */
    public static List<InetAddress> ofThisMachine() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .toList();
    }
}
