package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.runtime.health.Reason;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.stream.Notices;

/** Why what runs is not what its file has: the last reload was refused. Thread-safe. */
final class ReloadRefusal {

    static final String GOES_ON = "what runs goes on as it was";
    static final String START_FAILS = "what runs goes on, and the next start would fail";

    private static final String CODE = Reason.Code.RELOAD_REFUSED.text();

    private final HealthEvents events;
    private final Consumer<String> notices;
    private volatile String text = "";

    ReloadRefusal(HealthEvents events, Consumer<String> notices) {
        this.events = events;
        this.notices = notices;
    }

    /** One line; empty when no reload was refused since the last one that was not. */
    String text() {
        return text;
    }

    /** @param source the file */
    void refuse(Path source, IOException cause) {
        refuse(source + ": " + Notices.inWords(cause), cause instanceof RestartNeededException ? GOES_ON : START_FAILS);
    }

    /** @param consequence what that means for this run and the next one */
    void refuse(String why, String consequence) {
        String line = (why + "; " + consequence).replaceAll("\\p{Cntrl}+", " ");
        text = line;
        events.add(HealthEvent.Kind.RAISED, Condition.DEGRADED, Subject.WHOLE, CODE, line);
        notices.accept("reload refused: " + line);
    }

    /** What runs is what its file has. */
    void clear() {
        if (!text.isEmpty()) {
            text = "";
            events.add(HealthEvent.Kind.CLEARED, Condition.DEGRADED, Subject.WHOLE, CODE, "");
        }
    }
}
