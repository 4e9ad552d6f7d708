package io.taktstrom.benchmarks.ads;

import java.net.InetSocketAddress;
import java.net.URI;

import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.benchmarks.worker.Worker;

/** A contender's process: takes its name and the server's URI. */
public final class AdsContender {

    /** Points of a group: {@code MAIN.v0} and on, each holding its own number. */
    static final int GROUP = 1000;

    private AdsContender() {}

    public static void main(String[] args) throws Exception {
        Worker.serve(operation(args[0], args[1]));
    }

    static Operation operation(String name, String uri) throws Exception {
        return switch (name) {
            case "limit-read" -> new RawSocket(address(uri), AdsFrames.read(uri, 5));
            case "limit-group" -> new RawSocket(address(uri), AdsFrames.sumRead(uri, GROUP));
            case "limit-name" -> new RawSocket(address(uri), AdsFrames.guardedRead(uri, 5));
            case "taktstrom-read" -> TaktstromRead.address(uri, AdsFrames.place(uri, 5));
            case "taktstrom-name" -> TaktstromRead.one(uri);
            case "taktstrom-singles" -> TaktstromRead.singles(uri, GROUP);
            case "taktstrom-group" -> TaktstromRead.group(uri, GROUP);
            case "plc4j-read" -> Plc4jRead.one(uri);
            case "plc4j-group" -> Plc4jRead.group(uri, GROUP);
            default -> throw new IllegalArgumentException("no contender " + name);
        };
    }

    public static InetSocketAddress address(String uri) {
        URI parsed = URI.create(uri);
        return new InetSocketAddress(parsed.getHost(), parsed.getPort());
    }
}
