package io.taktstrom.cli.device;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.deployment.PointLines;
import io.taktstrom.cli.deployment.PointOptions;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.cli.terminal.Progress;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Glob;
import io.taktstrom.runtime.BrowseBudget;
import io.taktstrom.runtime.BrowsedPoints;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt browse}. */
@Command(
        name = "browse",
        description = {
            "List the variables of a device: address, type, and the comment in its program.",
            "",
            "The exit code is 1 when nothing matches. With --points they are those of {browse: CONNECTION, match: GLOB} in a deployment file, by the same names."
        },
        footer = {
            "",
            "In a pattern * stands for any text without a dot, ** for any text, ? for one character.",
            "",
            "Examples:",
            "  takt browse ads://10.0.0.5/5.1.2.3.1.1",
            "  takt browse ads://10.0.0.5/5.1.2.3.1.1 --match \"MAIN.axis*.**\" --json",
            "  takt browse opc.tcp://10.0.0.7:4840 --points --on press1 --into plant.yaml"
        })
public final class BrowseCommand extends ShellCommand implements Callable<Integer> {

    private static final int PAGE = 500;

    @Mixin
    private DeviceUri device = new DeviceUri();

    @Option(names = "--match", paramLabel = "GLOB", description = "Only addresses that match.")
    private String match = "**";

    @Option(names = "--flat", description = "Do not expand structures and arrays.")
    private boolean flat;

    @Option(names = "--json", description = "Print one JSON object per line: point, type, typeName, writable, comment.")
    private boolean json;

    @Option(names = "--points", description = "Print them as the points of a deployment file.")
    private boolean points;

    @Mixin
    private PointOptions pointOptions = new PointOptions("device");

    @Override
    public Integer call() throws IOException {
        if (points && (json || flat)) {
            throw new UsageException("--points excludes --json and --flat");
        }
        String hint;
        try (Progress progress = new Progress(shell.terminal())) {
            progress.show("Connecting to " + device.text(shell));
            try (Connection open = shell.connect(device.endpoint(shell))) {
                if ((points ? printPoints(open) : print(open, progress)) > 0) {
                    return ExitCode.GOOD;
                }
                progress.show("Looking for names similar to " + match);
                hint = NameGuess.hint(open, match);
            }
        }
        // Browsing for points has reported by itself that nothing matches.
        shell.note(points ? hint : "nothing matches " + match + "; " + hint);
        return ExitCode.FAILED;
    }

    private long print(Connection open, Progress progress) throws IOException {
        long count = 0;
        Listing listing = new Listing("point").jsonOnly("type");
        List.of("typeName", "writable", "comment").forEach(key -> listing.column(key, Listing.Unit.TEXT));
        try (BrowseCursor cursor = open.browse(new BrowseFilter(Glob.of(match), !flat))) {
            for (List<BrowseNode> page = cursor.next(PAGE);
                    !page.isEmpty() && !out().checkError();
                    page = cursor.next(PAGE)) {
                for (BrowseNode node : page) {
                    DataType type = node.type();
                    listing.row(
                            node.address(),
                            type == null ? null : type.text(),
                            node.typeName(),
                            node.writable(),
                            node.comment());
                }
                listing.print(out(), json);
                count += page.size();
                progress.show(Counted.of(count, "variable"));
            }
        }
        return count;
    }

    private long printPoints(Connection open) throws IOException {
        String connection = pointOptions.connection();
        PointBrowse browse = PointBrowse.of(connection, match, pointOptions.scanOrDefault());
        BrowseBudget budget = new BrowseBudget(device.endpoint(shell), EpochNanoClock.system());
        BrowsedPoints found = BrowsedPoints.of(connection, open, List.of(browse), budget, shell::note);
        PointLines lines = new PointLines(pointOptions);
        found.points().forEach((point, node) -> lines.add(point.name(), node.address(), node.comment()));
        if (!found.points().isEmpty()) {
            lines.finish(shell);
        }
        return found.points().size();
    }
}
