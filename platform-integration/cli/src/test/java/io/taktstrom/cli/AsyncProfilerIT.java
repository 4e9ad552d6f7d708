package io.taktstrom.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.peer.PeerProcess;
import one.profiler.AsyncProfiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What async-profiler has recorded of a run, native frames included, {@code takt profile} reads and draws. */
class AsyncProfilerIT {

    @TempDir
    private Path directory;

    /** As its artifact has it; a timer of each thread's processor time needs no rights. */
    private Path library() throws IOException {
        String platform = System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
        Path library = directory.resolve("libasyncProfiler.so");
        try (InputStream in = AsyncProfiler.class.getResourceAsStream("/" + platform + "/libasyncProfiler.so")) {
            assertThat(in).as("async-profiler for %s", platform).isNotNull();
            Files.copy(in, library);
        }
        return library;
    }

    @Test
    void nativeFramesAreDrawnBesideOurs() throws Exception {
        Path recording = directory.resolve("native.jfr");
        String agent = "-agentpath:" + library() + "=start,event=ctimer,interval=1ms,jfr,file=" + recording;
        try (PeerProcess demo = PeerProcess.java(List.of(), List.of(agent), Takt.class, "demo", "--seconds", "2")) {
            String said = demo.outputUntilItsEnd();
            assertThat(demo.process().exitValue()).as(said).isEqualTo(ExitCode.GOOD);
        }
        Path picture = directory.resolve("native.svg");
        // On a busy machine the compiler has most rows of so short a run: all are looked at.
        Ran ran = Ran.takt("profile", recording.toString(), "--top", "10000", "--flame", picture.toString())
                .expect(ExitCode.GOOD);
        assertThat(ran.out()).contains("Time, by thread", "takt-", "io.taktstrom.");
        // Native functions have a colour of their own; so have our methods.
        assertThat(picture).content().contains("fill=\"#a9d6a0\"", "fill=\"#f5a35c\"");
    }
}
