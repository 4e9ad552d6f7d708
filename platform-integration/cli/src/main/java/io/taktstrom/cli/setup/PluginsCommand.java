package io.taktstrom.cli.setup;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Table;
import io.taktstrom.runtime.plugin.BrokenPlugin;
import io.taktstrom.runtime.plugin.Plugin;
import io.taktstrom.runtime.plugin.Plugins;
import io.taktstrom.spi.Providers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt plugins}. */
@Command(
        name = "plugins",
        description = {
            "List the connectors, sinks and stages that there are: those built in, and those of plug-ins, with version and"
                    + " place.",
            "",
            "A plug-in is a jar, or a folder with a jar and its libraries, in the folder 'plugins' beside takt.jar, or in one"
                    + " that --plugins or TAKT_PLUGINS names. It must not be writable by other users. The exit code is 1 when"
                    + " one could not be loaded."
        },
        footer = {"", "Examples:", "  takt plugins", "  takt plugins --plugins ./plugins --json"})
public final class PluginsCommand extends ShellCommand {

    /** One line of the list. */
    private record Row(
            String kind,
            String name,
            String version,
            @Nullable Path from,
            String description) {

        Map<String, @Nullable Object> json() {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("kind", kind);
            json.put("name", name);
            json.put("version", version.isEmpty() ? null : version);
            json.put("from", from == null ? null : from.toString());
            json.put("description", description);
            return json;
        }
    }

    @Option(names = "--json", description = "Print one JSON object for each.")
    private boolean json;

    public PluginsCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() {
        Plugins plugins = shell.plugins().plugins();
        List<Row> rows = Stream.concat(
                        rows(plugins.builtIn(), ownVersion(), null),
                        plugins.loaded().stream().flatMap(PluginsCommand::rows))
                .toList();
        if (json) {
            JsonMapper mapper = new JsonMapper();
            rows.forEach(row -> out().println(mapper.writeValueAsString(row.json())));
            plugins.broken().forEach(broken -> out().println(mapper.writeValueAsString(problem(broken))));
        } else {
            Table table = new Table("KIND", "NAME", "VERSION", "FROM");
            for (Row row : rows) {
                String from = row.from() == null ? "built in" : row.from().toString();
                table.row(row.kind(), row.name(), row.version(), from);
            }
            table.print(out());
            shell.plugins().news().forEach(shell::note);
        }
        return plugins.broken().isEmpty() ? ExitCode.GOOD : ExitCode.FAILED;
    }

    private static String ownVersion() {
        String version = PluginsCommand.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    private static Stream<Row> rows(Plugin plugin) {
        return rows(plugin.providers(), plugin.version(), plugin.from());
    }

    private static Stream<Row> rows(Providers providers, String version, @Nullable Path from) {
        return Stream.of(
                        providers.connectors().stream()
                                .map(provider -> provider.descriptor())
                                .map(it -> new Row("connector", it.scheme(), version, from, it.description())),
                        providers.sinks().stream()
                                .map(provider -> provider.descriptor())
                                .map(it -> new Row("sink", it.type(), version, from, it.description())),
                        providers.stages().stream()
                                .map(provider -> provider.descriptor())
                                .map(it -> new Row("stage", it.type(), version, from, it.description())),
                        providers.commandSources().stream()
                                .map(provider -> provider.descriptor())
                                .map(it -> new Row("commands", it.type(), version, from, it.description())))
                .flatMap(rows -> rows);
    }

    private static Map<String, String> problem(BrokenPlugin broken) {
        Map<String, String> json = new LinkedHashMap<>();
        json.put("kind", "broken");
        json.put("from", broken.from().toString());
        json.put("problem", broken.problem());
        return json;
    }
}
