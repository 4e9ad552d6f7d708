package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.lang.reflect.Array;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.connectors.ConnectorParameter.ConnectorParameterBuilder;
import de.iip_ecosphere.platform.connectors.model.ModelAccess;
import de.iip_ecosphere.platform.support.iip_aas.ActiveAasBase;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.oktoflow.PlatformType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * oktoflow's own ADS connector and ours, on the same 28 variables, in one run: docs/benchmarks/oktoflow.md. Writes its tables to
 * {@code target/side-by-side.md}. The property {@code takt.changes} says how many changes there shall be.
 */
class SideBySideIT {

    private static final int CHANGING = 26;
    private static final int CYCLES = Integer.getInteger("takt.changes", 26_000) / CHANGING;

    /** Those that its typed getters take, by their names in the simulator's model. */
    private static final List<String> WORKING =
            List.of("vLint", "vSint", "vInt", "vDint", "vReal", "vLreal", "vString");

    @TempDir
    private Path folder;

    private final List<String> lines = new ArrayList<>();

    @Test
    void theSameVariablesThroughBothConnectors() throws IOException, InterruptedException {
        ActiveAasBase.setNotificationMode(ActiveAasBase.NotificationMode.NONE);
        SimulatorModel model = SimulatorModel.paper();
        try (AdsSimulator plc = AdsSimulator.builder()
                .bindAddress(InetAddress.getByName("127.48.89.8"))
                .bindPort(48_898)
                .model(model)
                .start()) {
            OktoflowAds.prepare(folder, plc);
            variables(plc, model);
            lines.add("");
            lines.add(
                    "| | values per record | records/s | values/s | cycles missed | off the 1 ms, µs p50 / p99 / max | bytes per value |");
            lines.add("|---|---:|---:|---:|---:|---:|---:|");
            Contest theirs = new Contest(false, SideBySideIT::readWorking);
            de.iip_ecosphere.platform.connectors.ads.AdsConnector<Long, Long> okto =
                    new de.iip_ecosphere.platform.connectors.ads.AdsConnector<>(theirs.adapter());
            lines.add(theirs.run("oktoflow, polled each 1 ms", okto, theirs(plc, 1), CYCLES, WORKING.size()));
            long ends = afterThrowing(theirs);
            okto.disconnect();
            Contest polled = new Contest(false, SideBySideIT::readWorking);
            AdsConnector<Long, Long> polling = new AdsConnector<>(polled.adapter());
            lines.add(polled.run("taktstrom, polled each 1 ms", polling, ours(plc, 1), CYCLES, WORKING.size()));
            polling.disconnect();
            List<String> names = model.symbols().stream().map(Symbol::name).toList();
            Contest all = new Contest(true, access -> readAll(access, names));
            AdsConnector<Long, Long> notified = new AdsConnector<>(all.adapter());
            lines.add(all.run("taktstrom, notified", notified, ours(plc, 0), CYCLES, names.size()));
            assertThat(notified.accounting().isBalanced()).isTrue();
            lines.add("");
            lines.add("| A consumer that throws once | records in the second after |");
            lines.add("|---|---:|");
            lines.add("| oktoflow | " + ends + " |");
            long goesOn = afterThrowing(all);
            lines.add("| taktstrom | " + goesOn + " |");
            assertThat(goesOn).isPositive();
            notified.disconnect();
        }
        String text = String.join("\n", lines) + "\n";
        System.out.println(text);
        Files.writeString(Path.of("target", "side-by-side.md"), text);
    }

    private static ConnectorParameter theirs(AdsSimulator plc, int interval) {
        return ConnectorParameterBuilder.newBuilder(
                        plc.amsAddress().netId().toString(), plc.amsAddress().port())
                .setNotificationInterval(interval)
                .build();
    }

    private static ConnectorParameter ours(AdsSimulator plc, int interval) {
        return ConnectorParameterBuilder.newBuilder(plc.endpointUri() + "?cycle=1ms", 0)
                .setNotificationInterval(interval)
                .build();
    }

    private static long readWorking(ModelAccess access) throws IOException {
        access.getByte("MAIN.vSint");
        access.getShort("MAIN.vInt");
        access.getInt("MAIN.vDint");
        access.getFloat("MAIN.vReal");
        access.getDouble("MAIN.vLreal");
        access.getString("MAIN.vString");
        return access.getLong("MAIN.vLint");
    }

    private static long readAll(ModelAccess access, List<String> names) throws IOException {
        for (String name : names) {
            access.get(name);
        }
        return access.getLong("MAIN.vLint");
    }

    private static long afterThrowing(Contest contest) throws InterruptedException {
        contest.setThrowing(true);
        Thread.sleep(20);
        contest.setThrowing(false);
        Thread.sleep(100);
        long before = contest.records();
        Thread.sleep(1000);
        return contest.records() - before;
    }

