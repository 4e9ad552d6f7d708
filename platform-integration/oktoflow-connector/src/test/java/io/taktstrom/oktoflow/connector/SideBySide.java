package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.ConnectorFactory;
import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.connectors.ConnectorParameter.ConnectorParameterBuilder;
import de.iip_ecosphere.platform.connectors.model.ModelAccess;
import de.iip_ecosphere.platform.support.iip_aas.ActiveAasBase;
import de.iip_ecosphere.platform.support.plugins.PluginManager;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.model.DataType;
import io.taktstrom.testkit.report.Machine;
import io.taktstrom.testkit.report.Page;

/**
 * oktoflow's own ADS connector and ours, on the same 28 variables, in one run. Writes its tables between the markers of
 * docs/benchmarks/oktoflow.md, which has the command.
 *
 * <p>Arguments: how many changes there shall be; the page; the zip of the plug-in.
 */
final class SideBySide {

    private static final int CHANGING = 26;

    /** Those that its typed getters take. */
    private static final int WORKING = 7;

    private final AdsSimulator plc;
    private final AdsModel model;
    private final int cycles;

    private SideBySide(AdsSimulator plc, AdsModel model, int cycles) {
        this.plc = plc;
        this.model = model;
        this.cycles = cycles;
    }

    public static void main(String[] args) throws Exception {
        int cycles = Integer.parseInt(args[0]) / CHANGING;
        Page page = new Page(Path.of(args[1]));
        ActiveAasBase.setNotificationMode(ActiveAasBase.NotificationMode.NONE);
        AdsModel model = AdsModel.paper();
        Path plugins = Files.createTempDirectory("plugins");
        PluginZip.unpack(Path.of(args[2]), plugins.resolve("taktstrom"));
        PluginManager.loadAllFrom(plugins.toFile());
        Map<String, Object> before = Machine.describe();
        try (AdsSimulator plc = AdsSimulator.builder()
                .bindAddress(InetAddress.getByName("127.48.89.8"))
                .bindPort(48_898)
                .model(model)
                .start()) {
            OktoflowAds.prepare(Files.createTempDirectory("oktoflow"), plc);
            SideBySide contest = new SideBySide(plc, model, cycles);
            put(page, "oktoflow variables", contest.variables());
            List<String> lines = contest.changes();
            lines.add("");
            lines.add("`SideBySide` with " + args[0] + " changes, "
                    + Instant.now().truncatedTo(ChronoUnit.SECONDS) + ", " + Machine.inWords(before, Machine.describe())
                    + ".");
            put(page, "oktoflow changes", lines);
        }
        // Threads of oktoflow's stay behind.
        Runtime.getRuntime().halt(0);
    }

    /** Also prints them. */
    private static void put(Page page, String name, List<String> lines) throws IOException {
        lines.forEach(System.out::println);
        if (!page.replace(name, lines)) {
            throw new IOException(page.file() + " has no lines <!-- bench " + name + " --> and <!-- /bench -->");
        }
    }

    /** By oktoflow's factory, which takes generic adapters as varargs; out of the zip, in a class loader of its own. */
    @SuppressWarnings("unchecked")
    private Connector<Object, Object, Long, Long> plugged(Contest contest, int interval) {
        Connector<Object, Object, Long, Long> made = ConnectorFactory.createConnectorByPlugin(
                "connector-taktstrom-ads", () -> ours(interval), contest.adapter());
        if (made.getClass().getClassLoader() == SideBySide.class.getClassLoader()) {
            throw new IllegalStateException("the connector is not that of the plug-in");
        }
        return made;
    }

    private static Connector<Object, Object, Long, Long> oktoflow(Contest contest) {
        return new de.iip_ecosphere.platform.connectors.ads.AdsConnector<>(contest.adapter());
    }

    private ConnectorParameter theirs(int interval) {
        return ConnectorParameterBuilder.newBuilder(
                        plc.amsAddress().netId().toString(), plc.amsAddress().port())
                .setNotificationInterval(interval)
                .build();
    }

    private ConnectorParameter ours(int interval) {
        return ConnectorParameterBuilder.newBuilder(plc.endpointUri() + "?cycle=1ms", 0)
                .setNotificationInterval(interval)
                .build();
    }

