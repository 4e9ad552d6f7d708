package io.taktstrom.runtime;

import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.runtime.sink.OpenSink;

/**
 * What a running deployment gets from the program around it.
 *
 * @param clock for time stamps and schedules
 * @param console where sinks of type {@code console} end; closed with the deployment
 * @param notices hears what an operator should know; called by any thread, so it is quick and thread-safe
 */
public record RunContext(EpochNanoClock clock, OpenSink console, Consumer<String> notices) {}
