package io.taktstrom.cli.device;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.deployment.PointLines;
import io.taktstrom.cli.deployment.PointOptions;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.cli.terminal.Progress;
import io.taktstrom.cli.terminal.Table;
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
import tools.jackson.databind.json.JsonMapper;

/** {@code takt browse}. */
@Command(
        name = "browse",
        description = {
            "List the variables of a device: address, type, and what its programmer wrote about it.",
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
public final class BrowseCommand extends ShellCommand {

    private static final int PAGE = 500;

    @Mixin
    private Device device = new Device();

    @Option(names = "--match", paramLabel = "GLOB", description = "Only addresses that match.")
    private String match = "**";

    @Option(names = "--flat", description = "Do not follow structures and arrays into their parts.")
    private boolean flat;

    @Option(names = "--json", description = "Print one JSON object per line: point, type, typeName, writable, comment.")
    private boolean json;

    @Option(names = "--points", description = "Print them as the points of a deployment file.")
    private boolean points;

    @Mixin
    private PointOptions pointOptions = new PointOptions("device");

    /** How variables are printed, page after page. */
    private interface Listing {
        void print(List<BrowseNode> page);
    }

    public BrowseCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        if (points && (json || flat)) {
            throw wrong("--points excludes --json and --flat");
        }
        String hint;
        try (Progress progress = new Progress(shell.terminal())) {
            progress.show("Connecting to " + device.shown(shell));
            try (Connection open = device.connect(shell)) {
                long count = points ? printPoints(open) : print(open, progress);
                if (count > 0) {
                    return ExitCode.GOOD;
                }
                progress.show("Looking for what is like " + match);
                hint = NameGuess.hint(open, match);
            }
        }
        // Browsing for points has said by itself that nothing matches.
        shell.note(points ? hint : "nothing matches " + match + "; " + hint);
        return ExitCode.FAILED;
    }

    private long print(Connection open, Progress progress) throws IOException {
        Outlet out = out();
        long count = 0;
        try (BrowseCursor cursor = open.browse(new BrowseFilter(Glob.of(match), !flat))) {
            Listing listing = listing(out);
            List<BrowseNode> page = cursor.next(PAGE);
            while (!page.isEmpty() && !out.checkError()) {
                listing.print(page);
                count += page.size();
                progress.show(Counted.of(count, "variable"));
                page = cursor.next(PAGE);
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

    private Listing listing(Outlet out) {
        if (json) {
            JsonMapper mapper = new JsonMapper();
            return page -> page.forEach(node -> out.println(mapper.writeValueAsString(fields(node))));
        }
        Table table = new Table("POINT", "TYPE", "", "COMMENT");
        return page -> {
            page.forEach(node -> table.row(row(node)));
            table.print(out);
        };
    }

    private static Map<String, Object> fields(BrowseNode node) {
        Map<String, Object> fields = new LinkedHashMap<>();
        DataType type = node.type();
        fields.put("point", node.address());
        if (type != null) {
            fields.put("type", type.text());
        }
        fields.put("typeName", node.typeName());
        fields.put("writable", node.writable());
        fields.put("comment", node.comment());
        return fields;
    }

    private static String[] row(BrowseNode node) {
        return new String[] {node.address(), node.typeName(), node.writable() ? "" : "read-only", node.comment()};
    }
}
