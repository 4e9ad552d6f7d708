package io.taktstrom.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.PeerProcess;
import io.taktstrom.testkit.peer.ServerProcess;

/**
 * One RabbitMQ broker in processes and a folder of its own, on ports of 127.0.0.1 that it keeps when it is killed and comes
 * back; its port mapper (epmd) is its own, too. User and password are guest.
 *
 * <p>One thread.
 */
public final class RabbitBroker extends Broker {

    private final Path program;
    private final HeldPort tls = newPort();
    private final HeldPort distribution = newPort();
    private final HeldPort mapper = newPort();

    private RabbitBroker(Path program) throws IOException {
        super("rabbit");
        this.program = program;
        Files.writeString(file("enabled_plugins"), "[].\n");
        Files.writeString(file("env.conf"), "");
        Files.writeString(file("rabbitmq.conf"), """
                listeners.tcp.1 = 127.0.0.1:%d
                listeners.ssl.1 = 127.0.0.1:%d
                ssl_options.cacertfile = %s
                ssl_options.certfile = %s
                ssl_options.keyfile = %s
                ssl_options.verify = verify_peer
                ssl_options.fail_if_no_peer_cert = false
                log.console = true
                log.console.level = warning
                log.file = false
                disk_free_limit.absolute = 1MB
                vm_memory_high_watermark.absolute = 1GB
                num_acceptors.tcp = 2
                num_acceptors.ssl = 1
                """.formatted(
                        tested().number(),
                        tls.number(),
                        certificate().ca(),
                        certificate().certificate(),
                        certificate().key()));
    }

    /**
     * A broker that has an address, and is not there before {@link #restart}. Where RabbitMQ is not installed the test ends as
     * skipped, or fails where {@code TAKT_INTEROP} is 1.
     */
    public static RabbitBroker away() throws IOException {
        return new RabbitBroker(Path.of(PeerProcess.required("TAKT_RABBITMQ", "rabbitmq-server of RabbitMQ")));
    }

    /** Starts a broker as {@link #away} makes it; returns when it answers. */
    public static RabbitBroker start() throws IOException {
        return started(away());
    }

    /** A command with the environment in which the broker lives: nothing of it is where a service would have it. */
    private List<String> command(String... words) {
        Map<String, String> environment = new TreeMap<>();
        environment.put("HOME", file("").toString());
        environment.put("LANG", "C.UTF-8");
        environment.put("ERL_EPMD_PORT", Integer.toString(mapper.number()));
        environment.put("ERL_EPMD_ADDRESS", "127.0.0.1");
        environment.put("RABBITMQ_NODENAME", "takt@localhost");
        environment.put("RABBITMQ_DIST_PORT", Integer.toString(distribution.number()));
        environment.put("RABBITMQ_MNESIA_BASE", file("mnesia").toString());
        environment.put("RABBITMQ_LOG_BASE", file("log").toString());
        environment.put("RABBITMQ_LOGS", "-");
        environment.put("RABBITMQ_CONFIG_FILE", file("rabbitmq.conf").toString());
        environment.put("RABBITMQ_ADVANCED_CONFIG_FILE", file("advanced.config").toString());
        environment.put("RABBITMQ_CONF_ENV_FILE", file("env.conf").toString());
        environment.put("RABBITMQ_GENERATED_CONFIG_DIR", file("generated").toString());
        environment.put("RABBITMQ_SCHEMA_DIR", file("schema").toString());
        environment.put("RABBITMQ_ENABLED_PLUGINS_FILE", file("enabled_plugins").toString());
        environment.put("RABBITMQ_PID_FILE", file("pid").toString());
        environment.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "+S 2:2 +sbwt none");
        List<String> command = new ArrayList<>(List.of("env"));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(List.of(words));
        return command;
    }

    /** The address of what is tested: the proxy's. */
    public String url() {
        return "amqp://127.0.0.1:" + proxy().address().getPort();
    }

    /** An address with TLS, without a proxy. */
    public String tlsUrl() {
        return "amqps://127.0.0.1:" + tls.number();
    }

    /** A port without a proxy. */
    public int directPort() {
        return tested().number();
    }

    /** Runs {@code rabbitmqctl} to its end. */
    public void control(String... words) throws IOException {
        List<String> all =
                new ArrayList<>(List.of(program.resolveSibling("rabbitmqctl").toString()));
        all.addAll(List.of(words));
        ServerProcess.run(command(all.toArray(String[]::new)), file(""));
    }

    @Override
    public void restart() throws IOException {
        // Erlang would start one by itself, as a daemon that does not end.
        add(ServerProcess.start(
                "epmd",
                command("epmd", "-port", Integer.toString(mapper.number()), "-address", "127.0.0.1"),
                file("epmd.log"),
                () -> ServerProcess.answers(mapper.number())));
        add(ServerProcess.start(
                "RabbitMQ",
                command(program.toString()),
                file("broker.log"),
                () -> ServerProcess.answers(tls.number()) && ServerProcess.answers(tested().number())));
    }
}
