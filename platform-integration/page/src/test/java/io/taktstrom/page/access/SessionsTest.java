package io.taktstrom.page.access;

import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SessionsTest {

    private static final PageUser OLGA =
            new PageUser("olga", Role.OPERATOR, "$2a$10$k87L/MF28Q673VKh8/cPi.SUl7MU/rWuSiIDDFayrKk/1tBsSQu4u");

    private final ManualClock clock = new ManualClock(0);
    private final Sessions sessions = new Sessions(clock);

    private Session begun() {
        return Objects.requireNonNull(sessions.find(sessions.begin(OLGA)));
    }

    @Test
    void aSessionThatIsNotUsedEnds() {
        Session session = begun();
        clock.advance(Sessions.IDLE);
        sessions.endOld(user -> true);
        assertThat(sessions.use(session)).isTrue();
        clock.advance(Sessions.IDLE.plusSeconds(1));
        sessions.endOld(user -> true);
        assertThat(sessions.use(session)).isFalse();
    }

    @Test
    void aSessionThatIsUsedAllTheTimeEndsWithTheShift() {
        Session session = begun();
        for (Duration time = Duration.ZERO; time.compareTo(Sessions.LONGEST) <= 0; time = time.plusMinutes(10)) {
            sessions.endOld(user -> true);
            assertThat(sessions.use(session)).isTrue();
            clock.advance(Duration.ofMinutes(10));
        }
        sessions.endOld(user -> true);
        assertThat(sessions.use(session)).isFalse();
    }

    @Test
    void aUserWhoIsAnotherHasNone() {
        Session session = begun();
        sessions.endOld(user -> false);
        assertThat(sessions.use(session)).isFalse();
    }

    @Test
    void identifiersAndTokensAreNeverTheSameAndTheOldestGivesWay() {
        Set<String> seen = new HashSet<>();
        Session first = begun();
        for (int i = 0; i < 3 * Sessions.MAX_OF_USER; i++) {
            clock.advance(Duration.ofMillis(1));
            String id = sessions.begin(OLGA);
            assertThat(seen.add(id)).isTrue();
            assertThat(seen.add(Objects.requireNonNull(sessions.find(id)).csrfToken()))
                    .isTrue();
            assertThat(id).matches("[A-Za-z0-9_-]{43}");
        }
        assertThat(sessions.use(first)).isFalse();
        assertThat(seen.stream().filter(id -> sessions.find(id) != null)).hasSize(Sessions.MAX_OF_USER);
    }
}
