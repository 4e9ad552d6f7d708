package io.taktstrom.s7.plc4j;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** With Logback as what logs. */
class QuietLoggersTest {

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    @AfterEach
    void forget() {
        logger("org.apache.plc4x").setLevel(null);
        logger("io.netty").setLevel(null);
    }

    @Test
    void plc4jAndItsNettyAreMuted() {
        QuietLoggers.mute();
        assertThat(logger("org.apache.plc4x.java.s7").isErrorEnabled()).isFalse();
        assertThat(logger("io.netty.channel").isWarnEnabled()).isFalse();
        assertThat(logger("io.taktstrom.s7").isWarnEnabled()).isTrue();
    }

    @Test
    void whatSomebodyWantsToSeeIsShown() {
        logger("org.apache.plc4x").setLevel(Level.DEBUG);
        QuietLoggers.mute();
        assertThat(logger("org.apache.plc4x.java.s7").isDebugEnabled()).isTrue();
    }

    @Test
    void soItIsInTheLoggingOfJava() {
        QuietLoggers.mute();
        assertThat(java.util.logging.Logger.getLogger("org.apache.plc4x.java.s7")
                        .isLoggable(java.util.logging.Level.SEVERE))
                .isFalse();
    }
}
