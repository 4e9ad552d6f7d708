package io.taktstrom.s7;

import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** The native server of snap7 knows the request that gives a password; what it does with it is its own affair. */
@Timeout(120)
class Snap7PasswordIT {

    @Test
    void aPasswordIsTaken() throws Exception {
        try (Snap7Server server = Snap7Server.start();
                Connection connection =
                        Connectors.connect("s7://127.0.0.1:" + server.port() + "?rack=0&slot=1&password=secret")) {
            assertThat(connection.resolve(List.of(DataPoint.of("DB1.DBB0"))).statusAt(0))
                    .isEqualTo(StatusCode.GOOD);
        }
    }
}
