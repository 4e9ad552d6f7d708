package io.taktstrom.runtime.sink;

import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a sink gets from whoever opens it.
 *
 * @param paths turns a path of the deployment file into one that can be opened
 * @param console where samples go that are for whoever sits in front of the program
 * @param notices hears what an operator should know; called by any thread, so it is quick and thread-safe
 */
public record SinkSurroundings(Function<String, Path> paths, OpenSink console, Consumer<String> notices) {}
