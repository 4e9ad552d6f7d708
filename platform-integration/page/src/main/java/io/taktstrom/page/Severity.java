package io.taktstrom.page;

import java.util.Locale;

import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/** How good a point's last sample is, and {@link #NONE} when there was none yet. */
enum Severity {
    GOOD,
    UNCERTAIN,
    BAD,
    NONE;

    static Severity ofStatus(int status) {
        if (StatusCode.isBad(status)) {
            return BAD;
        }
        return StatusCode.isGood(status) ? GOOD : UNCERTAIN;
    }

    /** By its name in whatever case; null for none. */
    static @Nullable Severity of(String name) {
        for (Severity severity : values()) {
            if (severity.text().equalsIgnoreCase(name)) {
                return severity;
            }
        }
        return null;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
