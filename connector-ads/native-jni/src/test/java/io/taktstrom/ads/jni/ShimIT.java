package io.taktstrom.ads.jni;

import io.taktstrom.ads.adslib.UnusableLibraryException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ShimIT {

    private static final SampleReceiver IGNORED = (value, user, first, second) -> {};

    @BeforeEach
    void load() throws UnusableLibraryException {
        NativeTools.requireShim();
        ShimFile.load();
    }

    @Test
    void aFileThatIsNotThereIsRefusedWithTheReasonOfTheSystem() {
        @Nullable String[] answer = new String[2];

        assertThat(Shim.load("/nowhere/libAdsLib.so", IGNORED, answer)).isZero();
        assertThat(answer[0]).contains("/nowhere/libAdsLib.so");
        assertThat(answer[1]).isNull();
    }
}
