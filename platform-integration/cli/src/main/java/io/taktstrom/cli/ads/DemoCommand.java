package io.taktstrom.cli.ads;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.http.PageOptions;
import io.taktstrom.cli.live.ConsoleDeployment;
import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.shell.AccountText;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.page.LivePage;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.Accounting;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt demo}. */
@Command(
        name = "demo",
        description = "Start a simulated PLC and show its data as it moves. Needs nothing but this machine.",
        footer = {"", "Examples:", "  takt demo", "  takt demo --seconds 10", "  takt demo --ui"})
public final class DemoCommand extends ShellCommand {

    /** How the user calls this program; the launcher says it, where it is not takt. */
    private static final String TAKT = System.getProperty("takt.command", "takt");

    private static final Duration GLANCE = Duration.ofMillis(250);
    /** Where lines cannot be drawn again, a new table now and then is enough. */
    private static final Duration RARE_GLANCE = Duration.ofSeconds(1);

    private static final Duration FIRST_GLANCE = Duration.ofMillis(20);
    private static final int FIRST_GLANCES = 100;

    private static final ScanClass SCAN =
            new ScanClass("demo", ScanClass.Mode.NOTIFY, Duration.ofMillis(10), Duration.ZERO);

    @Mixin
    private RunLimit runLimit = new RunLimit();

    @Mixin
    private PageOptions page = new PageOptions();

    public DemoCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        Outlet out = out();
        try (LivePage ui = page.bind("takt demo", null, shell);
                AdsSimulator plc =
                        AdsSimulator.builder().model(AdsModel.demo()).start()) {
            out.println("A simulated PLC answers at " + plc.endpointUri());
            out.println("While this runs, try in another terminal:  " + TAKT + " browse " + plc.endpointUri());
            if (ui != null) {
                out.println("What moves is on a page, for a browser on this machine: " + ui.address());
            }
            out.println();
            out.flush();
            return show(plc.endpointUri(), ui);
        }
    }

    private int show(String uri, @Nullable LivePage ui) throws IOException {
        ConnectorProvider ads = Connectors.provider("ads");
        Deployment deployment = ConsoleDeployment.of("press1", ads.descriptor().parse(uri), SCAN, points());
        Screen screen = Screen.ofTable(shell);
        RunContext context = screen.context(null);
        RunningDeployment running = RunningDeployment.start(deployment, ui == null ? context : context.withTaps());
        shell.crashReporter().setAccounts(running::accounts);
        try (running) {
            if (ui != null) {
                ui.start(running);
            }
            for (int i = 0;
                    i < FIRST_GLANCES && !screen.hasSamples() && !shell.stop().await(FIRST_GLANCE);
                    i++) {
                // The first picture comes with the first samples.
            }
            screen.draw(running);
            runLimit.repeat(shell.stop(), shell.terminal().outIsLive() ? GLANCE : RARE_GLANCE, () -> {
                screen.draw(running);
                if (screen.isUnread()) {
                    shell.stop().ask();
                }
            });
        }
        return report(running.accounts());
    }

    private int report(Map<String, Accounting> accounts) {
        Outlet out = out();
        out.println();
        accounts.forEach((pipeline, account) -> out.println(AccountText.line(pipeline, account)));
        out.println();
        out.println("Next:");
        out.println("  " + TAKT + " simulate ads                   the same PLC, for as long as you like; then");
        out.println("  " + TAKT + " browse ads://127.0.0.1:48898/192.0.2.1.1.1:851 --match \"Press.**\"");
        out.println("  " + TAKT + " watch ads://127.0.0.1:48898/192.0.2.1.1.1:851 Press.fForce Press.fRam");
        boolean arrived = accounts.values().stream()
                .allMatch(account -> AccountText.isWhole(account)
                        && (account.published() > 0 || shell.stop().isAsked()));
        return arrived ? ExitCode.GOOD : ExitCode.FAILED;
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
