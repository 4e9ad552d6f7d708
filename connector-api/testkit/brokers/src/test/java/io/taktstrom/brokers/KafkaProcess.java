package io.taktstrom.brokers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * What a broker's own JVM runs: {@code KafkaProcess PROPERTIES LOG_FOLDER CLUSTER_ID [format option...]}. Formats the folder
 * when it is new, and ends with its standard input, so that no broker outlives the tests.
 */
final class KafkaProcess {

    private KafkaProcess() {}

    /**
     * Settings that all brokers for tests have.
     *
     * @param brokers of the cluster
     */
    static Properties settings(int id, int brokers) {
        String replicas = Integer.toString(brokers);
        String minimum = Integer.toString(Math.max(1, brokers - 1));
        Properties all = new Properties();
        all.put("process.roles", "broker,controller");
        all.put("node.id", Integer.toString(id));
        all.put("controller.listener.names", "CONTROLLER");
        all.put("inter.broker.listener.name", "DIRECT");
        all.put("auto.create.topics.enable", "false");
        all.put("offsets.topic.num.partitions", "1");
        all.put("offsets.topic.replication.factor", replicas);
        all.put("transaction.state.log.num.partitions", "1");
        all.put("transaction.state.log.replication.factor", replicas);
        all.put("transaction.state.log.min.isr", minimum);
        all.put("share.coordinator.state.topic.num.partitions", "1");
        all.put("group.initial.rebalance.delay.ms", "0");
        all.put("num.network.threads", "1");
        all.put("num.io.threads", "2");
        all.put("log.cleaner.enable", "false");
        return all;
    }

    /** What starts it; more options for formatting may follow. */
    static List<String> command(int megabytes, Path properties, String log, String clusterId) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + megabytes + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                classPath(),
                KafkaProcess.class.getName(),
                properties.toString(),
                log,
                clusterId));
    }

    private static String classPath() {
        // Failsafe's own is a jar that is there only while this JVM runs.
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        // A broker runs in a folder of its own: "java -jar target/benchmarks.jar" names its jar as seen from here.
        return Stream.of(path.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    public static void main(String[] args) throws IOException {
        Thread parent = new Thread(KafkaProcess::endWithParent, "parent");
        parent.setDaemon(true);
        parent.start();
        String properties = args[0];
        if (!Files.exists(Path.of(args[1], "meta.properties"))) {
            List<String> format = new ArrayList<>(List.of("format", "-t", args[2], "-c", properties));
            format.addAll(List.of(args).subList(3, args.length));
            int code = StorageTool.execute(format.toArray(String[]::new), System.out);
            if (code != 0) {
                throw new IOException("formatting " + args[1] + " failed with " + code);
            }
        }
        Kafka.main(new String[] {properties});
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // No output.
            }
        } catch (IOException e) {
            // As good as the end.
        }
        Runtime.getRuntime().halt(0);
    }
}
