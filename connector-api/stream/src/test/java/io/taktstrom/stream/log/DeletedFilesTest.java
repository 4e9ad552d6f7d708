package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A file that is deleted takes room for as long as it is open. */
class DeletedFilesTest {

    @TempDir
    Path folder;

    /** Files of the folder that are open and deleted, as Linux tells them. */
    private List<Path> heldDeleted() throws IOException {
        List<Path> held = new ArrayList<>();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : open.filter(Files::isSymbolicLink).toList()) {
                try {
                    Path target = Files.readSymbolicLink(each);
                    if (target.startsWith(folder) && target.toString().endsWith(" (deleted)")) {
                        held.add(target);
                    }
                } catch (IOException e) {
                    // Closed a moment ago.
                }
            }
        }
        return held;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatWasReadAndDeletedTakesNoRoom() throws Exception {
        LogFixture fixture = new LogFixture(folder);
        ManualClock clock = new ManualClock(0);
        fixture.clock = clock;
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 100);
            SampleBatch batch = new SampleBatch(100, 4_000);
            long read = 0;
            while (read < 100) {
                long first = log.fetch(batch);
                log.claim(first, batch.size());
                read = first + batch.size();
                batch.clear();
            }
            log.acknowledge(read);
            clock.advance(Duration.ofSeconds(5));
            log.upkeep();
            log.rest();
            assertThat(heldDeleted()).isEmpty();
        }
    }
}
