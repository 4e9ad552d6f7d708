package io.taktstrom.stream.log;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class EmptyLogTest {

    @TempDir
    private Path folder;

    @Test
    void whatRemainsOfALogIsDeletedOnlyWhereTheNextRunLearnsNothingFromIt() throws Exception {
        LogFixture fixture = new LogFixture(folder.resolve("log"));
        Path progress = fixture.folder.resolve(ProgressFile.NAME);
        try (SampleLog log = fixture.open()) {
            fixture.write(log, 0, 10);
            log.finish();
        }
        SampleLog.removeEmpty(fixture.settings());
        assertThat(progress).as("samples wait").exists();
        try (SampleLog log = fixture.open()) {
            log.acknowledge(10);
        }
        SampleLog.removeEmpty(fixture.settings());
        assertThat(progress).as("not ended in order").exists();
        try (SampleLog log = fixture.open()) {
            log.leaveGap();
            log.finish();
        }
        SampleLog.removeEmpty(fixture.settings());
        assertThat(progress).as("a loss without a mark").exists();
        try (SampleLog log = fixture.open()) {
            log.told(0, log.gaps());
            log.finish();
        }
        SampleLog.removeEmpty(fixture.settings());
        assertThat(progress).doesNotExist();
        try (SampleLog log = fixture.open()) {
            assertThat(log.recovered()).isZero();
            assertThat(log.followsCrash()).isFalse();
            assertThat(log.notices()).isEmpty();
        }
    }
}
