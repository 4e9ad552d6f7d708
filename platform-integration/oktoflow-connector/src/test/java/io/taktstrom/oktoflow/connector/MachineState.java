package io.taktstrom.oktoflow.connector;

import java.util.List;

/** What the platform gets of a machine. */
record MachineState(int lotSize, double power, String name, List<Integer> curve) {}
