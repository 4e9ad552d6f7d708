package io.taktstrom.descriptor;

import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Which files may hold a secret. */
class ReferenceModeTest {

    @ParameterizedTest
    @CsvSource({
        "r--------, false, true",
        "rw-------, false, true",
        "r--r-----, false, false",
        "r--r-----, true, true",
        "rw-rw----, true, false",
        "r--r--r--, true, false"
    })
    void onlyItsOwnerMayReadItOrItsGroupWhenRootGivesIt(String mode, boolean isGiven, boolean isClosed) {
        assertThat(Reference.isClosed(PosixFilePermissions.fromString(mode), isGiven))
                .isEqualTo(isClosed);
    }
}
