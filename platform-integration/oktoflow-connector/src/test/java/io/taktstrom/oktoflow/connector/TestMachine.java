package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.connectors.ConnectorParameter.ConnectorParameterBuilder;
import de.iip_ecosphere.platform.connectors.types.ProtocolAdapter;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;

/** A simple machine, behind one protocol or another. */
abstract class TestMachine implements AutoCloseable {

    /** The protocols, by the title of our connector. */
    enum Protocol {
        ADS,
        S7,
        OPC_UA;

        TestMachine start() throws IOException {
            return switch (this) {
                case ADS -> new Ads();
                case S7 -> new S7();
                case OPC_UA -> new OpcUa();
            };
        }
    }

    /** Where its variables are. */
    abstract String path();

    /** As oktoflow's parameters say it, but for how it is sampled. */
    abstract ConnectorParameterBuilder parameters();

    abstract void set(String variable, Object value);

    abstract Object get(String variable);

    abstract void cut() throws IOException;

    /** As if its program or its address space were another now. */
    abstract void changeModel();

    /** Changes its model, and says whether a record with the name has come. */
    boolean changeModel(Received received, String name) {
        changeModel();
        return received.count() > 0 && received.last().name().equals(name);
    }

    abstract <CO, CI> Connector<Object, Object, CO, CI> connector(ProtocolAdapter<Object, Object, CO, CI> adapter);

    @Override
    public abstract void close();

    /** As oktoflow's parameters say it, sampled each so many milliseconds; 0 for notifications. */
    ConnectorParameter parameters(int interval) {
        return parameters().setNotificationInterval(interval).build();
    }

    static final class Ads extends TestMachine {

        private final AdsSimulator plc = AdsSimulator.builder()
                .model(io.taktstrom.ads.simulator.model.AdsModel.parse("""
                        types:
                          ST_Recipe: {struct: {nLayers: UINT, fWidth: REAL}}
                          E_Mode: {enum: INT, members: {Hand: 0, Auto: 1}}
                          FB_Press:
                            functionBlock: {n: DINT}
                            methods:
                              scale: {inputs: {recipe: ST_Recipe}, type: BOOL, outputs: {text: STRING(20)}, returns: [true, done]}
                              stop: {}
                        symbols:
                          MAIN.press: FB_Press
                          MAIN.lotSize: {type: DINT, value: 1}
                          MAIN.power: {type: REAL, value: 0.5}
                          MAIN.name: {type: STRING(20), value: press}
                          MAIN.curve: {type: "ARRAY[0..2] OF INT", value: [1, 2, 3]}
                          MAIN.start: BOOL
                          MAIN.big: {type: UDINT, value: 4294967295}
                          MAIN.recipe: ST_Recipe
                          MAIN.mode: E_Mode
                          MAIN.when: DT
                        """))
                .start();

        Ads() throws IOException {}

        @Override
        String path() {
            return "MAIN";
        }

        @Override
        ConnectorParameterBuilder parameters() {
            String netId = plc.amsAddress().netId() + ":" + plc.amsAddress().port();
            return ConnectorParameterBuilder.newBuilder(
                            "127.0.0.1", plc.address().getPort())
                    .setEndpointPath(netId)
                    .setSpecificSetting("cycle", "1ms");
        }

        @Override
        void set(String variable, Object value) {
            plc.set("MAIN." + variable, value);
        }

        @Override
        Object get(String variable) {
            return plc.get("MAIN." + variable);
        }

        @Override
        void cut() {
            plc.dropConnections();
        }

        @Override
        void changeModel() {
            plc.onlineChange();
        }

        @Override
        <CO, CI> Connector<Object, Object, CO, CI> connector(ProtocolAdapter<Object, Object, CO, CI> adapter) {
            return new AdsConnector<>(adapter);
        }

        @Override
        public void close() {
            plc.close();
        }
    }

    static final class S7 extends TestMachine {

        private static final Map<String, String> ADDRESSES = Map.of(
                "lotSize", "DB1.DBD0:DINT",
                "power", "DB1.DBD4:REAL",
                "name", "DB1.DBB8:STRING(10)",
                "curve", "DB1.DBW20:INT[3]",
                "start", "DB1.DBX30.0");

        private final S7Simulator cpu = S7Simulator.builder()
                .model(io.taktstrom.s7.simulator.model.S7Model.parse("blocks:\n  DB1: {bytes: 64}\n"))
                .start();

        S7() throws IOException {
            cpu.set("DB1.DBD0:DINT", 1);
            cpu.set("DB1.DBD4:REAL", 0.5);
            cpu.set("DB1.DBB8:STRING(10)", "press");
            cpu.set("DB1.DBW20:INT[3]", List.of(1, 2, 3));
        }

        @Override
        String path() {
            return "";
        }

        @Override
        ConnectorParameterBuilder parameters() {
            StringBuilder points = new StringBuilder();
            ADDRESSES.forEach((name, address) ->
                    points.append(name).append(" = ").append(address).append('\n'));
            return ConnectorParameterBuilder.newBuilder(
                            "127.0.0.1", cpu.address().getPort())
                    .setSpecificSetting("rack", 0)
                    .setSpecificSetting("slot", 1)
                    .setSpecificSetting("points", points.toString());
        }

        private static String address(String variable) {
            return ADDRESSES.getOrDefault(variable, variable);
        }

        @Override
        void set(String variable, Object value) {
            cpu.set(address(variable), value);
        }

        @Override
        Object get(String variable) {
            return cpu.get(address(variable));
        }

        @Override
        void cut() {
            cpu.dropConnections();
        }

        @Override
        void changeModel() {
            throw new UnsupportedOperationException("a CPU does not tell of it");
        }

        @Override
        <CO, CI> Connector<Object, Object, CO, CI> connector(ProtocolAdapter<Object, Object, CO, CI> adapter) {
            return new S7Connector<>(adapter);
        }

        @Override
        public void close() {
            cpu.close();
        }
    }

    static final class OpcUa extends TestMachine {

        private final OpcUaSimulator server = OpcUaSimulator.builder()
                .model(io.taktstrom.opcua.simulator.model.OpcUaModel.parse("""
                        points:
                          press.lotSize: {type: Int32, value: 1}
                          press.power: {type: Double, value: 0.5}
                          press.name: {type: String, value: press}
                          press.curve: {type: "Int16[3]", value: [1, 2, 3]}
                          press.start: Boolean
                        methods:
                          press.add: {inputs: {A: Int32, B: Int32}, outputs: {Sum: Int32}, returns: [5]}
                          press.echo: {inputs: {Text: String, Times: Int32}, outputs: {Text: String, Times: Int32}}
                        events:
                          press.changed: {type: BaseModelChangeEventType}
                        """))
                .start();

        OpcUa() throws IOException {}

        @Override
        String path() {
            return "Objects/press/";
        }

        /** As a generated application has it: all of the endpoint in the host. */
        @Override
        ConnectorParameterBuilder parameters() {
            return ConnectorParameterBuilder.newBuilder(server.endpointUri() + "&cycle=10ms&connectTimeout=30s", 0);
        }

        @Override
        void set(String variable, Object value) {
            server.set("press." + variable, value);
        }

        @Override
        Object get(String variable) {
            return server.get("press." + variable);
        }

        @Override
        void cut() throws IOException {
            server.powerOff();
            server.powerOn();
        }

        @Override
        void changeModel() {
            server.fire("press.changed");
        }

        @Override
        <CO, CI> Connector<Object, Object, CO, CI> connector(ProtocolAdapter<Object, Object, CO, CI> adapter) {
            return new OpcUaConnector<>(adapter);
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
