package io.taktstrom.sink;

import java.nio.file.Path;
import java.util.function.Function;

import io.taktstrom.data.EpochNanoClock;

/**
 * What a sink gets when it is opened.
 *
 * @param name its name in the deployment, unique there; for messages, and for what the receiver is told of us
 * @param paths turns a path of the deployment file into one that can be opened
 * @param clock for time stamps and deadlines
 * @param observer hears what the sink does
 */
public record SinkContext(String name, Function<String, Path> paths, EpochNanoClock clock, SinkObserver observer) {

    /** Paths start in the working directory, the system's clocks, and no observer. */
    public static SinkContext standard(String name) {
        return new SinkContext(name, Path::of, EpochNanoClock.system(), SinkObserver.NONE);
    }
}
