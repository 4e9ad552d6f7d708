package io.taktstrom.benchmarks.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.benchmarks.ads.AdsContender;
import io.taktstrom.benchmarks.ads.AdsFrames;
import io.taktstrom.benchmarks.ads.RawSocket;
import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.benchmarks.worker.Worker;

/** A contender's process: takes its name, {@code read} or {@code write}, the server's URI, and the variables. */
final class PaperContender {

    private PaperContender() {}

    public static void main(String[] args) throws Exception {
        boolean write = args[1].equals("write");
        String uri = args[2];
        List<String> names = List.of(args).subList(3, args.length);
        try {
            Worker.serve(
                    switch (args[0]) {
                        case "limit" -> limit(write, uri, names);
                        case "plc4j" -> new Plc4jAccess(write, uri, names);
                        case "pipelined" -> TaktstromAccess.pipelined(write, uri, names);
                        default -> TaktstromAccess.inTurn(write, uri, names);
                    });
            System.exit(0);
        } catch (Exception e) {
            System.err.println(args[0] + ": " + e);
            // Some leave threads behind that are not daemons.
            System.exit(1);
        }
    }

    private static Operation limit(boolean write, String uri, List<String> names) throws IOException {
        List<byte[]> requests = new ArrayList<>();
        for (String name : names) {
            AdsFrames.Place place = AdsFrames.locate(uri, name);
            requests.add(write ? AdsFrames.write(uri, place) : AdsFrames.read(uri, place));
        }
        return new RawSocket(AdsContender.address(uri), requests.toArray(byte[][]::new));
    }
}
