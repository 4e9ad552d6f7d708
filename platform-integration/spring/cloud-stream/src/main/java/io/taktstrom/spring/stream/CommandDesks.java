package io.taktstrom.spring.stream;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where the commands of one application come in, by the name of the source. Thread-safe. */
final class CommandDesks {

    private final Map<String, CommandDesk> byName = new ConcurrentHashMap<>();

    CommandDesk of(String name) {
        return byName.computeIfAbsent(name, CommandDesk::new);
    }
}
