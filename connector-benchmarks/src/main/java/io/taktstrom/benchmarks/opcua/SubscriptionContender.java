package io.taktstrom.benchmarks.opcua;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Subscribes and checks each value: WHO URI LOAD SERVER-PID [WARM-UP-MILLIS MILLIS]. Prints
 * {@code subscribed RECEIVED LOST LATE REPEATED MARKED NANOS CPU-NANOS BYTES SERVER-CPU-NANOS}: once with the last two arguments, else
 * for each line {@code run WARM-UP-MILLIS MILLIS} of its input, with a subscription of its own.
 */
final class SubscriptionContender {

    private final String who;
    private final String uri;
    private final Load load;
    private final long server;

    private SubscriptionContender(String who, String uri, Load load, long server) {
        this.who = who;
        this.uri = uri;
        this.load = load;
        this.server = server;
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        SubscriptionContender contender =
                new SubscriptionContender(args[0], args[1], Load.parse(args[2]), Long.parseLong(args[3]));
        if (args.length > 4) {
            out.println(contender.run(Long.parseLong(args[4]), Long.parseLong(args[5])));
        } else {
            out.println("ready");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", -1);
                out.println(contender.run(Long.parseLong(words[1]), Long.parseLong(words[2])));
            }
        }
        // Milo leaves threads behind that are not daemons.
        System.exit(0);
    }

    private String run(long warmUpMillis, long millis) throws Exception {
        List<ClientTally> tallies = new ArrayList<>();
        List<AutoCloseable> clients = new ArrayList<>();
        for (int i = 0; i < load.clients(); i++) {
            ClientTally tally = new ClientTally(load.items());
            tallies.add(tally);
            clients.add(client(who, uri, load, tally));
        }
        Thread.sleep(warmUpMillis);
        Cost costBefore = Cost.now(server);
        ClientTally.Count before = count(tallies);
        Thread.sleep(millis);
        ClientTally.Count count = count(tallies).minus(before);
        Cost cost = Cost.now(server).since(costBefore);
        for (AutoCloseable client : clients) {
            client.close();
        }
        return "subscribed " + count.received() + " " + count.lost() + " " + count.late() + " " + count.repeated() + " "
                + count.marked() + " " + cost.nanos() + " " + cost.cpuNanos() + " " + cost.bytes() + " "
                + cost.serverCpuNanos();
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
