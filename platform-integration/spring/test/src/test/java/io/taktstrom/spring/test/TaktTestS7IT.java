package io.taktstrom.spring.test;

import io.taktstrom.simulation.Simulator;
import io.taktstrom.stream.source.ManagedConnection;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/** An S7 CPU. */
@TaktTest(
        simulator = Device.S7,
        connection = "mill",
        model = "classpath:mill.yaml",
        classes = TaktTestIT.Application.class)
class TaktTestS7IT {

    @Autowired
    private Simulator cpu;

    @Autowired
    private ManagedConnection mill;

    @Test
    void theDeploymentFindsTheCpu() throws Exception {
        assertThat(mill.read("DB1.DBD0:REAL").value()).isEqualTo(240.5f);
        cpu.set("mill.speed", 12.5f);
        assertThat(mill.read("DB1.DBD0:REAL").value()).isEqualTo(12.5f);
        assertThat(mill.endpoint().scheme()).isEqualTo("s7");
    }
}
