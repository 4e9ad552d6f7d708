package io.taktstrom.command;

import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

import io.taktstrom.data.EpochNanoClock;

/**
 * What a source of commands gets when it is opened.
 *
 * @param name its name in the deployment, unique there
 * @param paths turns a path of the deployment file into one that can be opened
 * @param clock for deadlines
 * @param gate where its commands go
 * @param notices hears what an operator should know: what, where and what to do; called by any thread
 */
public record CommandContext(
        String name, Function<String, Path> paths, EpochNanoClock clock, CommandGate gate, Consumer<String> notices) {}
