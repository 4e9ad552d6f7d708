package io.taktstrom.runtime.alarm;

import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.stream.source.ConnectionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What else than a point raises an alarm, and how its text follows the cause. */
class AlarmCausesTest extends AlarmFixture {

    @Test
    void connectionsSinksBacklogsAndLossesAreWatched() {
        use(alarm(new AlarmRule.Disconnected("press1"), 0, 0));
        state = ConnectionState.WAITING;
        assertThat(look()).isTrue();
        use(alarm(new AlarmRule.Failing(""), 0, 0));
        assertThat(look()).isFalse();
        isOpen = false;
        assertThat(look()).as("what could not be opened takes nothing").isTrue();
        isOpen = true;
        assertThat(look()).isFalse();
        backlog = 10;
        assertThat(look()).isTrue();
        use(alarm(new AlarmRule.Backlog("broker", 9, 5), 0, 0));
        assertThat(look()).isTrue();
        backlog = 5;
        assertThat(look()).as("within the hysteresis").isTrue();
        backlog = 4;
        assertThat(look()).isFalse();
        use(alarm(new AlarmRule.Drops("all"), 0, 0));
        assertThat(look()).isFalse();
        lost = 3;
        assertThat(look()).isTrue();
    }

    private String text() {
        return alarms.reports().get(0).text();
    }

    @Test
    void theTextFollowsTheCauseAndASecondFailureIsAnEventOfItsOwn() {
        use(alarm(new AlarmRule.Disconnected(""), 2, 0));
        state = ConnectionState.WAITING;
        look();
        pass(2);
        assertThat(look()).isTrue();
        trouble = "refused";
        assertThat(look()).isTrue();
        assertThat(text()).isEqualTo("press1 is not connected: refused");
        assertThat(events.latest()).hasSize(1);

        second = ConnectionState.WAITING;
        look();
        assertThat(events.latest()).as("it has not lasted").hasSize(1);
        pass(2);
        look();
        look();
        assertThat(text()).isEqualTo("press1 is not connected: refused, press2 is not connected: refused");
        assertThat(events.latest()).hasSize(2).last().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(HealthEvent.Kind.RAISED);
            assertThat(event.text())
                    .isEqualTo("alarm a raised, warning, another cause: press2 is not connected: refused");
        });
        assertThat(notices).hasSize(2);
        assertThat(alarms.reports().get(0).raised()).isEqualTo(2);

        state = ConnectionState.CONNECTED;
        assertThat(look()).isTrue();
        assertThat(text()).as("the one that is left").isEqualTo("press2 is not connected: refused");
        second = ConnectionState.CONNECTED;
        assertThat(look()).isFalse();
        assertThat(published.samples).containsExactly("alarm.a=1", "alarm.a=0");
        assertThat(events.latest()).hasSize(3);
    }

    @Test
    void twoShortFailuresOneAfterTheOtherAreNotALongOne() {
        use(alarm(new AlarmRule.Disconnected(""), 3, 0));
        state = ConnectionState.WAITING;
        look();
        pass(2);
        look();
        state = ConnectionState.CONNECTED;
        second = ConnectionState.WAITING;
        look();
        pass(2);
        assertThat(look()).isFalse();
        pass(1);
        assertThat(look()).isTrue();
        assertThat(text()).isEqualTo("press2 is not connected: gone");
    }

    @Test
    void theTextHasTheValueThatIsSeenNow() {
        use(alarm(above(70, 0), 0, 0));
        sample(800);
        assertThat(look()).isTrue();
        sample(990);
        assertThat(look()).isTrue();
        assertThat(text()).contains("press1.oil is 99.0");
        assertThat(events.latest()).hasSize(1);
    }
}
