package io.taktstrom.oktoflow.connector;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.connectors.ConnectorParameter.ConnectorParameterBuilder;
import de.iip_ecosphere.platform.connectors.MachineConnector;
import de.iip_ecosphere.platform.connectors.model.ModelAccess;
import de.iip_ecosphere.platform.connectors.types.TranslatingProtocolAdapter;
import de.iip_ecosphere.platform.support.identities.IdentityToken;
import de.iip_ecosphere.platform.support.identities.IdentityToken.IdentityTokenBuilder;
import de.iip_ecosphere.platform.support.iip_aas.ActiveAasBase;
import de.iip_ecosphere.platform.transport.serialization.IipEnum;
import de.iip_ecosphere.platform.transport.serialization.Serializer;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.oktoflow.connector.TestMachine.Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

/** All that translators may ask of a device. */
class ModelAccessIT {

    private TestMachine machine;
    private AdsConnector<MachineState, MachineCommand> connector;
    private ModelAccess access;

    @BeforeEach
    void connect() throws IOException {
        ActiveAasBase.setNotificationMode(ActiveAasBase.NotificationMode.NONE);
        machine = Protocol.ADS.start();
        StateTranslator translator = new StateTranslator(false, "MAIN");
        connector = new AdsConnector<>(new TranslatingProtocolAdapter<>(translator, new CommandTranslator("MAIN")));
        connector.connect(machine.parameters(0));
        access = translator.getModelAccess();
    }

    @AfterEach
    void disconnect() throws IOException {
        connector.disconnect();
        machine.close();
    }

    /** As oktoflow generates enumerations. */
    enum Mode implements IipEnum {
        HAND(0),
        AUTO(1);

        private final int ordinal;

        Mode(int ordinal) {
            this.ordinal = ordinal;
        }

        @Override
        public int getModelOrdinal() {
            return ordinal;
        }
    }

    /** As oktoflow generates structures. */
    public static final class Recipe {
        private int nLayers;
        private float fWidth;
    }

    @Test
    void gettersAndSettersOfAllTypesHoldWhatTheDeviceHas() throws IOException {
        access.setInt("MAIN.lotSize", 7);
        assertThat(access.getInt("MAIN.lotSize")).isEqualTo(7);
        assertThat(access.getInteger("MAIN.lotSize", 0)).isEqualTo(7);
        assertThat(access.getShort("MAIN.lotSize")).isEqualTo((short) 7);
        assertThat(access.getByte("MAIN.lotSize")).isEqualTo((byte) 7);
        assertThat(access.getBigInteger("MAIN.lotSize")).isEqualTo(BigInteger.valueOf(7));
        assertThat(access.getBigDecimal("MAIN.lotSize")).isEqualByComparingTo("7");
        access.setFloat("MAIN.power", 2.5f);
        assertThat(access.getFloat("MAIN.power")).isEqualTo(2.5f);
        assertThat(access.getDouble("MAIN.power")).isEqualTo(2.5);
        assertThat(access.getLong("MAIN.big")).as("unsigned").isEqualTo(4_294_967_295L);
        access.setString("MAIN.name", "oven");
        assertThat(access.getString("MAIN.name")).isEqualTo("oven");
        access.setBoolean("MAIN.start", true);
        assertThat(access.getBoolean("MAIN.start")).isTrue();
        access.setIntegerArray("MAIN.curve", new int[] {7, 8, 9});
        assertThat(access.getIntegerArray("MAIN.curve")).containsExactly(7, 8, 9);
        assertThat(access.getDoubleArray("MAIN.curve")).containsExactly(7, 8, 9);
        assertThat(access.getList("MAIN.curve", Short.class)).containsExactly((short) 7, (short) 8, (short) 9);
        access.setEnum("MAIN.mode", Mode.AUTO);
        assertThat(access.getEnum("MAIN.mode", Mode.class)).isEqualTo(Mode.AUTO);
        access.setEnumAsName("MAIN.mode", Mode.HAND);
        assertThat(access.getEnum("MAIN.mode", 0, Mode.class)).isEqualTo(Mode.HAND);
        LocalDateTime when = LocalDateTime.of(2026, 11, 22, 17, 30, 1);
        access.setLocalDateTime("MAIN.when", when, "");
        assertThat(access.getLocalDateTime("MAIN.when", "")).isEqualTo(when);
    }

