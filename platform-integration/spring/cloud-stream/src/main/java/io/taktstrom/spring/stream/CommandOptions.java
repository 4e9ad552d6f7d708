package io.taktstrom.spring.stream;

import java.util.List;

import io.taktstrom.descriptor.Option;

/** What a source of commands of {@code type: spring} takes. */
final class CommandOptions {

    static final Option<Boolean> ANSWERS = Option.flag(
            "answers",
            false,
            "Whether answers leave by a binding, NAME-out-0: the source is then a function and not a consumer.");

    static final List<Option<?>> ALL = List.of(ANSWERS);

    private CommandOptions() {}
}
