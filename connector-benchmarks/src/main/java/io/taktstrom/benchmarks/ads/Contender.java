package io.taktstrom.benchmarks.ads;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;

/** Who takes part, and with which program. */
public enum Contender {
    LIMIT("raw socket (limit)"),
    JAVA("taktstrom java"),
    PIPELINED("taktstrom java, pipelined"),
    JNA("taktstrom jna"),
    JNI("taktstrom jni"),
    FFM("taktstrom ffm"),
    ADSTOJAVA("AdsToJava"),
    CPP("C++ AdsLib"),
    PYADS("pyads"),
    PLC4J("plc4j");

    private static final String NET_ID = "192.0.2.1.1.1";
    private static final String PORT = "851";

    public final String text;

    Contender(String text) {
        this.text = text;
    }

    /** What is missing for it to take part. */
    public Optional<String> missing() {
        return switch (this) {
            case LIMIT, JAVA, PIPELINED, PLC4J -> Optional.empty();
            case PYADS -> missing("TAKT_PYTHON");
            case JNA, JNI -> missing("TAKT_ADSLIB");
            case FFM -> missing("TAKT_ADSLIB").or(() -> missing("TAKT_FFM_JAVA"));
            case CPP -> missing("TAKT_ADSLIB").or(() -> missing("TAKT_ADSLIB_WORKER"));
            case ADSTOJAVA -> missing("TAKT_ADSTOJAVA");
        };
    }

    private static Optional<String> missing(String variable) {
        String value = System.getenv(variable);
        return value == null || value.isBlank() ? Optional.of(variable + " is not set") : Optional.empty();
    }

    boolean isOurs() {
        return switch (this) {
            case JAVA, PIPELINED, JNA, JNI, FFM, ADSTOJAVA -> true;
            default -> false;
        };
    }

    /**
     * The program that accesses variables.
     *
     * @param main of a Java contender: takes its name, the verb, the server's URI, and the variables
     */
    public List<String> access(Class<?> main, ServerProcess server, String verb, List<String> names) {
        List<String> arguments = new ArrayList<>();
        switch (this) {
            case CPP -> {
                arguments.addAll(cpp());
                arguments.add(verb);
                arguments.addAll(names);
                return arguments;
            }
            case PYADS -> {
                arguments.addAll(List.of("paper-" + verb, AdsServer.HOST, NET_ID, PORT));
                arguments.addAll(names);
                return Programs.python("pyads_worker.py", arguments.toArray(String[]::new));
            }
            default -> {
                arguments.addAll(List.of(id(), verb, uri(server)));
                arguments.addAll(names);
                return java(main, arguments);
            }
        }
    }

    /** The program that takes a burst. */
    List<String> burst(ServerProcess server, long rate, int perFrame, long total) {
        String[] burst = {String.valueOf(rate), String.valueOf(perFrame), String.valueOf(total)};
        List<String> arguments = new ArrayList<>();
        switch (this) {
            case CPP -> {
                arguments.addAll(cpp());
                arguments.add("notify");
                arguments.addAll(List.of(burst));
                return arguments;
            }
            case PYADS -> {
                arguments.addAll(List.of(AdsServer.HOST, NET_ID, PORT));
                arguments.addAll(List.of(burst));
                return Programs.python("pyads_notifications.py", arguments.toArray(String[]::new));
            }
            default -> {
                arguments.addAll(List.of(isOurs() ? "taktstrom" : id(), uri(server)));
                arguments.addAll(List.of(burst));
                return java(NotificationContender.class, arguments);
            }
        }
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    private String uri(ServerProcess server) {
        return switch (this) {
            case JAVA -> server.uri() + "?backend=java";
            case PIPELINED -> server.uri() + "?backend=java&maxSumCommands=1&maxInFlight=64";
            case JNA, JNI, FFM ->
                server.uri() + "?backend=" + id() + "&isolation=none&library=" + System.getenv("TAKT_ADSLIB");
            case ADSTOJAVA ->
                server.uri() + "?backend=adstojava&isolation=none&library=" + System.getenv("TAKT_ADSTOJAVA");
            default -> server.uri();
        };
    }

    private List<String> java(Class<?> main, List<String> arguments) {
        List<String> command = Programs.java(main, arguments.toArray(String[]::new));
        if (this == FFM) {
            // Compiled for a newer Java than the rest: only its own process may see it.
            Path home = Path.of(String.valueOf(System.getenv("TAKT_FFM_JAVA")));
            command.set(0, home.resolve("bin").resolve("java").toString());
            command.add(1, "--enable-native-access=ALL-UNNAMED");
            int classPath = command.indexOf("-cp") + 1;
            command.set(classPath, command.get(classPath) + ":" + ffmClasses());
        }
        return command;
    }

    private static String ffmClasses() {
        Path classes = Path.of("connector-ads", "native-ffm", "target", "classes");
        if (!Files.isDirectory(classes)) {
            throw new IllegalStateException(classes + " is not there: ./takt build with a JDK 22 or newer beside");
        }
        return classes.toString();
    }

    private static List<String> cpp() {
        return List.of(
                String.valueOf(System.getenv("TAKT_ADSLIB_WORKER")),
                String.valueOf(System.getenv("TAKT_ADSLIB")),
                AdsServer.HOST,
                NET_ID,
                PORT);
    }
}
