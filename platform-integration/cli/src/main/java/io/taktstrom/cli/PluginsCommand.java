package io.taktstrom.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;

import io.taktstrom.alarm.AlarmReceiverProvider;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.runtime.plugin.Plugins;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.stage.StageProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code takt plugins}. */
@Command(
        name = "plugins",
        description = {
            "List the connectors, sinks and stages: those built in, and those of plug-ins, with version and location.",
            "",
            "A plug-in is a jar, or a folder with a jar and its libraries, in the folder 'plugins' beside takt.jar, or in one"
                    + " that --plugins or TAKT_PLUGINS names. It must not be writable by other users. The exit code is 1 when"
                    + " one could not be loaded."
        },
        footer = {"", "Examples:", "  takt plugins", "  takt plugins --plugins ./plugins --json"})
final class PluginsCommand extends ShellCommand implements Callable<Integer> {

    @Option(names = "--json", description = "Print one JSON object for each.")
    private boolean json;

    @Override
    public Integer call() {
        Plugins plugins = shell.plugins().plugins();
        Listing listing = new Listing("kind", "name", "version", "from").jsonOnly("description");
        add(listing, plugins.builtIn(), Shell.version(), null);
        plugins.loaded().forEach(plugin -> add(listing, plugin.providers(), plugin.version(), plugin.from()));
        listing.print(out(), json);
        if (json) {
            Listing broken = new Listing("kind", "from", "problem");
            plugins.broken().forEach(each -> broken.row("broken", each.from().toString(), each.problem()));
            broken.print(out(), true);
        } else {
            shell.plugins().problems().forEach(shell::note);
        }
        return ExitCode.of(plugins.broken().isEmpty());
    }

    private void add(Listing listing, Providers providers, String version, @Nullable Path from) {
        String place = from != null ? from.toString() : json ? null : "built in";
        String shown = version.isEmpty() && json ? null : version;
        providers.connectors().stream()
                .map(ConnectorProvider::descriptor)
                .forEach(it -> listing.row("connector", it.scheme(), shown, place, it.description()));
        providers.sinks().stream()
                .map(SinkProvider::descriptor)
                .forEach(it -> listing.row("sink", it.type(), shown, place, it.description()));
        providers.stages().stream()
                .map(StageProvider::descriptor)
                .forEach(it -> listing.row("stage", it.type(), shown, place, it.description()));
        providers.commandSources().stream()
                .map(CommandSourceProvider::descriptor)
                .forEach(it -> listing.row("commands", it.type(), shown, place, it.description()));
        providers.alarmReceivers().stream()
                .map(AlarmReceiverProvider::descriptor)
                .forEach(it -> listing.row("alarms", it.type(), shown, place, it.description()));
    }
}
