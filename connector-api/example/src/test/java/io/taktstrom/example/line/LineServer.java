package io.taktstrom.example.line;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.model.DataType;
import io.taktstrom.testkit.ScriptedServer;
import io.taktstrom.testkit.ScriptedServer.Wire;

/** A device that speaks LINE, on 127.0.0.1. */
final class LineServer implements AutoCloseable {

    private static final int PAGE = 20;

    /** A variable; it tells those who subscribed to it, while its monitor keeps the values in order. */
    private static final class Cell {
        private final DataType type;
        private final boolean readOnly;
        private final List<Push> pushes = new CopyOnWriteArrayList<>();
        private String hex;

        Cell(DataType type, boolean readOnly) {
            this.type = type;
            this.readOnly = readOnly;
            hex = "00".repeat(type.imageBytes());
        }

        synchronized String get() {
            return hex;
        }

        synchronized void set(String newHex) {
            boolean changed = !hex.equals(newHex);
            hex = newHex;
            if (changed) {
                pushes.forEach(push -> push.client().send("*" + push.tag() + "=" + newHex));
            }
        }

        synchronized void subscribe(Push push, String answer) {
            push.client().send(answer + "=" + hex + "\n*" + push.tag() + "=" + hex);
            pushes.add(push);
        }
    }

    private record Push(Client client, String tag) {}

    private final ConcurrentSkipListMap<String, Cell> cells = new ConcurrentSkipListMap<>();
    private final AtomicLong writes = new AtomicLong();
    private final Set<String> vanished = ConcurrentHashMap.newKeySet();
    private final ScriptedServer server = new ScriptedServer("line-server", wire -> new Client(wire).serve());

    void add(String name, DataType type, boolean readOnly) {
        cells.put(name, new Cell(type, readOnly));
    }

    void set(String name, byte[] image) {
        cell(name).set(HexFormat.of().withUpperCase().formatHex(image));
    }

    /** Says of a variable, or no longer, that there is none of this name. */
    void vanish(String name, boolean gone) {
        if (gone) {
            vanished.add(name);
        } else {
            vanished.remove(name);
        }
    }

    DataType type(String name) {
        return cell(name).type;
    }

    /** Requests to write that were carried out. */
    long writes() {
        return writes.get();
    }

    byte[] get(String name) {
        return HexFormat.of().parseHex(cell(name).get());
    }

    private Cell cell(String name) {
        Cell cell = cells.get(name);
        if (cell == null) {
            throw new IllegalArgumentException("no variable " + name);
        }
        return cell;
    }

    InetSocketAddress address() {
        return server.address();
    }

    /** Listens, from the second time on at the same port. */
    void start() throws IOException {
        server.start();
    }

    void stop() throws IOException {
        server.stop();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private final class Client {
        private final Wire wire;

        Client(Wire wire) {
            this.wire = wire;
        }

        void serve() throws IOException {
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(wire.in(), StandardCharsets.US_ASCII))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    answer(line.split(" ", -1));
                }
            } finally {
                cells.values().forEach(cell -> cell.pushes.removeIf(push -> push.client() == this));
            }
        }

        private void answer(String[] words) throws IOException {
            switch (words[0] + words.length) {
                case "INFO1" -> send("PRESS-7 1.0 RUN");
                case "LIST2" -> list(words[1]);
                case "UNSUB2" -> {
                    cells.values().forEach(cell -> cell.pushes.remove(new Push(this, words[1])));
                    send(words[1]);
                }
                case "TYPE2", "GET2", "SET3" -> variable(words[0], words[1], words[words.length - 1]);
                case "SUB3" -> variable("SUB", words[2], words[1]);
                default -> wire.close();
            }
        }

        private void variable(String verb, String name, String argument) {
            Cell cell = cells.get(name);
            if (cell == null || vanished.contains(name)) {
                send(name + "!UNKNOWN");
                return;
            }
            switch (verb) {
                case "TYPE" -> send(name + ":" + cell.type.text());
                case "GET" -> send(name + "=" + cell.get());
                case "SUB" -> cell.subscribe(new Push(this, argument), name);
                default -> {
                    boolean fits = argument.matches("([0-9A-Fa-f]{2}){" + cell.type.imageBytes() + "}");
                    if (fits && !cell.readOnly) {
                        writes.incrementAndGet();
                        cell.set(argument.toUpperCase(Locale.ROOT));
                    }
                    send(name + (cell.readOnly ? "!READONLY" : fits ? "=" + argument : "!SIZE"));
                }
            }
        }

        private void list(String after) {
            StringBuilder page = new StringBuilder();
            cells.tailMap(after, false).entrySet().stream()
                    .limit(PAGE)
                    .forEach(entry -> page.append(entry.getKey())
                            .append(':')
                            .append(entry.getValue().type.text())
                            .append('\n'));
            send(page + ".");
        }

        void send(String line) {
            try {
                wire.send((line + "\n").getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // The client is gone; its own thread notices.
            }
        }
    }
}
