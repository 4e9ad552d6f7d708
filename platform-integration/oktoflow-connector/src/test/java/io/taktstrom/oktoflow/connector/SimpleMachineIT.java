package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.ConnectorField;
import de.iip_ecosphere.platform.connectors.ConnectorParameter.CacheMode;
import de.iip_ecosphere.platform.connectors.ConnectorRegistry;
import de.iip_ecosphere.platform.connectors.types.TranslatingProtocolAdapter;
import de.iip_ecosphere.platform.support.iip_aas.ActiveAasBase;
import io.taktstrom.oktoflow.connector.TestMachine.Protocol;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A machine is started, its lot size set, and stopped, by way of oktoflow's SPI: polled, and notified. */
class SimpleMachineIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int POLL_MILLIS = 20;

    @BeforeAll
    static void connectorsAreNotAnnounced() {
        ActiveAasBase.setNotificationMode(ActiveAasBase.NotificationMode.NONE);
    }

    static Stream<Arguments> protocolsAndModes() {
        return Stream.of(Protocol.values())
                .flatMap(protocol -> Stream.of(Arguments.of(protocol, false), Arguments.of(protocol, true)));
    }

    private static Connector<Object, Object, MachineState, MachineCommand> connector(
            TestMachine machine, boolean notifications, Received received) throws IOException {
        Connector<Object, Object, MachineState, MachineCommand> connector =
                machine.connector(new TranslatingProtocolAdapter<>(
                        new StateTranslator(notifications, machine.path()), new CommandTranslator(machine.path())));
        connector.setReceptionCallback(received);
        return connector;
    }

    @ParameterizedTest
    @MethodSource("protocolsAndModes")
    void startLotSizeAndStopGoRoundTheMachine(Protocol protocol, boolean notifications) throws IOException {
        try (TestMachine machine = protocol.start()) {
            Received received = new Received();
            Connector<Object, Object, MachineState, MachineCommand> connector =
                    connector(machine, notifications, received);
            int before = ConnectorRegistry.getRegisteredConnectorInstancesCount();
            connector.connect(machine.parameters(notifications ? 0 : POLL_MILLIS));
            assertThat(ConnectorRegistry.getRegisteredConnectorInstancesCount()).isEqualTo(before + 1);
            await().atMost(LIMIT).until(() -> received.count() > 0);
            assertThat(received.last().lotSize()).isEqualTo(1);
            assertThat(received.last().power()).isEqualTo(0.5);
            assertThat(received.last().name()).isEqualTo("press");
            assertThat(received.last().curve()).containsExactly(1, 2, 3);

            connector.write(new MachineCommand(true, null));
            assertThat(machine.get("start")).isEqualTo(true);
            machine.set("power", 6.5);
            await().atMost(LIMIT).until(() -> received.last().power() > 5);
            connector.write(new MachineCommand(null, 5));
            await().atMost(LIMIT).until(() -> received.hasLot(5));
            connector.write(new MachineCommand(false, 1));
            assertThat(machine.get("start")).isEqualTo(false);
            machine.set("power", 0.25);
            await().atMost(LIMIT)
                    .until(() -> received.last().power() < 1 && received.last().lotSize() == 1);

            connector.disconnect();
            assertThat(ConnectorRegistry.getRegisteredConnectorInstancesCount()).isEqualTo(before);
            connector.dispose();
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void everyChangeIsNotifiedAndAnOutageIsOverByItself(Protocol protocol) throws IOException {
        try (TestMachine machine = protocol.start()) {
            Received received = new Received();
            Connector<Object, Object, MachineState, MachineCommand> connector = connector(machine, true, received);
            connector.connect(machine.parameters(0));
            await().atMost(LIMIT).until(() -> received.count() > 0);
            for (int lot = 10; lot < 15; lot++) {
                int next = lot;
                machine.set("lotSize", next);
                await().atMost(LIMIT).until(() -> received.hasLot(next));
            }
            machine.cut();
            machine.set("lotSize", 99);
            await().atMost(LIMIT).until(() -> received.hasLot(99));
            connector.disconnect();
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void pollingGoesOnAfterAConsumerHasThrown(Protocol protocol) throws IOException {
        try (TestMachine machine = protocol.start()) {
            Received received = new Received();
            Connector<Object, Object, MachineState, MachineCommand> connector = connector(machine, false, received);
            connector.connect(machine.parameters(POLL_MILLIS));
            await().atMost(LIMIT).until(() -> received.count() > 2);
            received.throwNext(3);
            await().atMost(LIMIT).until(() -> received.thrown() == 3);
            int then = received.count();
            await().atMost(LIMIT).until(() -> received.count() > then + 2);
            connector.disconnect();
        }
    }

    @ParameterizedTest
    @EnumSource(CacheMode.class)
    void cacheModesCompareValues(CacheMode mode) throws IOException {
        try (TestMachine machine = Protocol.ADS.start()) {
            Received received = new Received();
            Connector<Object, Object, MachineState, MachineCommand> connector = connector(machine, false, received);
            connector.connect(machine.parameters()
                    .setNotificationInterval(POLL_MILLIS)
                    .setCacheMode(mode)
                    .build());
            await().atMost(LIMIT).until(() -> received.count() > 0);
            machine.set("curve", List.of(1, 2, 4));
            await().atMost(LIMIT).until(() -> received.last().curve().get(2) == 4);
            machine.set("lotSize", 7);
            await().atMost(LIMIT).until(() -> received.hasLot(7));
            if (mode == CacheMode.NONE) {
                int then = received.count();
                await().atMost(LIMIT).until(() -> received.count() > then + 3);
            } else {
                assertThat(received.count()).as("one for each change").isEqualTo(3);
            }
            connector.disconnect();
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void aRequestIsARecordOfNow(Protocol protocol) throws IOException {
        try (TestMachine machine = protocol.start()) {
            Received received = new Received();
            Connector<Object, Object, MachineState, MachineCommand> connector = connector(machine, false, received);
            connector.enablePolling(false);
            connector.connect(machine.parameters(0));
            machine.set("lotSize", 12);
            assertThat(connector.request(false).lotSize()).isEqualTo(12);
            assertThat(received.count()).isZero();
            connector.request(true);
            assertThat(received.count()).isEqualTo(1);
            connector.trigger();
            assertThat(received.count()).isEqualTo(2);
            List<ConnectorField> fields = connector.enumerateFields(machine.path());
            if (protocol != Protocol.S7) {
                assertThat(fields.stream().map(ConnectorField::getPath)).anyMatch(path -> path.endsWith("lotSize"));
            }
            connector.disconnect();
        }
    }
}