    /** Each variable by the getter of its Java type, and as oktoflow generates it; the program stands still meanwhile. */
    private void variables(AdsSimulator plc, SimulatorModel model) throws IOException {
        plc.stop();
        ModelAccess[] theirs = new ModelAccess[1];
        ModelAccess[] ours = new ModelAccess[1];
        de.iip_ecosphere.platform.connectors.ads.AdsConnector<Long, Long> okto =
                new de.iip_ecosphere.platform.connectors.ads.AdsConnector<>(new Contest(true, access -> {
                            theirs[0] = access;
                            return 0;
                        })
                        .adapter());
        AdsConnector<Long, Long> takt = new AdsConnector<>(new Contest(true, access -> {
                    ours[0] = access;
                    return 0;
                })
                .adapter());
        okto.connect(theirs(plc, 0));
        takt.connect(ours(plc, 0));
        okto.request(false);
        takt.request(false);
        lines.add(
                "| Variable | oktoflow: typed getter | oktoflow: as generated | taktstrom: typed getter | taktstrom: as generated |");
        lines.add("|---|---|---|---|---|");
        int right = 0;
        for (Symbol symbol : model.symbols()) {
            DataType type = symbol.type().image();
            Object expected = plc.get(symbol.name());
            ModelAccess okto0 = Objects.requireNonNull(theirs[0]);
            ModelAccess takt0 = Objects.requireNonNull(ours[0]);
            String typed = outcome(expected, () -> typed(takt0, symbol.name(), type));
            String generated = outcome(expected, () -> takt0.get(symbol.name(), 0));
            right += typed.equals("right") && generated.equals("right") ? 1 : 0;
            lines.add("| " + symbol.name().substring(5) + " | "
                    + outcome(expected, () -> typed(okto0, symbol.name(), type))
                    + " | " + outcome(expected, () -> okto0.get(symbol.name(), 0)) + " | " + typed + " | " + generated
                    + " |");
        }
        assertThat(right).as(String.join("\n", lines)).isEqualTo(model.symbols().size());
        lines.add("");
        lines.add("`monitor` of oktoflow's: "
                + outcome("", () -> {
                    Objects.requireNonNull(theirs[0]).monitor(1, "MAIN.vDint");
                    return "";
                }));
        okto.disconnect();
        takt.disconnect();
        plc.run();
    }

    @FunctionalInterface
    private interface Getter {
        Object get() throws IOException;
    }

    private static String outcome(Object expected, Getter getter) {
        try {
            Object got = getter.get();
            boolean right = got instanceof byte[] bytes
                    ? isSame(bytes, expected)
                    : text(got).equals(text(expected));
            return right ? "right" : "wrong: " + text(got);
        } catch (IOException | RuntimeException | Error e) {
            String message = String.valueOf(e.getMessage());
            return "error: "
                    + message.substring(0, Math.min(80, message.length())).replace('|', '/');
        }
    }

    /** Java has no unsigned bytes: the bits count. */
    private static boolean isSame(byte[] bytes, Object expected) {
        if (!(expected instanceof List<?> items) || items.size() != bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != ((Number) items.get(i)).byteValue()) {
                return false;
            }
        }
        return true;
    }

    private static String text(Object value) {
        if (value.getClass().isArray()) {
            List<String> items = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                items.add(text(Array.get(value, i)));
            }
            return items.toString();
        }
        return value.toString();
    }

    private static Object typed(ModelAccess access, String name, DataType type) throws IOException {
        if (type instanceof ArrayType array) {
            return switch (array.element().text()) {
                case "BYTE", "USINT", "SINT" -> access.getStruct(name, byte[].class);
                case "INT" -> access.getStruct(name, short[].class);
                case "WORD", "UINT", "DINT" -> access.getStruct(name, int[].class);
                case "DWORD", "UDINT", "LINT" -> access.getStruct(name, long[].class);
                case "REAL" -> access.getStruct(name, float[].class);
                case "LREAL" -> access.getStruct(name, double[].class);
                case "BOOL" -> access.getStruct(name, boolean[].class);
                default -> access.getStringArray(name);
            };
        }
        Class<?> java = Objects.requireNonNull(PlatformType.of(type)).javaType();
        return Map.<Class<?>, Getter>of(
                        boolean.class, () -> access.getBoolean(name),
                        byte.class, () -> access.getByte(name),
                        short.class, () -> access.getShort(name),
                        int.class, () -> access.getInt(name),
                        long.class, () -> access.getLong(name),
                        float.class, () -> access.getFloat(name),
                        double.class, () -> access.getDouble(name),
                        String.class, () -> access.getString(name))
                .getOrDefault(java, () -> access.get(name))
                .get();
    }
}
