package io.taktstrom.spring.test;

import io.taktstrom.data.Sample;
import io.taktstrom.simulation.Simulator;
import io.taktstrom.stream.source.ManagedConnection;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.core.env.Environment;

import static org.assertj.core.api.Assertions.assertThat;

/** A device of another kind than those that the other modules' tests have. */
@TaktTest(
        simulator = Device.OPCUA,
        connection = "line",
        model = "classpath:line.yaml",
        classes = TaktTestIT.Application.class)
class TaktTestIT {

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    @Autowired
    private Simulator server;

    @Autowired
    private ManagedConnection line;

    @Autowired
    private Environment environment;

    @Test
    void theDeploymentFindsTheDevice() throws Exception {
        Sample before = line.read("nsu=urn:example:line;s=line.target");
        assertThat(before.value()).isEqualTo(250f);
        server.set("line.target", 251f);
        assertThat(line.read("nsu=urn:example:line;s=line.target").value()).isEqualTo(251f);
    }

    @Test
    void itsAddressStandsInTheEnvironment() {
        assertThat(environment.getProperty("TAKT_SIMULATOR_URI")).isEqualTo(server.endpointUri());
        assertThat(environment.getProperty("TAKT_SIMULATOR_PORT", Integer.class))
                .isEqualTo(server.port());
    }
}
