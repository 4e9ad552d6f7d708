package io.taktstrom.cli.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;

import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.Receiver;
import io.taktstrom.testkit.peer.ServerProcess;
import io.taktstrom.testkit.report.Machine;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Plays each fault with each peer, and writes {@code docs/reliability.md}. {@code -Dtakt.faults.seed=N} decides about random places,
 * {@code -Dtakt.faults.only=REGEX} plays some of them; their rows take the place of those of the last run of all.
 */
class FaultsSuite {

    private static final long SEED = Long.getLong("takt.faults.seed", 1);
    private static final String ONLY = System.getProperty("takt.faults.only", "");

    /** Of each row one, with the deployment, the log and what was published: it stays, to look at. */
    private static final Path FOLDER = Path.of("target", "faults");

    /** They mostly wait. */
    private static final int AT_ONCE = 3;

    private final ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
    private final List<Future<Row>> rows = new ArrayList<>();

    /** Plays one. */
    @FunctionalInterface
    private interface Play {
        Row row(Path folder) throws Exception;
    }

    @Test
    void everyPromiseIsKept() throws Exception {
        ServerProcess.delete(Files.createDirectories(FOLDER));
        Map<String, Object> before = Machine.describe();
        for (SourceFault fault : SourceFault.all()) {
            for (Protocol protocol : fault.protocols()) {
                play(
                        fault.number(),
                        fault.name(),
                        protocol.title,
                        fault.how(),
                        own -> SourceFaults.play(fault, protocol, own, SEED));
            }
            for (ForeignClient client : ForeignClient.isPlayed(fault) ? ForeignClient.ALL : List.<ForeignClient>of()) {
                play(fault.number(), fault.name(), client.title(), fault.how(), own -> client.play(fault, own, SEED));
            }
        }
        for (SinkFault fault : SinkFault.all()) {
            for (Map.Entry<String, Receiver.Starting> receiver : Receiver.all().entrySet()) {
                play(
                        fault.number(),
                        fault.name(),
                        receiver.getKey(),
                        fault.how(),
                        own -> SinkFaults.play(fault, receiver.getKey(), receiver.getValue(), own, SEED));
            }
        }
        for (ProcessFault fault : ProcessFault.all()) {
            play(fault.number(), fault.name(), fault.peer(), fault.how(), own -> {
                Scene scene = new Scene(own, SEED);
                fault.course().play(scene);
                return scene.row(fault);
            });
        }
        List<Row> played = new ArrayList<>();
        for (Future<Row> row : rows) {
            played.add(row.get());
        }
        pool.shutdown();
        ReliabilityPage.write(
                PlayedRows.with(played, ONLY.isEmpty()), SEED, Machine.inWords(before, Machine.describe()));
        assertThat(played.stream().filter(row -> row.failure() != null))
                .as("promises that were not kept")
                .isEmpty();
    }

    private void play(int number, String name, String peer, String how, Play play) {
        String title = number + " " + name + ", " + peer;
        if (!Pattern.compile(ONLY).matcher(title).find()) {
            return;
        }
        int place = rows.size();
        rows.add(pool.submit(() -> {
            Row row = row(number, name, peer, how, place, play);
            System.out.println(title + ": " + row);
            return row;
        }));
    }

    private static Row row(int number, String name, String peer, String how, int place, Play play) throws IOException {
        Path own =
                Files.createDirectories(FOLDER.resolve(Integer.toString(place))).toAbsolutePath();
        try {
            return play.row(own);
        } catch (NotHere e) {
            return Row.notRun(number, name, peer, how, String.valueOf(e.getMessage()));
        } catch (Exception | AssertionError e) {
            return Row.failed(number, name, peer, how, e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
}
