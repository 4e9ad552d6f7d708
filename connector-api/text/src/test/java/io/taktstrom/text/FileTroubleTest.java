package io.taktstrom.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FileTroubleTest {

    @Test
    void aPathAloneIsNoReason() {
        assertThat(FileTrouble.inWords(new NoSuchFileException("a.yaml"))).isEqualTo("a.yaml: no such file or folder");
        assertThat(FileTrouble.reason(new AccessDeniedException("a.yaml"))).startsWith("permission denied");
        assertThat(FileTrouble.inWords(new FileSystemException("a.yaml", null, "No space left on device")))
                .isEqualTo("a.yaml: No space left on device");
        assertThat(FileTrouble.inWords(new FileSystemException("a.yaml"))).isEqualTo("a.yaml: FileSystemException");
        assertThat(FileTrouble.reason(new IOException("broken pipe"))).isEqualTo("broken pipe");
        assertThat(FileTrouble.reason(new IOException())).isEqualTo("IOException");
    }
}
