package io.taktstrom.example.plant;

import io.taktstrom.spi.Address;
import io.taktstrom.spring.TaktRecord;

/** The press's spindle, read and written as a whole. */
@TaktRecord(connection = "press1")
public record Spindle(
        @Address("MAIN.speed") double speed,
        @Address(value = "MAIN.target", writable = true) double target) {}
