package io.taktstrom.benchmarks.s7;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.benchmarks.worker.Worker;

/** A contender's process: takes its name, the case and the server's URI. Who cannot do the case says so, in time. */
final class S7Contender {

    /** What a contender that cannot do the case prints before the reason. */
    static final String CANNOT = "cannot: ";

    private static final int LIMIT_SECONDS = 15;

    private S7Contender() {}

    public static void main(String[] args) throws Exception {
        S7Case work = S7Case.valueOf(args[1]);
        CompletableFuture<Operation> opening = new CompletableFuture<>();
        Thread opener = new Thread(
                () -> {
                    try {
                        Operation operation = open(args[0], work, args[2]);
                        operation.once();
                        opening.complete(operation);
                    } catch (Exception e) {
                        opening.completeExceptionally(e);
                    }
                },
                "opener");
        opener.setDaemon(true);
        opener.start();
        try {
            Worker.serve(opening.get(LIMIT_SECONDS, TimeUnit.SECONDS));
        } catch (Exception e) {
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            out.println(CANNOT + reason(e));
        }
        // Some clients leave threads behind.
        System.exit(0);
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof TimeoutException ? "its answer never came" : cause.toString();
    }

    private static Operation open(String client, S7Case work, String uri) throws Exception {
        URI parsed = URI.create(uri);
        InetSocketAddress address = new InetSocketAddress(parsed.getHost(), parsed.getPort());
        int all = work.items().size();
        return switch (client) {
            case "LIMIT" -> new RawS7(address, work, 1);
            case "LIMIT_PIPELINED" -> new RawS7(address, work, S7Server.JOBS);
            case "TAKTSTROM" -> new TaktstromS7(uri, work, 1);
            case "TAKTSTROM_PIPELINED" -> new TaktstromS7(uri, work, S7Server.JOBS);
            case "PLC4J" -> new Plc4jS7("s7", address, work, all);
            case "PLC4J_BY_TWENTY" -> new Plc4jS7("s7", address, work, S7Server.MAX_ITEMS);
            case "PLC4J_LIGHT" -> new Plc4jS7("s7-light", address, work, all);
            case "PLC4J_LIGHT_BY_TWENTY" -> new Plc4jS7("s7-light", address, work, S7Server.MAX_ITEMS);
            case "IOT" -> new IotS7(address, work, all);
            case "IOT_BY_TWENTY" -> new IotS7(address, work, S7Server.MAX_ITEMS);
            case "S7CONNECTOR" -> new S7ConnectorRead(address, work);
            default -> throw new IllegalArgumentException("unknown client " + client);
        };
    }
}
