package io.taktstrom.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.model.DataType;
import io.taktstrom.model.Glob;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt browse}. */
@Command(
        name = "browse",
        description = "List the variables of a device: address, type, and what its programmer wrote about it.",
        footer = {
            "",
            "In a pattern * stands for any text without a dot, ** for any text, ? for one character.",
            "",
            "Examples:",
            "  takt browse ads://10.0.0.5/5.1.2.3.1.1",
            "  takt browse ads://10.0.0.5/5.1.2.3.1.1 --match \"MAIN.axis*.**\" --json",
            "  takt browse opc.tcp://10.0.0.7:4840 --points --on press1 >> plant.yaml"
        })
final class BrowseCommand implements Callable<Integer> {

    private static final int PAGE = 500;
    /** As text: OPC 10000-6, 5.3.1.10. */
    private static final Pattern NODE_ID = Pattern.compile("(?:nsu=[^;]*;|ns=\\d+;)?[sigb]=(.+)");

    private final Shell shell;

    @Spec
    private CommandSpec spec = CommandSpec.create();

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

    @Option(
            names = "--on",
            paramLabel = "CONNECTION",
            description = "The connection of these points (default: device).")
    private String connection = "device";

    @Option(
            names = "--scan",
            paramLabel = "NAME",
            description = "The scan class of these points (default: none, that is default).")
    private @Nullable String scan;

    /** How variables are printed, page after page. */
    private interface Listing {
        void print(List<BrowseNode> page);
    }

    BrowseCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        if (points && json) {
            throw new ParameterException(spec.commandLine(), "--points and --json exclude each other");
        }
        Outlet out = shell.terminal().out();
        long count = 0;
        try (Progress progress = new Progress(shell.terminal())) {
            progress.show("Connecting to " + device.shown(shell));
            try (Connection open = device.connect(shell);
                    BrowseCursor cursor = open.browse(new BrowseFilter(Glob.of(match), !flat))) {
                Listing listing = listing(out);
                List<BrowseNode> page = cursor.next(PAGE);
                while (!page.isEmpty() && !out.checkError()) {
                    listing.print(page);
                    count += page.size();
                    progress.show(count + " variables");
                    page = cursor.next(PAGE);
                }
            }
        }
        if (count == 0) {
            shell.note(
                    "nothing matches " + match + "; patterns are over whole addresses, so try \"**" + match + "**\"");
        }
        return Takt.GOOD;
    }

    private Listing listing(Outlet out) {
        if (points) {
            PointLines lines = new PointLines(out, connection, scan);
            // What has no value cannot be a point.
            return page -> page.stream()
                    .filter(node -> node.type() != null)
                    .forEach(node -> lines.print(name(node.address()), node.address(), node.comment()));
        }
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

    /** What tells a variable from others of its device: of a node id without its namespace. */
    private static String name(String address) {
        Matcher id = NODE_ID.matcher(address);
        return id.matches() ? id.group(1) : address;
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
