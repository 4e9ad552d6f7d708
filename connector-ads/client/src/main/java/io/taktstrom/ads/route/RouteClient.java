package io.taktstrom.ads.route;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import io.taktstrom.ads.AdsProvider;
import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.engine.RouterLinks;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.AmsPort;
import io.taktstrom.ads.protocol.RouteEntry;
import io.taktstrom.ads.protocol.UdpMessage;
import io.taktstrom.ads.protocol.UdpTag;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MalformedFrameException;

/**
 * The routes of a device. Adding one needs a user and a password of the device; listing and removing them needs a route
 * to us. Not thread-safe.
 */
public final class RouteClient implements AutoCloseable {

    /** More routes than this are not read. */
    public static final int MAX_ROUTES = 1000;

    private final AdsBackend backend;
    private final String where;

    private RouteClient(AdsBackend backend, String where) {
        this.backend = backend;
        this.where = where;
    }

    /**
     * Our address on the way to a device: what a route to us has to name, if no NAT stands between.
     *
     * @throws ConnectorException if there is no way to it
     */
    public static InetAddress localAddress(InetSocketAddress device) throws ConnectorException {
        try (SystemService service = new SystemService(device)) {
            return service.localAddress();
        }
    }

    /** What connections to an endpoint call themselves, if it says so. */
    public static Optional<AmsNetId> localNetId(Endpoint endpoint) {
        return Optional.ofNullable(AdsProvider.settings(endpoint).localNetId());
    }

    /**
     * Adds a route to a device, or replaces the one of the same name. <b>The password travels in clear text</b>, as ADS
     * has it: everyone with access to the network can read it.
     *
     * @param device its system service, UDP port {@link UdpMessage#PORT}
     * @param user of the device's operating system, who may change TwinCAT's settings
     * @throws DeviceErrorException if the device refuses, for a wrong password, say
     * @throws ConnectorException if it does not answer
     */
    public static void add(InetSocketAddress device, NewRoute route, String user, String password, Duration timeout)
            throws ConnectorException {
        if (!NewRoute.isPlain(user + password)) {
            throw new InvalidRequestException("add a route: user and password must be ASCII characters, because the"
                    + " encoding of others is not documented; add the route in TwinCAT's own dialog");
        }
        List<UdpTag> tags = new ArrayList<>(List.of(
                UdpTag.text(UdpTag.ROUTE_NAME, route.name()),
                UdpTag.netId(UdpTag.NET_ID, route.netId()),
                UdpTag.text(UdpTag.USER_NAME, user),
                UdpTag.text(UdpTag.PASSWORD, password),
                UdpTag.text(UdpTag.COMPUTER_NAME, route.address())));
        if (route.temporary()) {
            tags.add(UdpTag.number(UdpTag.OPTIONS, RouteEntry.TEMPORARY));
        }
        UdpMessage request;
        try {
            request = UdpMessage.request(
                    UdpMessage.ADD_ROUTE, new AmsAddress(route.netId(), AmsPort.SYSTEM_SERVICE), tags);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException("add a route: user or password is too long", e);
        }
        try (SystemService service = new SystemService(device)) {
            check(service.ask(request, timeout), device, route, user);
        }
    }

    /** Whether an endpoint is reached by Secure ADS. */
    public static boolean isSecure(Endpoint endpoint) {
        return AdsProvider.settings(endpoint).security().isOn();
    }

    /**
     * Adds a route to a device by Secure ADS: to our host name, with the certificate that we show.
     *
     * @param endpoint with security
     * @param user of the device's operating system, who may change TwinCAT's settings
     * @throws ConnectorException if the device refuses or does not answer, or its own certificate is not trusted
     */
    public static void addSecure(Endpoint endpoint, String user, String password) throws ConnectorException {
        RouterLinks.addRoute(AdsProvider.settings(endpoint), user, password);
    }

    private static void check(UdpMessage answer, InetSocketAddress device, NewRoute route, String user)
            throws ConnectorException {
        String what = "add route " + route.name() + " at " + SystemService.where(device) + ": ";
        OptionalInt status = answer.tag(UdpTag.STATUS).map(UdpTag::number).orElse(OptionalInt.empty());
        if (status.isEmpty()) {
            throw new MalformedFrameException(what + "the answer has no status", 0);
        }
        int code = status.getAsInt();
        if (code == AdsErrorCode.INVALID_ACCESS || code == AdsErrorCode.ACCESS_DENIED) {
            throw new DeviceErrorException(
                    what + AdsErrorCode.hex(code) + " user " + user
                            + " or the password is wrong, or the user may not add routes; it must be an administrator"
                            + " of the device",
                    StatusCode.BAD_USER_ACCESS_DENIED,
                    code);
        }
        if (code != AdsErrorCode.NO_ERROR) {
            throw AdsStatus.refused(what.substring(0, what.length() - 2), code);
        }
    }

    /**
     * Connects to the system service of a device.
     *
     * @param endpoint of an ADS connection; its AMS port is not used
     * @throws ConnectorException if the device does not answer, for want of a route to us, say
     */
    public static RouteClient open(Endpoint endpoint) throws ConnectorException {
        BackendSettings system = AdsProvider.settings(endpoint, AmsPort.SYSTEM_SERVICE);
        return new RouteClient(
                RouterLinks.open(system, NotificationListener.NONE),
                system.target() + " by way of " + system.host() + ":" + system.port());
    }

    /** All routes of the device, in its own order. */
    public List<RouteEntry> list() throws ConnectorException {
        List<RouteEntry> routes = new ArrayList<>();
        ByteBuffer into = AdsBuffers.heap(RouteEntry.MAX_BYTES);
        while (routes.size() < MAX_ROUTES) {
            int code = backend.read(RouteEntry.LIST, routes.size(), into.clear());
            if (isEnd(code, routes.size())) {
                return routes;
            }
            if (code != AdsErrorCode.NO_ERROR) {
                throw AdsStatus.refused("list route " + routes.size() + " of " + where, code);
            }
            routes.add(RouteEntry.read(into));
        }
        throw new MalformedFrameException("list the routes of " + where + ": more than " + MAX_ROUTES, 0);
    }

    /**
     * There is no route of this number: 0x716 (the adstool of the Rust crate ads takes it for the end of the list), or
     * 0x70C. No document says which, so behind the first route any refusal counts that will not be another next time.
     */
    private static boolean isEnd(int code, int number) {
        return code == AdsErrorCode.NOT_FOUND
                || code == AdsErrorCode.NO_MORE_HANDLES
                || (number > 0
                        && code >= AdsErrorCode.DEVICE_ERROR
                        && code < AdsErrorCode.CLIENT_ERROR
                        && AdsErrorCode.of(code).reaction() != AdsErrorCode.Reaction.RETRY);
    }

    /**
     * Removes a route. That of our own may end this connection, and the answer with it.
     *
     * @throws DeviceErrorException if there is no route of this name
     */
    public void remove(String name) throws ConnectorException {
        int code = backend.write(RouteEntry.REMOVE, 0, ByteBuffer.wrap(AdsBuffers.zeroTerminated(name)));
        if (code == AdsErrorCode.NOT_FOUND) {
            throw new DeviceErrorException(
                    "remove route " + name + " of " + where + ": " + AdsErrorCode.hex(code)
                            + " route not found; list the routes to see their names",
                    AdsStatus.of(code),
                    code);
        }
        if (code != AdsErrorCode.NO_ERROR) {
            throw AdsStatus.refused("remove route " + name + " of " + where, code);
        }
    }

    @Override
    public void close() {
        backend.close();
    }
}
