package io.taktstrom.cli.ads;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.monitoring.PageOptions;
import io.taktstrom.cli.shell.AccountText;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.page.LivePage;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.Accounting;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt demo}. */
@Command(
        name = "demo",
        description = "Start a simulated PLC and show its data as it changes. Needs nothing but this machine.",
        footer = {"", "Examples:", "  takt demo", "  takt demo --seconds 10", "  takt demo --ui"})
public final class DemoCommand extends ShellCommand implements Callable<Integer> {

    /** The name of this program; the launcher sets it, where it is not takt. */
    private static final String TAKT = System.getProperty("takt.command", "takt");

    private static final Duration PERIOD = Duration.ofMillis(250);
    /** Where the table cannot be drawn in place. */
    private static final Duration PLAIN_PERIOD = Duration.ofSeconds(1);

    private static final Duration FIRST_PERIOD = Duration.ofMillis(20);
    private static final int FIRST_PERIODS = 100;

    private static final ScanClass SCAN =
            new ScanClass("demo", ScanClass.Mode.NOTIFY, Duration.ofMillis(10), Duration.ZERO);

    @Mixin
    private RunLimit runLimit = new RunLimit();

    @Mixin
    private PageOptions page = new PageOptions();

    @Override
    public Integer call() throws IOException {
        try (LivePage ui = page.bind("takt demo", null, shell);
                AdsSimulator plc = AdsSimulator.builder().model(AdsModel.demo()).start()) {
            out().println("A simulated PLC answers at " + plc.endpointUri());
            out().println("While this runs, try in another terminal:  " + TAKT + " browse " + plc.endpointUri());
            if (ui != null) {
                out().println("The data is on a page, for a browser on this machine: " + ui.address());
            }
            out().println();
            out().flush();
            return show(plc.endpointUri(), ui);
        }
    }

    private int show(String uri, @Nullable LivePage ui) throws IOException {
        Endpoint endpoint = Connectors.provider("ads").descriptor().parse(uri);
        Screen screen = Screen.ofTable(shell);
        RunContext context = screen.context(null);
        RunningDeployment running = RunningDeployment.start(
                Screen.deployment("press1", endpoint, SCAN, points()), ui == null ? context : context.withTaps());
        shell.crashReporter().setAccounts(running::accounts);
        try (running) {
            if (ui != null) {
                ui.start(running);
            }
            for (int i = 0;
                    i < FIRST_PERIODS && !screen.hasSamples() && !shell.stop().await(FIRST_PERIOD);
                    i++) {
                // The first table is drawn with the first samples.
            }
            screen.draw(running);
            screen.show(running, runLimit, shell.terminal().outIsLive() ? PERIOD : PLAIN_PERIOD);
        }
        return report(running.accounts());
    }

    private int report(Map<String, Accounting> accounts) {
        out().println();
        accounts.forEach((pipeline, account) -> out().println(AccountText.line(pipeline, account)));
        String uri = "ads://127.0.0.1:48898/192.0.2.1.1.1:851";
        List.of(
                        "",
                        "Next:",
                        "  " + TAKT + " simulate ads                   the same PLC until stopped; then",
                        "  " + TAKT + " browse " + uri + " --match \"Press.**\"",
                        "  " + TAKT + " watch " + uri + " Press.fForce Press.fRam")
                .forEach(out()::println);
        return ExitCode.of(accounts.values().stream()
                .allMatch(account -> AccountText.isComplete(account)
                        && (account.published() > 0 || shell.stop().isRequested())));
    }

    private static List<DataPoint> points() {
        return List.of(
                point("press1.state", "MAIN.eState", ""),
                point("press1.cycle", "MAIN.nCycle", ""),
                point("press1.heartbeat", "MAIN.bHeartbeat", ""),
                point("press1.force", "Press.fForce", "kN"),
                point("press1.ram", "Press.fRam", "mm"),
                point("press1.oil", "Press.fOilTemperature", "Cel"),
                point("press1.spindle.speed", "Spindle.fSpeed", "1/min"),
                point("press1.spindle.bearing", "Spindle.fTemperature", "Cel"),
                point("press1.x.position", "Axes.stX.fPosition", "mm"),
                point("press1.x.velocity", "Axes.stX.fVelocity", "mm/s"),
                point("press1.operator", "GVL.wsOperator", ""));
    }

    private static DataPoint point(String name, String address, String unit) {
        return new DataPoint(name, address, null, false, unit, Map.of());
    }
}