    @Test
    void structuresAreObjectsOfTheApplicationsClass() throws IOException {
        access.registerCustomType(Recipe.class);
        Recipe recipe = new Recipe();
        recipe.nLayers = 3;
        recipe.fWidth = 0.5f;
        access.setStruct("MAIN.recipe", recipe);
        Recipe read = access.getStruct("MAIN.recipe", Recipe.class);
        assertThat(read.nLayers).isEqualTo(3);
        assertThat(read.fWidth).isEqualTo(0.5f);
        assertThat((Object) access.getStruct("MAIN.recipe", Map.class)).isEqualTo(Map.of("nLayers", 3, "fWidth", 0.5f));
        assertThat(access.stepInto("MAIN").stepInto("recipe").getInt("nLayers")).isEqualTo(3);
    }

    @Test
    void stepsLeadInAndOut() throws IOException {
        ModelAccess main = access.stepInto("MAIN");
        assertThat(main.getInt("lotSize")).isEqualTo(1);
        assertThat(main.stepOut()).isSameAs(access);
        assertThat(access.stepOut()).as("at the top").isSameAs(access);
        assertThat(access.qName("MAIN", "lotSize")).isEqualTo("MAIN.lotSize");
        assertThat(access.iqName("MAIN", "lotSize")).isEqualTo("MAIN.lotSize");
    }

