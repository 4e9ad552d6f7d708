package io.taktstrom.description;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** Deployments that are described, and what descriptions become. */
public final class Plants {

    /** Each protocol, each kind of address; names with and without that of the connection. */
    public static final String ALL = """
            connections:
              press1: {type: ads, host: 10.0.0.5, amsNetId: 5.1.2.3.1.1, localAmsNetId: 10.0.0.9.1.1}
              cpu: {type: s7, host: 10.0.0.7, slot: 2}
              oven: {type: opc.tcp, host: oven.plant, path: UA/Server, security: Basic256Sha256, securityMode: Sign}
              open: {type: opc.tcp, host: 10.0.0.8, port: 4841, security: none}
              pump: {type: modbus, host: 10.0.0.9, unit: 3}
              swapped: {type: modbus, host: 10.0.0.9, unit: 3, words: swapped}
            scanClasses:
              fast: {mode: notify, cycle: 1ms, maxDelay: 10ms}
              slow: {mode: poll, every: 500ms}
              changes: {mode: poll, every: 1s, changes: true}
            points:
              - {id: press1.spindle.speed, on: press1, address: "MAIN.axes[3].fSpeed", type: REAL, scan: fast, unit: kN}
              - {id: spindle.target, on: press1, address: MAIN.spindle.fTarget, type: LREAL, scan: fast, writable: true}
              - {id: press1.curve, on: press1, address: MAIN.curve, type: "ARRAY[0..9] OF REAL", scan: slow}
              - {id: press1.raw, on: press1, address: "0x4020:0x10", type: STRING(20), scan: slow}
              - {id: cpu.level, on: cpu, address: "DB1.DBD4:REAL", type: REAL, scan: changes}
              - {id: cpu.state, on: cpu, address: "MW4", type: WORD, scan: slow}
              - {id: oven.temperature, on: oven, address: "nsu=urn:x#1&2;s=\\"Oven\\".T 100%", type: LREAL, scan: fast, unit: Cel}
              - {id: oven.path, on: oven, address: "/Objects/2:Press/2:Speed", scan: fast}
              - {id: oven.\u6c34, on: oven, address: "ns=2;s=\u6c34 %41", type: DINT, scan: fast}
              - {id: open.count, on: open, address: "ns=3;i=1001", type: UDINT, scan: slow, writable: true}
              - {id: pump.pressure, on: pump, address: hr100, type: REAL, scan: slow, unit: bar}
              - {id: pump.on, on: pump, address: co3, type: BOOL, scan: slow, writable: true}
              - {id: pump.name, on: pump, address: ir8, type: STRING(20), scan: slow}
              - {id: pump.inputs, on: pump, address: di16, type: "ARRAY[0..7] OF BOOL", scan: slow}
              - {id: swapped.energy, on: swapped, address: hr200, type: LREAL, scan: changes}
            streams:
              - {id: all, from: "**", to: screen}
            sinks:
              screen: {type: console}
            """;

    private Plants() {}

    public static Deployment load(String text) {
        DeploymentResult result = DeploymentLoader.standard().read(Path.of("plant.yaml"), text);
        assertThat(result).as(result + "\n" + text).isInstanceOf(DeploymentResult.Loaded.class);
        return ((DeploymentResult.Loaded) result).deployment();
    }

    /** A part of {@link #ALL}. */
    public static Deployment only(String connection) {
        Deployment all = load(ALL);
        return new Deployment(
                all.source(),
                Map.of(connection, Objects.requireNonNull(all.connections().get(connection))),
                all.scanClasses(),
                all.pointsOf(connection),
                List.of(),
                all.streams(),
                all.sinks());
    }

    public static DescriptionExport.Described describe(Deployment deployment) {
        return new DescriptionExport(
                        deployment, scheme -> Connectors.provider(scheme).descriptor(), point -> null)
                .describe();
    }

    public static DescriptionImport.Imported read(List<DeviceInterface> interfaces) {
        return new DescriptionImport("file.json", Plants::descriptor).read(interfaces);
    }

    public static @Nullable ConnectorDescriptor descriptor(String scheme) {
        return Connectors.all().stream()
                .map(ConnectorProvider::descriptor)
                .filter(each -> each.scheme().equals(scheme))
                .findFirst()
                .orElse(null);
    }

    /** As a deployment. */
    public static Deployment imported(List<DeviceInterface> interfaces) {
        DescriptionImport.Imported imported = read(interfaces);
        assertThat(imported.problems()).isEmpty();
        return load(imported.text());
    }

    public static List<String> problems(List<DeviceInterface> interfaces) {
        DescriptionImport.Imported imported = read(interfaces);
        assertThat(imported.text()).as("nothing half imported").isEmpty();
        return imported.problems().stream().map(Object::toString).toList();
    }

    /** What must be the same after a round trip. */
    public static void assertSame(Deployment after, Deployment before) {
        assertThat(after.points()).containsExactlyInAnyOrderElementsOf(before.points());
        assertThat(after.connections().values())
                .containsExactlyInAnyOrderElementsOf(before.connections().values());
        for (PointConfig point : before.points()) {
            assertThat(after.scanClasses().get(point.scan()))
                    .isEqualTo(before.scanClasses().get(point.scan()));
        }
    }
}
