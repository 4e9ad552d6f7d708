package io.taktstrom.spring;

import io.taktstrom.spi.Address;

/** A record as an application has one. */
@TaktRecord
record Spindle(
        @Address("MAIN.count") int count,
        @Address(value = "MAIN.target", writable = true) int target) {}