    /** Each variable by the getter of its Java type, and as oktoflow generates it; the program stands still meanwhile. */
    private List<String> variables() throws IOException {
        plc.stop();
        AtomicReference<ModelAccess> access = new AtomicReference<>();
        Connector<Object, Object, Long, Long> okto = oktoflow(new Contest(true, keep(access)));
        okto.connect(theirs(0));
        okto.request(false);
        ModelAccess theirs = Objects.requireNonNull(access.get());
        Connector<Object, Object, Long, Long> takt = new AdsConnector<>(new Contest(true, keep(access)).adapter());
        takt.connect(ours(0));
        takt.request(false);
        ModelAccess ours = Objects.requireNonNull(access.get());
        List<String> lines = new ArrayList<>(List.of(
                "| Variable | oktoflow: typed getter | oktoflow: as generated | taktstrom: typed getter | taktstrom: as generated |",
                "|---|---|---|---|---|"));
        for (Symbol symbol : model.symbols()) {
            String name = symbol.name();
            DataType type = symbol.type().image();
            Object expected = plc.get(name);
            lines.add("| "
                    + String.join(
                            " | ",
                            name.substring(name.indexOf('.') + 1),
                            Readings.typedGetter(theirs, name, type, expected),
                            Readings.asGenerated(theirs, name, expected),
                            Readings.typedGetter(ours, name, type, expected),
                            Readings.asGenerated(ours, name, expected))
                    + " |");
        }
        lines.add("");
        lines.add("`monitor` of oktoflow's: "
                + Readings.outcome("", () -> {
                    theirs.monitor(1, "MAIN.vDint");
                    return "";
                }));
        okto.disconnect();
        takt.disconnect();
        plc.run();
        return lines;
    }

    private static Contest.Reader keep(AtomicReference<ModelAccess> kept) {
        return access -> {
            kept.set(access);
            return 0;
        };
    }

    private List<String> changes() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>(List.of(
                "| | values per record | records/s | values/s | cycles missed | off the 1 ms, µs p50 / p99 / max | bytes per value |",
                "|---|---:|---:|---:|---:|---:|---:|"));
        Contest theirs = new Contest(false, SideBySide::readWorking);
        Connector<Object, Object, Long, Long> okto = oktoflow(theirs);
        lines.add(theirs.run("oktoflow, polled each 1 ms", okto, theirs(1), cycles, WORKING));
        long theirsGoOn = afterThrowing(theirs);
        okto.disconnect();
        Contest polled = new Contest(false, SideBySide::readWorking);
        Connector<Object, Object, Long, Long> polling = new AdsConnector<>(polled.adapter());
        lines.add(polled.run("taktstrom, polled each 1 ms", polling, ours(1), cycles, WORKING));
        polling.disconnect();
        List<String> names = model.symbols().stream().map(Symbol::name).toList();
        Contest all = new Contest(true, access -> readAll(access, names));
        AdsConnector<Long, Long> notified = new AdsConnector<>(all.adapter());
        lines.add(all.run("taktstrom, notified", notified, ours(0), cycles, names.size()));
        if (!notified.accounting().isBalanced()) {
            throw new IllegalStateException("the accounting does not balance: " + notified.accounting());
        }
        long oursGoOn = afterThrowing(all);
        notified.disconnect();
        Contest pluggedPolled = new Contest(false, SideBySide::readWorking);
        Connector<Object, Object, Long, Long> pluggedPolling = plugged(pluggedPolled, 1);
        lines.add(pluggedPolled.run(
                "taktstrom as a plug-in, polled each 1 ms", pluggedPolling, ours(1), cycles, WORKING));
        pluggedPolling.disconnect();
        Contest pluggedAll = new Contest(true, access -> readAll(access, names));
        Connector<Object, Object, Long, Long> pluggedNotified = plugged(pluggedAll, 0);
        lines.add(pluggedAll.run("taktstrom as a plug-in, notified", pluggedNotified, ours(0), cycles, names.size()));
        pluggedNotified.disconnect();
        lines.addAll(List.of(
                "",
                "| A consumer that throws once | records in the second after |",
                "|---|---:|",
                "| oktoflow | " + theirsGoOn + " |",
                "| taktstrom | " + oursGoOn + " |"));
        return lines;
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
        TimeUnit.MILLISECONDS.sleep(20);
        contest.setThrowing(false);
        TimeUnit.MILLISECONDS.sleep(100);
        long before = contest.records();
        TimeUnit.SECONDS.sleep(1);
        return contest.records() - before;
    }
}
