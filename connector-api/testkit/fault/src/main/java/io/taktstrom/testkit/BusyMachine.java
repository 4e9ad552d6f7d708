package io.taktstrom.testkit;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Has Awaitility wait for {@code -Dtakt.patience=SECONDS} where a test names no limit: its own ten seconds are few on a machine
 * that runs several builds. Found by the JUnit Platform; without the property it does nothing.
 */
public final class BusyMachine implements TestExecutionListener {

    static final String PATIENCE = "takt.patience";

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        bePatient();
    }

    /** The same, for a launcher that does not find this listener. */
    public static void bePatient() {
        Integer seconds = Integer.getInteger(PATIENCE);
        if (seconds != null) {
            Awaitility.setDefaultTimeout(Duration.ofSeconds(seconds));
        }
    }
}
