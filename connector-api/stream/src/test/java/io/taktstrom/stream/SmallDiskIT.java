package io.taktstrom.stream;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A buffer on a real file system of a few megabytes, which becomes full while the receiver is away: a file system in memory that
 * only the program sees, in a mount namespace of its own.
 */
class SmallDiskIT {

    private static final String MOUNT = "mount -t tmpfs -o size=4m taktstrom \"$0\" && exec \"$@\"";

    @TempDir
    private Path folder;

    @Test
    void aDiskThatIsFullIsToldMemoryStaysBoundedItComesBackByItselfAndTheCountsBalance() throws Exception {
        List<String> inNamespace = inNamespace();
        try (PeerProcess program =
                PeerProcess.java(inNamespace, List.of("-Xmx48m"), SmallDiskProgram.class, folder.toString())) {
            assertThat(program.outputUntilItsEnd())
                    .contains("full: write to the buffer of stream small in " + folder, "No space left on device")
                    .contains("notice: the buffer of stream small in " + folder, "works again")
                    .contains("done: ");
            assertThat(program.process().exitValue()).isZero();
        }
        assertThat(folder).as("what was mounted is gone with the program").isEmptyDirectory();
    }

    /** As an ordinary user, or as root where user namespaces are not allowed. */
    private List<String> inNamespace() throws IOException, InterruptedException {
        for (List<String> unshare : List.of(List.of("unshare", "-Urm"), List.of("unshare", "-m"))) {
            List<String> command = new ArrayList<>(unshare);
            command.addAll(List.of("sh", "-c", MOUNT, folder.toString()));
            if (works(command)) {
                return command;
            }
        }
        Assumptions.abort("neither unshare -Urm nor unshare -m can mount a file system here: a full disk was not tried"
                + " (allow user namespaces, or run as root)");
        return List.of();
    }

    private static boolean works(List<String> command) throws InterruptedException {
        List<String> trial = new ArrayList<>(command);
        trial.add("true");
        try {
            Process process =
                    new ProcessBuilder(trial).redirectErrorStream(true).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
