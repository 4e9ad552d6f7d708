package io.taktstrom.spring.stream;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where the commands of one application come in, by the name of the source. Thread-safe. */
final class CommandInboxes {

    private final Map<String, CommandInbox> byName = new ConcurrentHashMap<>();

    CommandInbox of(String name) {
        return byName.computeIfAbsent(name, CommandInbox::new);
    }
}
