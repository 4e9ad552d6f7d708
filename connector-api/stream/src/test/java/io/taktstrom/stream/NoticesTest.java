package io.taktstrom.stream;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NoticesTest {

    private final ManualClock clock = new ManualClock(0);
    private final List<String> heard = new ArrayList<>();
    private final Notices notices = new Notices(clock, heard::add);

    @Test
    void whatRepeatsIsToldOnceInTenSecondsWithTheNumberLeftOut() {
        for (int i = 0; i < 100; i++) {
            notices.tell("again " + i, null);
        }
        clock.advance(Duration.ofSeconds(10));
        notices.tell("later", null);
        assertThat(heard).containsExactly("again 0", "later (99 notices before this one were left out)");
    }

    @Test
    void whatWasRightAndGoesWrongIsToldAtOnce() {
        notices.tell("bad", null);
        notices.tellGood("good");
        notices.tell("bad again", null);
        assertThat(heard).containsExactly("bad", "good", "bad again");
    }

    @Test
    void whatComesAndGoesAllTheTimeDoesNotDrownTheLog() {
        for (int i = 0; i < 1000; i++) {
            notices.tellGood("here " + i);
            notices.tell("gone " + i, null);
        }
        assertThat(heard).hasSize(20);
        clock.advance(Duration.ofSeconds(1));
        notices.tellGood("here again");
        assertThat(heard).hasSize(21).last().isEqualTo("here again (1980 more were left out)");
    }

    @Test
    void aListenerKnowsWhetherTheLogHasWhatItHears() {
        Logger log = Logger.getLogger("io.taktstrom.stream");
        List<Boolean> logged = new ArrayList<>();
        Notices asked = new Notices(clock, text -> logged.add(Notices.areLogged()));
        asked.tellGood("here");
        log.setLevel(Level.OFF);
        try {
            asked.tell("gone", null);
        } finally {
            log.setLevel(null);
        }
        assertThat(logged).containsExactly(true, false);
        assertThat(Notices.areLogged()).isFalse();
    }

    @Test
    void aFailureIsToldInWordsAndNeverByTheNameOfItsClass() {
        assertThat(Notices.inWords(new IOException("no route to press1; check the cable")))
                .isEqualTo("no route to press1; check the cable");
        assertThat(Notices.inWords(new IOException())).isEqualTo("no reason was given");
        assertThat(Notices.inWords(new IllegalStateException("ring is closed")))
                .isEqualTo("internal error (ring is closed), see the log");
        assertThat(Notices.inWords(new NullPointerException())).isEqualTo("internal error, see the log");
    }
}
