package io.taktstrom.benchmarks.opcua;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Subscribes and checks each value: WHO URI LOAD SERVER-PID WARM-UP-MILLIS MILLIS. Prints
 * {@code subscribed RECEIVED LOST LATE REPEATED MARKED NANOS CPU-NANOS BYTES SERVER-CPU-NANOS}.
 */
final class SubscriptionContender {

    private SubscriptionContender() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Load load = Load.parse(args[2]);
        long server = Long.parseLong(args[3]);
        List<ClientTally> tallies = new ArrayList<>();
        List<AutoCloseable> clients = new ArrayList<>();
        for (int i = 0; i < load.clients(); i++) {
            ClientTally tally = new ClientTally(load.items());
            tallies.add(tally);
            clients.add(client(args[0], args[1], load, tally));
        }
        Thread.sleep(Long.parseLong(args[4]));
        Cost costBefore = Cost.now(server);
        ClientTally.Count before = count(tallies);
        Thread.sleep(Long.parseLong(args[5]));
        ClientTally.Count count = count(tallies).minus(before);
        Cost cost = Cost.now(server).since(costBefore);
        out.println("subscribed " + count.received() + " " + count.lost() + " " + count.late() + " " + count.repeated()
                + " " + count.marked() + " " + cost.nanos() + " " + cost.cpuNanos() + " " + cost.bytes() + " "
                + cost.serverCpuNanos());
        for (AutoCloseable client : clients) {
            client.close();
        }
        // Milo leaves threads behind that are not daemons.
        System.exit(0);
    }

    private static AutoCloseable client(String who, String uri, Load load, ClientTally tally) throws Exception {
        return switch (who) {
            case "taktstrom" -> TaktstromSubscriber.subscribe(uri, load, tally);
            case "milo" -> MiloSubscriber.subscribe(uri, load, tally);
            default -> throw new IllegalArgumentException("no contender " + who);
        };
    }

    private static ClientTally.Count count(List<ClientTally> tallies) {
        ClientTally.Count sum = ClientTally.Count.NOTHING;
        for (ClientTally tally : tallies) {
            synchronized (tally) {
                sum = sum.plus(tally.count());
            }
        }
        return sum;
    }
}
