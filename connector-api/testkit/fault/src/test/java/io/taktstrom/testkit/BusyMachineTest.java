package io.taktstrom.testkit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherFactory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

class BusyMachineTest {

    @Test
    void whoNamesNoLimitWaitsAsLongAsTheBuildSays() {
        String asBuilt = System.getProperty(BusyMachine.PATIENCE);
        try {
            System.setProperty(BusyMachine.PATIENCE, "1");
            beginTests();
            assertThatThrownBy(() -> Awaitility.await().until(() -> false)).hasMessageContaining("within 1 seconds");
        } finally {
            Awaitility.reset();
            if (asBuilt == null) {
                System.clearProperty(BusyMachine.PATIENCE);
            } else {
                System.setProperty(BusyMachine.PATIENCE, asBuilt);
                beginTests();
            }
        }
    }

    /** None, but the platform finds who wants to hear of them. */
    private static void beginTests() {
        LauncherFactory.create().execute(request().build());
    }
}
