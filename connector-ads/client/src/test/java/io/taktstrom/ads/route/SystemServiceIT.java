package io.taktstrom.ads.route;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.UdpMessage;
import io.taktstrom.ads.protocol.UdpTag;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/** Devices that lose datagrams, lie, or say nothing. */
@Timeout(60)
class SystemServiceIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final AmsAddress DEVICE = AmsAddress.parse("5.1.2.3.1.1:10000");
    private static final NewRoute ROUTE = new NewRoute("line7", AmsNetId.parse("10.0.0.9.1.1"), "10.0.0.9", true);

    private static byte[] answer(UdpMessage request, UdpTag... tags) {
        return answer(request, DEVICE, tags);
    }

    private static byte[] answer(UdpMessage request, AmsAddress device, UdpTag... tags) {
        return new UdpMessage(request.invokeId(), request.service() | UdpMessage.RESPONSE, device, List.of(tags))
                .bytes();
    }

    private static AmsNetId netIdOf(FakeService service, Duration timeout) throws ConnectorException {
        return Discovery.ask(service.address(), timeout).identity().netId();
    }

    @Test
    void aLostDatagramIsSentAgain() throws Exception {
        try (FakeService service = new FakeService((number, request, reply) -> {
            if (number == 3) {
                reply.send(answer(request));
            }
        })) {
            assertThat(netIdOf(service, Duration.ofSeconds(6))).isEqualTo(DEVICE.netId());
            assertThat(service.requests()).hasSize(3).allMatch(request -> request.service() == UdpMessage.IDENTIFY);
        }
    }

    @Test
    void whatIsNoAnswerIsPassedOver() throws Exception {
        try (FakeService service = new FakeService((number, request, reply) -> {
            reply.send(new byte[0]);
            reply.send(new byte[3]);
            reply.send(new byte[UdpMessage.MAX_BYTES + 100]);
            reply.send(request.bytes());
            reply.send(new UdpMessage(7, request.service() | UdpMessage.RESPONSE, DEVICE, List.of()).bytes());
            reply.send(UdpMessage.request(UdpMessage.ADD_ROUTE | UdpMessage.RESPONSE, DEVICE, List.of())
                    .bytes());
            reply.send(answer(request));
        })) {
            assertThat(netIdOf(service, LIMIT)).isEqualTo(DEVICE.netId());
            assertThat(service.requests()).hasSize(1);
        }
    }

    @Test
    void aFloodOfNonsenseDoesNotKeepItFromEnding() throws Exception {
        try (FakeService service = new FakeService((number, request, reply) -> {
            for (int i = 0; i < 2000; i++) {
                reply.send(new byte[] {1, 2, 3});
            }
        })) {
            assertThatThrownBy(() -> netIdOf(service, Duration.ofSeconds(2)))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("no answer from")
                    .hasMessageContaining("datagrams came that were no answer");
        }
    }

    @Test
    void silenceNamesTheFirewall() throws Exception {
        try (FakeService service = new FakeService((number, request, reply) -> {})) {
            assertThatThrownBy(() -> netIdOf(service, SHORT))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("no answer from")
                    .hasMessageContaining("firewall")
                    .hasMessageContaining("UDP " + service.address().getPort());
        }
    }

    @Test
    void aClosedPortIsNamedAsSuch() throws Exception {
        FakeService service = new FakeService((number, request, reply) -> {});
        InetSocketAddress closed = service.address();
        service.close();
        assertThatThrownBy(() -> Discovery.ask(closed, SHORT))
                .isInstanceOf(RequestTimeoutException.class)
                .hasMessageContaining("/udp");
    }

    @Test
    void anUnknownHostIsNamed() {
        assertThatThrownBy(() -> Discovery.ask(InetSocketAddress.createUnresolved("plc.invalid", 48_899), SHORT))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("unknown host plc.invalid");
    }

    @Test
    void aRouteIsAskedForWithAllThatTheDeviceNeeds() throws Exception {
        try (FakeService service = new FakeService(
                (number, request, reply) -> reply.send(answer(request, UdpTag.number(UdpTag.STATUS, 0))))) {
            RouteClient.add(service.address(), ROUTE, "someone", "made up", LIMIT);
            assertThat(service.requests()).singleElement().satisfies(request -> {
                assertThat(request.service()).isEqualTo(UdpMessage.ADD_ROUTE);
                assertThat(request.sender()).isEqualTo(AmsAddress.parse("10.0.0.9.1.1:10000"));
                assertThat(request.tags())
                        .containsExactly(
                                UdpTag.text(UdpTag.ROUTE_NAME, "line7"),
                                UdpTag.netId(UdpTag.NET_ID, ROUTE.netId()),
                                UdpTag.text(UdpTag.USER_NAME, "someone"),
                                UdpTag.text(UdpTag.PASSWORD, "made up"),
                                UdpTag.text(UdpTag.COMPUTER_NAME, "10.0.0.9"),
                                UdpTag.number(UdpTag.OPTIONS, 1));
            });
        }
    }

    @Test
    void aRefusalThatIsNotAboutThePasswordSaysWhatItIs() throws Exception {
        try (FakeService service = new FakeService(
                (number, request, reply) -> reply.send(answer(request, UdpTag.number(UdpTag.STATUS, 0x70A))))) {
            assertThatThrownBy(() -> RouteClient.add(service.address(), ROUTE, "someone", "made up", LIMIT))
                    .isInstanceOf(DeviceErrorException.class)
                    .hasMessageContaining("add route line7")
                    .hasMessageContaining("0x70A");
        }
    }

    @Test
    void anAnswerWithoutAStatusIsMalformed() throws Exception {
        try (FakeService service = new FakeService(
                (number, request, reply) -> reply.send(answer(request, new UdpTag(UdpTag.STATUS, new byte[2]))))) {
            assertThatThrownBy(() -> RouteClient.add(service.address(), ROUTE, "someone", "made up", LIMIT))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining("no status");
        }
    }

    @Test
    void aPasswordThatCannotBeSentIsRefusedBeforeAnythingIs() throws Exception {
        try (FakeService service = new FakeService((number, request, reply) -> {})) {
            for (String password : List.of("pässword", "x".repeat(UdpMessage.MAX_BYTES))) {
                assertThatThrownBy(() -> RouteClient.add(service.address(), ROUTE, "someone", password, SHORT))
                        .isInstanceOf(InvalidRequestException.class)
                        .hasMessageNotContaining(password);
            }
            assertThat(service.requests()).isEmpty();
        }
    }

    @Test
    void everybodyWhoAnswersIsListedOnceAndTheRestCounted() throws Exception {
        AmsAddress other = AmsAddress.parse("5.9.9.9.1.1:10000");
        try (FakeService neighbour = new FakeService((number, request, reply) -> {});
                FakeService service = new FakeService((number, request, reply) -> {
                    reply.send(new byte[] {1, 2, 3});
                    reply.send(answer(request));
                    reply.send(answer(request));
                    neighbour.instead(reply).send(answer(request, other));
                })) {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            Discovery.Result result = Discovery.askAll(
                    List.of(new Discovery.Network(loopback, loopback)),
                    service.address().getPort(),
                    LIMIT.dividedBy(10));
            assertThat(result.devices())
                    .extracting(
                            FoundDevice::address, device -> device.identity().netId())
                    .containsExactlyInAnyOrder(
                            tuple(service.address(), DEVICE.netId()), tuple(neighbour.address(), other.netId()));
            assertThat(result.ignored()).isGreaterThanOrEqualTo(1);
            assertThat(result.problems()).isEmpty();
        }
    }
}
