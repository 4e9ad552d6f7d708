package io.taktstrom.cli.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A mount namespace of its own, held by a process that does nothing else, in which takt sees other files than this process. */
final class PrivateDisk implements AutoCloseable {

    private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

    private final Process holder;

    private PrivateDisk(Process holder) {
        this.holder = holder;
    }

    /**
     * Makes one.
     *
     * @param commands what is mounted, as a shell has it
     * @throws NotHere when this user, or this machine, may not
     */
    static PrivateDisk mount(String commands) throws IOException, NotHere {
        List<String> command = new ArrayList<>(List.of("unshare"));
        if (!ROOT) {
            command.addAll(List.of("--user", "--map-root-user"));
        }
        command.addAll(List.of("--mount", "sh", "-c", "set -e\n" + commands + "\necho ready\nexec cat"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (!"ready".equals(said)) {
            process.destroyForcibly();
            throw new NotHere("no mount namespace: " + said);
        }
        return new PrivateDisk(process);
    }

    /** What starts a command in it. */
    List<String> wrapper() {
        String pid = Long.toString(holder.pid());
        return ROOT
                ? List.of("nsenter", "--target", pid, "--mount")
                : List.of("nsenter", "--target", pid, "--user", "--preserve-credentials", "--mount");
    }

    /** A file of it, as this process reaches it. */
    Path path(Path file) {
        return Path.of("/proc/" + holder.pid() + "/root" + file.toAbsolutePath());
    }

    @Override
    public void close() {
        holder.destroyForcibly();
    }
}
