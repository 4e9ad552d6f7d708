package io.taktstrom.cli.shell;

import java.util.Iterator;
import java.util.function.Supplier;

import io.taktstrom.cli.terminal.TerminalOutput;
import io.taktstrom.spi.Providers;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What commands have in common. A command of its own is a {@code Callable} of an {@link ExitCode}, a group has its commands as methods. */
public abstract class ShellCommand {

    /** Set by {@link #factory} before anything else is called. */
    @SuppressWarnings("NullAway.Init")
    protected Shell shell;

    @Spec
    protected CommandSpec spec = CommandSpec.create();

    /** Creates what annotations name by its class, and gives commands their shell. */
    public static IFactory factory(Shell shell) {
        return new IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                if (type == Schemes.class) {
                    return type.cast(new Schemes(shell::providers));
                }
                K made = CommandLine.defaultFactory().create(type);
                if (made instanceof ShellCommand command) {
                    command.attach(shell);
                }
                return made;
            }
        };
    }

    public final void attach(Shell given) {
        shell = given;
    }

    protected final TerminalOutput out() {
        return shell.terminal().out();
    }

    /** Whether {@code --verbose} is given, at any level of the command line. */
    protected final boolean isVerbose() {
        return Boolean.TRUE.equals(spec.findOption("--verbose").getValue());
    }

    /**
     * Checks that an action may be confirmed.
     *
     * @throws UsageException when the user has neither agreed in advance nor can be asked
     */
    protected final void requireConsent(boolean given, String action) {
        if (!given && !shell.terminal().inIsLive()) {
            throw new UsageException("the " + action + " cannot be confirmed: the input is not a terminal; use --yes");
        }
    }

    /** The beginnings of URIs, for completion: connectors of plug-ins included. */
    public record Schemes(Supplier<Providers> providers) implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return providers.get().connectors().stream()
                    .map(connector -> connector.descriptor().scheme() + "://")
                    .iterator();
        }
    }
}
