package io.taktstrom.cli.support;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import io.taktstrom.cli.monitoring.RunRequest;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.HostPort;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.text.TextFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code takt support}. */
@Command(
        name = "support",
        description = {
            "Collect what a bug report needs in one ZIP file: versions, this machine, the deployment file with what it includes,"
                    + " what 'takt validate', 'explain', 'buffer show', 'doctor', 'plugins' and 'health' print, metrics, and"
                    + " the last lines of logs. Changes nothing, and sends nothing anywhere.",
            "",
            "Secrets are removed: the value of each reference of the deployment file, wherever it stands, and what looks like a"
                    + " password, a token or a private key. Values of fewer than 4 characters are not looked for. Names of"
                    + " devices and points stay: look through the file before you send it."
        },
        footer = {
            "",
            "Examples:",
            "  takt support plant.yaml",
            "  takt support plant.yaml --log takt.log --out report.zip",
            "  sudo takt support /etc/taktstrom/deployment.yaml"
        })
public final class SupportCommand extends ShellCommand implements Callable<Integer> {

    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final int LOG_BYTES = 4 << 20;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    @Parameters(index = "0", arity = "0..1", paramLabel = "FILE", description = "The deployment file (YAML).")
    private @Nullable Path file;

    @picocli.CommandLine.Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9464",
            description = "Where 'takt run --metrics' listens, if it does.")
    private HostPort metrics = HostPort.local(9464);

    @picocli.CommandLine.Option(
            names = "--log",
            paramLabel = "LOG",
            description =
                    "A file with a log, of which the last 4 MiB are taken; can be given several times. Without one, the"
                            + " journal of the service taktstrom, last day.")
    private List<Path> logs = List.of();

    @picocli.CommandLine.Option(
            names = "--out",
            paramLabel = "ZIP",
            description = "The file to write, which must not exist. Standard: taktstrom-support-TIME.zip.")
    private @Nullable Path out;

    @Override
    public Integer call() throws IOException, InterruptedException {
        String name = "taktstrom-support-" + STAMP.format(Instant.now());
        Path target = out != null ? out : Path.of(name + ".zip");
        if (file != null && !Files.isReadable(file)) {
            throw new UsageException("FILE: " + file + " does not exist or may not be read");
        }
        Catalog catalog = Catalog.of(shell.providers());
        Redaction redaction = new Redaction(secretOptions(catalog));
        Set<Path> files = file == null
                ? Set.of()
                : DeploymentLoader.of(shell.providers()).load(file).files();
        Set<Path> secret = new LinkedHashSet<>();
        for (Path each : files) {
            secret.addAll(redaction.learn(text(each), each.resolveSibling(""), System::getenv));
        }
        try (SupportBundle bundle = new SupportBundle(target, name, redaction)) {
            bundle.add("about.txt", "versions and this machine", about());
            int number = 0;
            for (Path each : files) {
                if (secret.contains(each)) {
                    bundle.leftOut(each.toString(), "it holds a secret");
                } else {
                    bundle.addYaml("deployment/" + ++number + "-" + each.getFileName(), each.toString(), text(each));
                }
            }
            addCommands(bundle);
            addLogs(bundle);
            bundle.index().forEach(out()::println);
        } catch (FileAlreadyExistsException e) {
            throw new UsageException("--out: " + target + " exists; name another file");
        }
        shell.note("wrote " + target + "; look through it before you send it");
        return ExitCode.GOOD;
    }

    private static List<String> secretOptions(Catalog catalog) {
        Stream<Option<?>> ofConnectors =
                catalog.connectors().stream().flatMap(each -> each.descriptor().options().stream());
        Stream<Option<?>> ofParts = Stream.of(
                        catalog.sinks(),
                        catalog.stages(),
                        catalog.commandSources(),
                        catalog.leaseStores(),
                        catalog.alarmReceivers())
                .flatMap(List<PartDescriptor>::stream)
                .flatMap(each -> each.options().stream());
        return Stream.concat(ofConnectors, ofParts)
                .filter(Option::secret)
                .map(Option::name)
                .distinct()
                .toList();
    }

    /** A file that cannot be read says why. */
    private static String text(Path of) {
        try {
            return TextFile.read(of, DeploymentLoader.STANDARD_MAX_BYTES, StandardCharsets.ISO_8859_1);
        } catch (TextFile.UnreadableException e) {
            return "(" + e.getMessage() + ")\n";
        }
    }

    private static String about() {
        List<String> lines = new ArrayList<>();
        lines.add("takt " + Shell.version());
        lines.add("at " + Instant.now() + ", time zone " + ZoneId.systemDefault());
        for (String property : List.of(
                "java.vm.name",
                "java.vm.version",
                "java.home",
                "os.name",
                "os.version",
                "os.arch",
                "user.name",
                "file.encoding")) {
            lines.add(property + " = " + System.getProperty(property));
        }
        lines.add("processors = " + Runtime.getRuntime().availableProcessors());
        for (String system : List.of("/etc/os-release", "/proc/meminfo", "/proc/self/limits", "/proc/self/cgroup")) {
            Path path = Path.of(system);
            if (Files.isReadable(path)) {
                lines.add("\n" + system + ":\n" + text(path));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private void addCommands(SupportBundle bundle) throws IOException, InterruptedException {
        if (file != null) {
            String path = file.toString();
            add(bundle, "validate.txt", "validate", path);
            add(bundle, "explain.txt", "explain", path);
            add(bundle, "buffers.txt", "buffer", "show", path);
        }
        add(bundle, "plugins.txt", "plugins");
        add(bundle, "doctor.txt", "doctor");
        add(bundle, "health.json", "health", metrics.toString(), "--json");
        URI url = URI.create("http://" + metrics + "/metrics");
        try {
            bundle.add(
                    "metrics.txt",
                    url.toString(),
                    RunRequest.send(HttpRequest.newBuilder(url), null, "name where it listens by --metrics")
                            .text());
        } catch (IOException e) {
            bundle.leftOut("metrics.txt", String.valueOf(e.getMessage()));
        }
    }

    private void add(SupportBundle bundle, String name, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(arguments));
        shell.plugins().folder().ifPresent(folder -> all.addAll(List.of("--plugins", folder)));
        Class<?> main = spec.root().userObject().getClass();
        bundle.add(
                name, "takt " + String.join(" ", arguments), OtherProcess.run(OtherProcess.takt(main, all), DEADLINE));
    }

    private void addLogs(SupportBundle bundle) throws IOException, InterruptedException {
        int number = 0;
        for (Path log : logs) {
            try {
                bundle.add("log/" + ++number + "-" + log.getFileName(), log.toString(), end(log));
            } catch (IOException e) {
                bundle.leftOut(log.toString(), "it cannot be read: " + e.getMessage());
            }
        }
        if (logs.isEmpty()) {
            List<String> journal =
                    List.of("journalctl", "--unit=taktstrom", "--since=-1d", "--lines=20000", "--no-pager", "--quiet");
            try {
                bundle.add("log/journal.txt", String.join(" ", journal), OtherProcess.run(journal, DEADLINE));
            } catch (IOException e) {
                bundle.leftOut("log", "there is no journal on this machine; use --log");
            }
        }
    }

    private static String end(Path log) throws IOException {
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(LOG_BYTES, channel.size()));
            channel.position(channel.size() - bytes.capacity());
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
    }
}
