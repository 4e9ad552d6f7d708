package io.taktstrom.runtime.sink;

import io.taktstrom.deployment.BuiltInSinks;
import io.taktstrom.deployment.SinkConfig;
import io.taktstrom.deployment.SinkDescriptor;

/** Opens {@code type: console}, which whoever runs the deployment provides. */
public final class ConsoleOpener implements SinkOpener {

    @Override
    public SinkDescriptor descriptor() {
        return BuiltInSinks.CONSOLE;
    }

    @Override
    public OpenSink open(SinkConfig config, SinkSurroundings surroundings) {
        return surroundings.console();
    }
}