    @Test
    void aModelWithWhatTheDeviceDoesNotHaveIsAClearError() {
        assertThatIOException()
                .isThrownBy(() -> access.getInt("MAIN.gone"))
                .withMessageContaining("read MAIN.gone at ads://")
                .withMessageContaining("the device has no such variable");
        assertThatIOException()
                .isThrownBy(() -> access.getInt("MAIN.name"))
                .withMessageContaining("value press of type String is not a number");
        assertThatIOException()
                .isThrownBy(() -> access.getInt("MAIN.big"))
                .withMessageContaining("value 4294967295 of type Long is not int");
        assertThatIOException()
                .isThrownBy(() -> access.setString("MAIN.lotSize", "many"))
                .withMessageContaining("write MAIN.lotSize")
                .withMessageContaining("many");
        assertThatIOException()
                .isThrownBy(() -> access.getEnum("MAIN.big", Mode.class))
                .withMessageContaining("is not a literal of");
        assertThatIOException()
                .isThrownBy(() -> access.call("MAIN.lotSize.start"))
                .withMessageContaining("MAIN.lotSize#start at")
                .withMessageContaining("TcRpcEnable");
        assertThatIOException()
                .isThrownBy(() -> access.call("start"))
                .withMessageContaining("write OBJECT.METHOD, for example MAIN.fbPress.Start");
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"ADS", "OPC_UA"})
    void aChangeOfTheModelMakesARecord(Protocol protocol) throws IOException {
        Received received = new Received();
        try (TestMachine changing = protocol.start()) {
            Connector<Object, Object, MachineState, MachineCommand> changes =
                    changing.connector(new TranslatingProtocolAdapter<>(
                            new StateTranslator(true, changing.path()) {
                                @Override
                                public void initializeModelAccess() throws IOException {
                                    super.initializeModelAccess();
                                    getModelAccess().monitorModelChanges();
                                }
                            },
                            new CommandTranslator(changing.path())));
            changes.setReceptionCallback(received);
            changes.connect(changing.parameters(0));
            await().until(() -> changing.changeModel(received, "press"));
            changing.set("name", "lathe");
            await().until(() -> changing.changeModel(received, "lathe"));
            changes.disconnect();
        }
    }

    @Test
    void aDeviceThatDoesNotTellOfChangesOfItsModelIsAClearError() throws IOException {
        StateTranslator translator = new StateTranslator(false, "");
        try (TestMachine cpu = Protocol.S7.start()) {
            Connector<Object, Object, MachineState, MachineCommand> s7 =
                    cpu.connector(new TranslatingProtocolAdapter<>(translator, new CommandTranslator("")));
            s7.connect(cpu.parameters(0));
            assertThatIOException()
                    .isThrownBy(() -> translator.getModelAccess().monitorModelChanges())
                    .withMessageContaining("monitor variables");
            s7.disconnect();
        }
    }

    @Test
    void everyVariableOfThePaperIsReadRightInEachWay() throws IOException {
        AdsModel model = AdsModel.paper();
        try (AdsSimulator plc = AdsSimulator.builder().model(model).start()) {
            plc.stop();
            AtomicReference<ModelAccess> all = new AtomicReference<>();
            AdsConnector<Long, Long> paper = new AdsConnector<>(new Contest(true, access -> {
                        all.set(access);
                        return 0;
                    })
                    .adapter());
            paper.connect(
                    ConnectorParameterBuilder.newBuilder(plc.endpointUri(), 0).build());
            paper.request(false);
            ModelAccess read = Objects.requireNonNull(all.get());
            assertThat(model.symbols()).hasSize(28).allSatisfy(symbol -> {
                Object expected = plc.get(symbol.name());
                assertThat(Readings.typedGetter(
                                read, symbol.name(), symbol.type().image(), expected))
                        .as(symbol.name())
                        .isEqualTo(Readings.RIGHT);
                assertThat(Readings.asGenerated(read, symbol.name(), expected))
                        .as(symbol.name())
                        .isEqualTo(Readings.RIGHT);
            });
            paper.disconnect();
        }
    }

    @Test
    void methodsOfAFunctionBlockAreCalledByItsNameAndTheirs() throws IOException {
        Map<String, Object> recipe = Map.of("nLayers", 3, "fWidth", 0.5f);
        assertThat(access.call("MAIN.press.scale", recipe)).isEqualTo(List.of(true, "done"));
        assertThat(access.stepInto("MAIN").stepInto("press").call("scale", recipe))
                .isEqualTo(List.of(true, "done"));
        assertThat(access.call("MAIN/press/stop")).isNull();
        assertThatIOException()
                .isThrownBy(() -> access.call("MAIN.press.scale"))
                .withMessageContaining("takes 1 argument, got 0");
        assertThatIOException()
                .isThrownBy(() -> access.call("MAIN.press.scale", "wide"))
                .withMessageContaining("value wide of type String is not a structure");
        assertThatIOException()
                .isThrownBy(() -> access.call("MAIN.press.scale", Map.of("nLayers", -1, "fWidth", 0.5f)))
                .withMessageContaining("recipe of MAIN.press#scale(");
        assertThatIOException()
                .isThrownBy(() -> access.call("MAIN.press.gone"))
                .withMessageContaining("MAIN.press#gone at");
        assertThat(AdsConnector.class.getAnnotation(MachineConnector.class).supportsModelCalls())
                .isTrue();
    }

    @Test
    void methodsOfAnOpcUaServerAreCalledByTheirPath() throws IOException {
        StateTranslator translator = new StateTranslator(false, "Objects/press");
        try (TestMachine server = Protocol.OPC_UA.start()) {
            OpcUaConnector<MachineState, MachineCommand> opcUa = new OpcUaConnector<>(
                    new TranslatingProtocolAdapter<>(translator, new CommandTranslator("Objects/press")));
            opcUa.connect(server.parameters(0));
            ModelAccess model = translator.getModelAccess();
            assertThat(model.call("Objects/press/add", 2, 3)).isEqualTo(5);
            assertThat(model.stepInto("Objects/press").call("echo", "lot", 7L)).isEqualTo(List.of("lot", 7));
            assertThatIOException()
                    .isThrownBy(() -> model.call("Objects/press/add", 2))
                    .withMessageContaining("takes 2 arguments, got 1");
            assertThatIOException()
                    .isThrownBy(() -> model.call("Objects/press/add", 2, "three"))
                    .withMessageContaining("B of add(");
            assertThatIOException()
                    .isThrownBy(() -> model.call("Objects/press/gone"))
                    .withMessageContaining("gone");
            opcUa.disconnect();
        }
    }

    @Test
    void parametersThatAreWrongFailTheConnectWithWhatWouldBeRight() {
        AdsConnector<MachineState, MachineCommand> other = new AdsConnector<>(
                new TranslatingProtocolAdapter<>(new StateTranslator(false, ""), new CommandTranslator("")));
        assertThatIOException()
                .isThrownBy(() -> other.connect(machine.parameters()
                        .setSpecificSetting("amsNetIdd", "5.1.2.3.1.1")
                        .build()))
                .withMessageContaining("amsNetId");
        assertThatIOException()
                .isThrownBy(() -> other.connect(
                        machine.parameters().setKeystoreKey("machines").build()))
                .withMessageContaining("asks for encryption");
        IdentityToken token = IdentityTokenBuilder.newBuilder()
                .setUsernameToken("operator", new byte[] {'x'}, IdentityToken.ENC_PLAIN_UTF_8)
                .build();
        assertThatIOException()
                .isThrownBy(() -> other.connect(machine.parameters()
                        .setIdentities(Map.of(ConnectorParameter.ANY_ENDPOINT, token))
                        .build()))
                .withMessageContaining("knows no users");
        IdentityToken certificate =
                IdentityTokenBuilder.newBuilder().setX509Token(new byte[] {1}).build();
        assertThatIOException()
                .isThrownBy(() -> other.connect(machine.parameters()
                        .setIdentities(Map.of(ConnectorParameter.ANY_ENDPOINT, certificate))
                        .build()))
                .withMessageContaining("knows no users with certificates");
        IdentityToken issued = IdentityTokenBuilder.newBuilder()
                .setIssuedToken(new byte[] {1}, IdentityToken.ENC_PLAIN_UTF_8)
                .build();
        assertThatIOException()
                .isThrownBy(() -> other.connect(machine.parameters()
                        .setIdentities(Map.of(ConnectorParameter.ANY_ENDPOINT, issued))
                        .build()))
                .withMessageContaining("an identity of type ISSUED is not supported");
        assertThatIOException().isThrownBy(() -> other.request(true)).withMessageContaining("is not connected");
    }

    @Test
    void whatIsReceivedGoesThroughASerializerAndBack() throws IOException {
        MachineState state = connector.request(false);
        MachineState again = new StateSerializer().clone(state);
        assertThat(again).isEqualTo(state);
    }

    /** As an application brings one for each of its types. */
    private static final class StateSerializer implements Serializer<MachineState> {

        @Override
        public byte[] to(MachineState state) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(state.lotSize());
            out.writeDouble(state.power());
            out.writeUTF(state.name());
            out.writeInt(state.curve().size());
            for (int each : state.curve()) {
                out.writeInt(each);
            }
            return bytes.toByteArray();
        }

        @Override
        public MachineState from(byte[] data) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(data));
            int lotSize = in.readInt();
            double power = in.readDouble();
            String name = in.readUTF();
            List<Integer> curve = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                curve.add(in.readInt());
            }
            return new MachineState(lotSize, power, name, curve);
        }

        @Override
        public MachineState clone(MachineState origin) throws IOException {
            return from(to(origin));
        }

        @Override
        public Class<MachineState> getType() {
            return MachineState.class;
        }
    }
}
