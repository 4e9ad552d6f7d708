package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.AdsConnection;
import io.taktstrom.ads.AdsProvider;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.RouteEntry;
import io.taktstrom.ads.route.Discovery;
import io.taktstrom.ads.route.FoundDevice;
import io.taktstrom.ads.route.NewRoute;
import io.taktstrom.ads.route.RouteClient;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/** Our client on the simulator's routes: over UDP, over ADS, and by way of a router of the same machine. */
@Timeout(60)
class RoutesIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final AdsProvider ADS = new AdsProvider();
    private static final NewRoute OURS = new NewRoute("Line 7", AmsNetId.parse("127.0.0.1.1.1"), "127.0.0.1", false);

    @AutoClose
    private AdsSimulator plc;

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder()
                .model(AdsModel.dints(3))
                .netId(AmsNetId.parse("5.1.2.3.1.1"))
                .udp(true)
                .login("Engineer", "not the real one")
                .start();
    }

    private Endpoint endpoint(String options) {
        return ADS.descriptor().parse(plc.endpointUri() + "?" + options);
    }

    private AdsConnection connect(String options) throws ConnectorException {
        return ADS.connect(endpoint(options), new ConnectContext(EpochNanoClock.system(), ConnectionObserver.NONE));
    }

    private RouteClient routes() throws ConnectorException {
        return RouteClient.open(endpoint("router=direct"));
    }

    private void add(NewRoute route, String password) throws ConnectorException {
        RouteClient.add(plc.udpAddress(), route, "engineer", password, LIMIT);
    }

    @Test
    void aDeviceSaysWhoItIs() throws ConnectorException {
        FoundDevice found = Discovery.ask(plc.udpAddress(), LIMIT);
        assertThat(found.address()).isEqualTo(plc.udpAddress());
        assertThat(found.identity().netId()).isEqualTo(AmsNetId.parse("5.1.2.3.1.1"));
        assertThat(found.identity().hostName()).isEqualTo("SIMULATOR");
        assertThat(found.identity().twinCat()).isEqualTo("3.1.4024");
        assertThat(found.identity().system()).isEqualTo("Windows 10.0.19045");
    }

    @Test
    void aRouteIsAddedListedReplacedAndRemoved() throws ConnectorException {
        add(OURS, "not the real one");
        add(new NewRoute("other", AmsNetId.parse("10.0.0.9.1.1"), "line9", true), "not the real one");
        add(OURS, "not the real one");
        try (RouteClient routes = routes()) {
            assertThat(routes.list())
                    .extracting(RouteEntry::name, RouteEntry::address, RouteEntry::netId, RouteEntry::isTemporary)
                    .containsExactly(
                            tuple("other", "line9", AmsNetId.parse("10.0.0.9.1.1"), true),
                            tuple("Line 7", "127.0.0.1", OURS.netId(), false));
            routes.remove("other");
            assertThat(routes.list()).extracting(RouteEntry::name).containsExactly("Line 7");
            assertThatExceptionOfType(DeviceErrorException.class)
                    .isThrownBy(() -> routes.remove("other"))
                    .withMessageContaining("remove route other")
                    .withMessageContaining("route not found")
                    .satisfies(e -> assertThat(e.nativeCode()).isEqualTo(0x70C));
        }
    }

    @Test
    void aDeviceWithoutRoutesHasAnEmptyList() throws ConnectorException {
        try (RouteClient routes = routes()) {
            assertThat(routes.list()).isEmpty();
        }
    }

    @Test
    void aWrongPasswordIsRefusedAndNotRepeatedInTheMessage() {
        assertThatExceptionOfType(DeviceErrorException.class)
                .isThrownBy(() -> add(OURS, "a guess"))
                .withMessageContaining("add route Line 7")
                .withMessageContaining("0x704 user engineer or the password is wrong")
                .withMessageNotContaining("a guess")
                .satisfies(e -> assertThat(e.nativeCode()).isEqualTo(0x704));
        assertThat(plc.routes()).isEmpty();
    }

    @Test
    void whereARouteIsRequiredAConnectionNeedsOne() throws Exception {
        plc.setRouteRequired(true);
        assertThatThrownBy(() -> connect("connectTimeout=20s"))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("closed the connection")
                .hasMessageContaining("add a route on the target to net id 127.0.0.1.1.1 at 127.0.0.1");

        add(new NewRoute("elsewhere", OURS.netId(), "10.9.8.7", false), "not the real one");
        assertThatThrownBy(() -> connect("connectTimeout=20s")).isInstanceOf(ConnectFailedException.class);

        add(OURS, "not the real one");
        try (AdsConnection connection = connect("connectTimeout=20s");
                RouteClient routes = routes()) {
            assertThat(connection.device().name()).isNotEmpty();
            routes.remove("Line 7");
            assertThatThrownBy(connection::readState).isInstanceOf(ConnectorException.class);
        }
    }

    @Test
    void aRouterOfThisMachineGivesEachConnectionAPortAndNeedsNoRoute() throws Exception {
        plc.setRouteRequired(true);
        try (AdsConnection one = connect("router=local");
                AdsConnection two = connect("router=local")) {
            ByteBuffer value = ByteBuffer.allocate(4);
            one.read("MAIN.v1", value);
            two.read("MAIN.v1", value.clear());
            assertThat(plc.openConnections()).isEqualTo(2);
        }
        Awaitility.await().atMost(LIMIT).until(() -> plc.openConnections() == 0);
        try (AdsConnection wanted = connect("router=local&localAmsPort=33000")) {
            assertThat(wanted.readState().adsState()).isEqualTo(5);
            assertThatThrownBy(() -> connect("router=local&localAmsPort=33000"))
                    .isInstanceOf(ConnectFailedException.class)
                    .hasMessageContaining("for an AMS port")
                    .hasMessageContaining("closed the connection");
        }
    }

    @Test
    void autoFindsTheRouterOfThisMachine() throws Exception {
        plc.setRouteRequired(true);
        try (AdsConnection connection = connect("router=auto")) {
            assertThat(connection.readState().adsState()).isEqualTo(5);
        }
    }

    @Test
    void aRouterThatStopsEndsTheConnection() throws Exception {
        try (AdsConnection connection = connect("router=local")) {
            plc.sendRouterNote(0);
            // Between two requests the client does not read: a request finds the note, or the connection already given
            // up.
            assertThatThrownBy(connection::readState)
                    .isInstanceOf(ConnectorException.class)
                    .hasMessageContaining("stopped");
            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("stopped");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theSystemServiceAnswersAfterWhateverDatagrams(long seed) throws Exception {
        Random random = new Random(seed);
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int i = 0; i < 500; i++) {
                byte[] bytes = new byte[random.nextInt(2000)];
                random.nextBytes(bytes);
                if (bytes.length > 24 && random.nextBoolean()) {
                    // A cookie, a service and a number of tags, so that it reads on.
                    ByteBuffer.wrap(bytes)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putInt(0, 0x7114_6603)
                            .putInt(8, random.nextBoolean() ? 1 : 6)
                            .putInt(20, random.nextInt(5) - 1);
                }
                socket.send(new DatagramPacket(bytes, bytes.length, plc.udpAddress()));
            }
        }
        FoundDevice found = Discovery.ask(plc.udpAddress(), LIMIT);
        assertThat(found.address()).as("seed " + seed).isEqualTo(plc.udpAddress());
    }

    @Test
    void aSimulatorWithoutUdpDoesNotListen() throws IOException {
        InetSocketAddress silent;
        try (AdsSimulator other = AdsSimulator.builder().udp(true).start()) {
            silent = other.udpAddress();
        }
        assertThatThrownBy(() -> Discovery.ask(silent, Duration.ofMillis(300)))
                .isInstanceOf(ConnectorException.class)
                .hasMessageContaining("/udp");
    }
}
