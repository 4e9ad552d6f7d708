package io.taktstrom.ads;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class ConnectIT {

    private static final String QUICK = "connectTimeout=400ms&requestTimeout=30s";

    @Test
    void aConnectionIsFoundByItsSchemeAndSaysWhatTheDeviceIs() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc());
                Connection connection = Connectors.connect(peer.uri())) {
            DeviceInfo device = connection.device();
            assertThat(device.name()).isEqualTo("Small PLC");
            assertThat(device.version()).isEqualTo("3.1.4024");
            assertThat(device.state()).isEqualTo("RUN");
        }
    }

    @Test
    void autoConnectsDirectlyToWhomDoesNotGivePorts() throws Exception {
        SmallPlc plc = new SmallPlc();
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    if (isPortConnect(request)) {
                        wire.close();
                    } else {
                        plc.on(request, wire);
                    }
                });
                Connection connection = peer.connect("router=auto&connectTimeout=20s&localAmsNetId=10.0.0.9.1.7")) {
            connection.device();
            assertThat(peer.requests()).filteredOn(ConnectIT::isPortConnect).hasSize(1);
            assertThat(peer.requests().get(1).sourceNetId()).isEqualTo("10.0.0.9.1.7");
        }
    }

    @Test
    void aHostThatGivesNoPortsIsNoLocalRouter() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {})) {
            assertThatThrownBy(() -> peer.connect("router=local&connectTimeout=400ms"))
                    .isInstanceOf(ConnectFailedException.class)
                    .hasMessageContaining("for an AMS port")
                    .hasMessageContaining("no answer in time")
                    .hasMessageContaining("router: direct");
        }
    }

    @Test
    void aNativeBackendDoesNotGoByALocalRouterOfOurs() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc())) {
            assertThatThrownBy(() -> peer.connect("router=local&backend=jna"))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("backend: java");
        }
    }

    private static boolean isPortConnect(Request request) {
        return request.frame().limit() == 8 && request.frame().getShort(0) == 0x1000;
    }

    @Test
    void theRequestsCarryTheTargetAndOurOwnAddress() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc());
                Connection connection = peer.connect("localAmsNetId=10.0.0.9.1.7&localAmsPort=40000")) {
            connection.device();
            Request request = peer.requests().get(0);
            assertThat(request.targetNetId()).isEqualTo(ScriptedPeer.NET_ID);
            assertThat(request.port()).isEqualTo(851);
            assertThat(request.sourceNetId()).isEqualTo("10.0.0.9.1.7");
            assertThat(request.sourcePort()).isEqualTo(40_000);
        }
    }

    @Test
    void ourNetIdFollowsFromOurAddress() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc());
                Connection connection = peer.connect("")) {
            assertThat(connection.closed().toCompletableFuture()).isNotDone();
            assertThat(peer.requests().get(0).sourceNetId()).isEqualTo("127.0.0.1.1.1");
        }
    }

    /** TwinCAT drops what comes from a net id without a route, and what is for another net id. */
    @Test
    void aRouterThatNeverAnswersLacksARouteToUs() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {})) {
            assertThatExceptionOfType(ConnectFailedException.class)
                    .isThrownBy(() -> peer.connect(QUICK))
                    .withMessageContaining("5.1.2.3.1.1:851")
                    .withMessageContaining("no answer in time")
                    .withMessageContaining("add a route on the target to net id 127.0.0.1.1.1 at 127.0.0.1")
                    .withMessageContaining("check the target's net id")
                    .withCauseInstanceOf(RequestTimeoutException.class);
            Awaitility.await().until(() -> peer.connections() == 0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0x6, check the AMS port and that the PLC is in RUN",
        "0x7, add a route on the target to net id",
        "0x1B, check the network and the route"
    })
    void aRouterThatCannotReachTheTargetSaysWhy(String code, String remedy) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(
                (request, wire) -> wire.send(request.answer(Integer.decode(code), request.invokeId(), new byte[0])))) {
            assertThatExceptionOfType(ConnectFailedException.class)
                    .isThrownBy(() -> peer.connect(QUICK))
                    .withMessageContaining(code)
                    .withMessageContaining(remedy);
        }
    }

    @Test
    void aDeviceThatKnowsNoStateIsThereNevertheless() throws Exception {
        SmallPlc plc = new SmallPlc().dints(1);
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) ->
                        wire.send(request.command() == 4 ? request.result(0x701) : plc.answer(request)));
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.v0")));
            assertThat(group.statusAt(0)).isEqualTo(StatusCode.GOOD);
        }
    }

    @Test
    void anUnknownHostIsTold() {
        assertThatExceptionOfType(ConnectFailedException.class)
                .isThrownBy(() -> Connectors.connect("ads://no-such-host.invalid/5.1.2.3.1.1:851"))
                .withMessageContaining("unknown host");
    }

    @Test
    void garbageInsteadOfAnAnswerIsMalformed() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(
                (request, wire) -> wire.send("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))) {
            assertThatThrownBy(() -> peer.connect(QUICK)).isInstanceOf(MalformedFrameException.class);
            Awaitility.await().until(() -> peer.connections() == 0);
        }
    }

    @Test
    void connectionsToTheSameRouterShareOneTcpConnectionAndHaveTheirOwnPorts() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc())) {
            Connection first = peer.connect("");
            Connection second = ScriptedPeer.connectTo(peer.uri().replace(":851", ":852"), new ScriptedPeer.Notices());
            assertThat(peer.connections()).isEqualTo(1);
            assertThat(peer.requests().stream().map(Request::sourcePort)).containsExactly(32_768, 32_769);
            first.close();
            second.device();
            second.close();
            Awaitility.await().until(() -> peer.connections() == 0);
        }
    }

    @Test
    void aPortThatIsTakenIsRefused() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc());
                Connection first = peer.connect("localAmsPort=40000")) {
            assertThatThrownBy(() -> peer.connect("localAmsPort=40000"))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("40000");
            first.device();
        }
    }

    /** Else a wrong net id in one connection would break the good ones, again and again. */
    @Test
    void aTargetThatNeverAnswersDoesNotHarmTheOthersOnTheLink() throws Exception {
        SmallPlc plc = new SmallPlc();
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    if (request.targetNetId().equals(ScriptedPeer.NET_ID)) {
                        plc.on(request, wire);
                    }
                });
                Connection good = peer.connect("")) {
            String wrong = peer.uri().replace(ScriptedPeer.NET_ID, "9.9.9.9.9.9") + "?" + QUICK;
            assertThatThrownBy(() -> ScriptedPeer.connectTo(wrong, new ScriptedPeer.Notices()))
                    .isInstanceOf(ConnectFailedException.class);
            assertThat(good.closed().toCompletableFuture()).isNotDone();
            good.device();
            assertThat(peer.connections()).isEqualTo(1);
        }
    }

    @Test
    void aLostConnectionCanBeReopenedWhileOthersStillHoldTheOldOne() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc())) {
            Connection old = peer.connect("");
            peer.hangUp();
            assertThatThrownBy(() -> old.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ConnectionLostException.class);
            try (Connection fresh = peer.connect("")) {
                old.close();
                fresh.device();
            }
        }
    }

    /** The restart has ended the old TCP connection, but the client has not read from it since. */
    @Test
    void aRouterThatWasRestartedIsConnectedToAtOnce() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(new SmallPlc())) {
            for (int round = 0; round < 20; round++) {
                Connection old = peer.connect("");
                peer.hangUp();
                try (Connection fresh = peer.connect("")) {
                    fresh.device();
                }
                old.close();
            }
        }
    }
}
