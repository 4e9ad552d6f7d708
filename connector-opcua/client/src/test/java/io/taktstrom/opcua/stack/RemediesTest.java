package io.taktstrom.opcua.stack;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RemediesTest {

    @Test
    void whoMayHaveMistypedTheHostOrItsPortIsToldWhatToCheck() {
        assertThat(Remedies.of(new UnknownHostException("plc"))).isEqualTo("; check the host's name");
        assertThat(Remedies.of(new ConnectException("refused")))
                .isEqualTo("; check that the server runs, and its port");
        assertThat(Remedies.of(new IOException("broken"))).isEmpty();
    }
}
