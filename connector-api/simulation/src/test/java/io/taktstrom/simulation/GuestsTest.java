package io.taktstrom.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GuestsTest {

    private static final ConnectionLimits TWO = new ConnectionLimits(2, Duration.ofNanos(100));

    private final List<String> closed = new ArrayList<>();
    private final Guests guests = new Guests(TWO);

    private Guest guest(String name, boolean known, long lastHeard) {
        return new Guest() {
            @Override
            public boolean isKnown() {
                return known;
            }

            @Override
            public long lastHeardNanos() {
                return lastHeard;
            }

            @Override
            public void close(String reason) {
                closed.add(name);
                guests.leave(this);
            }
        };
    }

    @Test
    void theStrangerThatCameFirstMakesRoom() {
        assertThat(guests.admit(guest("known", true, 0), 1)).isTrue();
        assertThat(guests.admit(guest("stranger", false, 1), 1)).isTrue();
        assertThat(guests.admit(guest("newcomer", false, 2), 2)).isTrue();

        assertThat(closed).containsExactly("stranger");
        assertThat(guests.size()).isEqualTo(2);
    }

    @Test
    void withoutStrangersTheOneThatIsSilentForLongestMakesRoom() {
        guests.admit(guest("silent", true, 0), 0);
        guests.admit(guest("longer silent", true, -50), 0);

        assertThat(guests.admit(guest("newcomer", false, 101), 101)).isTrue();
        assertThat(closed).containsExactly("longer silent");
    }

    @Test
    void whoHasAskedWithinTheLimitStaysAndTheNewcomerIsRefused() {
        guests.admit(guest("busy", true, 0), 0);
        guests.admit(guest("busy, too", true, 0), 0);

        assertThat(guests.admit(guest("newcomer", false, 100), 100)).isFalse();
        assertThat(closed).isEmpty();
        assertThat(guests.size()).isEqualTo(2);
    }

    @Test
    void strangersGoWhenTheLimitIsOverAndOthersDoNot() {
        guests.admit(guest("known", true, 0), 0);
        guests.admit(guest("stranger", false, 0), 0);

        guests.sweep(100);
        assertThat(closed).isEmpty();
        guests.sweep(101);
        assertThat(closed).containsExactly("stranger");
    }

    @Test
    void whoHasLeftMakesRoom() {
        Guest first = guest("first", true, 0);
        guests.admit(first, 0);
        guests.admit(guest("second", true, 0), 0);
        guests.leave(first);

        assertThat(guests.admit(guest("third", true, 0), 0)).isTrue();
        assertThat(closed).isEmpty();
    }

    @Test
    void afterTheEndNobodyIsTaken() {
        guests.admit(guest("there", true, 0), 0);
        guests.close("end");

        assertThat(closed).containsExactly("there");
        assertThat(guests.admit(guest("late", true, 0), 0)).isFalse();
    }

    @Test
    void limitsThatNobodyCanMeetAreRefused() {
        assertThatThrownBy(() -> TWO.withConnections(0)).hasMessageContaining("at least one");
        assertThatThrownBy(() -> TWO.withSilence(Duration.ZERO)).hasMessageContaining("24h");
    }
}
