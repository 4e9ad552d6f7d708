package io.taktstrom.testkit.peer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.testkit.HeldPort;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL for tests, by the program that {@code TAKT_POSTGRES} names: on a port of 127.0.0.1 and in a folder of its own,
 * with a password. It refuses to run as root, so root starts it as {@code nobody}. One thread.
 */
public final class PostgresServer implements AutoCloseable {

    public static final String USER = "takt";
    public static final String PASSWORD = "pg-open-sesame";

    /** Whom root becomes. */
    private static final String NOBODY = "nobody";

    private final Path bin;
    private final Path folder;
    private final HeldPort port = new HeldPort();
    private final boolean durable;
    private boolean ssl;
    private @Nullable ServerProcess process;

    private PostgresServer(Path bin, Path folder, boolean durable) throws IOException {
        this.bin = bin;
        this.folder = folder;
        this.durable = durable;
    }

    /** One that need not survive a power failure, and is quicker for it. */
    public static PostgresServer start() throws IOException {
        return start(false);
    }

    /**
     * Starts one.
     *
     * @param durable whether a commit waits for the disk
     */
    public static PostgresServer start(boolean durable) throws IOException {
        Path postgres = Path.of(PeerProcess.required("TAKT_POSTGRES", "the program postgres of PostgreSQL"));
        Path bin = postgres.toAbsolutePath().resolveSibling(".").normalize();
        Path folder = Files.createTempDirectory("postgres");
        if (isRoot()) {
            UserPrincipalLookupService users = folder.getFileSystem().getUserPrincipalLookupService();
            Files.setOwner(folder, users.lookupPrincipalByName(NOBODY));
        }
        PostgresServer server = new PostgresServer(bin, folder, durable);
        server.initialise();
        server.restart();
        return server;
    }

    /** From its next start on it shows this certificate to clients that ask for TLS. */
    public void secure(TestCertificate certificate) throws IOException {
        Path data = folder.resolve("data");
        for (Path file : List.of(
                Files.copy(certificate.certificate(), data.resolve("server.crt")),
                Files.copy(certificate.key(), data.resolve("server.key")))) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            Files.setOwner(file, Files.getOwner(data));
        }
        ssl = true;
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private void initialise() throws IOException {
        Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        ServerProcess.run(
                asUser(
                        "initdb",
                        "--pgdata=" + folder.resolve("data"),
                        "--username=" + USER,
                        "--auth=scram-sha-256",
                        "--pwfile=" + password,
                        "--encoding=UTF8",
                        "--locale=C",
                        "--no-sync"),
                folder);
    }

    private List<String> asUser(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=nogroup", "--clear-groups"));
        }
        command.add(bin.resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /** It comes back with what it had. */
    public void restart() throws IOException {
        List<String> command = asUser("postgres", "-D", folder.resolve("data").toString());
        for (String setting : List.of(
                "listen_addresses=127.0.0.1",
                "port=" + port(),
                "unix_socket_directories=",
                "fsync=" + (durable ? "on" : "off"),
                "ssl=" + (ssl ? "on" : "off"),
                "max_connections=30",
                "shared_buffers=32MB")) {
            command.add("-c");
            command.add(setting);
        }
        process = ServerProcess.start(
                "PostgreSQL",
                command,
                folder.resolve("server.log"),
                () -> query("postgres", "SELECT 1").equals("1"));
    }

    /** It is gone, as after a power failure. */
    public void kill() {
        if (process != null) {
            process.kill();
        }
    }

    /** Sends it a signal such as STOP. */
    public void signal(String name) throws IOException {
        if (process != null) {
            process.signal(name);
        }
    }

    public int port() {
        return port.number();
    }

    /** A new database of this name. */
    public void createDatabase(String name) throws IOException {
        query("postgres", "CREATE DATABASE \"" + name + "\"");
    }

    /** What psql prints for a query: fields with | between, one row on a line; nothing else. */
    public String query(String database, String sql) throws IOException {
        ProcessBuilder psql = new ProcessBuilder(
                bin.resolve("psql").toString(),
                "--no-psqlrc",
                "--quiet",
                "--no-align",
                "--tuples-only",
                "--set=ON_ERROR_STOP=1",
                "--host=127.0.0.1",
                "--port=" + port(),
                "--username=" + USER,
                "--dbname=" + database,
                "--file=-");
        psql.environment().put("PGPASSWORD", PASSWORD);
        psql.environment().put("PGCLIENTENCODING", "UTF8");
        Path errors = Files.createTempFile("psql", ".err");
        try {
            Process process = psql.redirectError(errors.toFile()).start();
            try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
                in.write(sql);
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.onExit().join().exitValue() != 0) {
                throw new IOException("psql: " + Files.readString(errors) + said);
            }
            return said.endsWith("\n") ? said.substring(0, said.length() - 1) : said;
        } finally {
            Files.delete(errors);
        }
    }

    @Override
    public void close() throws IOException {
        // Not killed: it gives its shared memory back.
        String data = folder.resolve("data").toString();
        ServerProcess.run(asUser("pg_ctl", "stop", "--silent", "--mode=immediate", "--pgdata=" + data), folder);
        kill();
        port.close();
        ServerProcess.delete(folder);
    }
}
