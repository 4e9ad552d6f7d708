package io.taktstrom.runtime.command;

import java.util.function.Consumer;

import io.taktstrom.command.CommandAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A command on its way.
 *
 * @param id empty when it has none that could be read
 * @param point empty when it has none that could be read
 * @param order null when it could not be read
 * @param source name of the source in the deployment
 * @param sender as the source says
 * @param onAnswer told once
 */
record Pending(
        String id,
        String point,
        @Nullable Order order,
        String source,
        String sender,
        Consumer<CommandAnswer> onAnswer) {}
