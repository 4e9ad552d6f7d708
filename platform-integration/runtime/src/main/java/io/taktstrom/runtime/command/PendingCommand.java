package io.taktstrom.runtime.command;

import java.util.function.Consumer;

import io.taktstrom.command.CommandAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A command on its way.
 *
 * @param id empty when it has none that could be read
 * @param point empty when it has none that could be read
 * @param request null when it could not be read
 * @param source name of the source in the deployment
 * @param sender as the source says
 * @param onAnswer told once
 */
record PendingCommand(
        String id,
        String point,
        @Nullable CommandRequest request,
        String source,
        String sender,
        Consumer<CommandAnswer> onAnswer) {}
