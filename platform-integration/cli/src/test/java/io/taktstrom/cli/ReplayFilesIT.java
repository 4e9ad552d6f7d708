package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is wrong with a record is said with its place, and what to do. */
class ReplayFilesIT {

    private static final String MODEL = """
            {"version":1,"points":[
            {"name":"a","connection":"press","scheme":"ads","address":"MAIN.a","type":{"scalar":"INT"},"unit":"","labels":{},
             "scan":{"name":"fast","mode":"NOTIFY","cycle":"PT0.01S","maxDelay":"PT0S"}},
            {"name":"b","connection":"press","scheme":"ads","address":"MAIN.b","type":{"struct":{"name":"ST_B","fields":[
             {"name":"x","type":{"scalar":"INT"},"offset":0,"bit":-1}],"imageBytes":2}},"unit":"","labels":{},
             "scan":{"name":"fast","mode":"NOTIFY","cycle":"PT0.01S","maxDelay":"PT0S"}}
            ]}
            """;

    @TempDir
    Path directory;

    private static String line(String point, String value, long second) {
        long time = 1_764_230_400_000_000_000L + second * 1_000_000_000;
        return "{\"point\":\"" + point + "\",\"value\":" + value + ",\"status\":\"Good\",\"sourceTime\":" + time
                + ",\"receivedAt\":" + time + "}\n";
    }

    private Ran replay(String lines, String... options) throws IOException {
        Files.writeString(directory.resolve("day.jsonl.points.json"), MODEL);
        return replayOf(lines, options);
    }

    private Ran replayOf(String lines, String... options) throws IOException {
        Path file = Files.writeString(directory.resolve("day.jsonl"), lines);
        String[] command = new String[options.length + 4];
        command[0] = "replay";
        command[1] = file.toString();
        command[2] = "--seconds";
        command[3] = "0.1";
        System.arraycopy(options, 0, command, 4, options.length);
        return Ran.takt(command);
    }

    private void fails(Ran ran, String message) {
        assertThat(ran.err()).contains(message);
        ran.expect(ExitCode.WRONG_USE);
    }

    @Test
    void aRecordIsReplayedUpToALineThatIsCutOff() throws IOException {
        Ran ran = replay(line("a", "1", 0) + line("a", "2", 1) + "{\"point\":\"a\",\"val", "--as", "ads");
        assertThat(ran.expect(ExitCode.GOOD).err()).contains("day.jsonl:3: the last line is cut off");
        assertThat(ran.out()).startsWith("ads://127.0.0.1:");
    }

    @Test
    void aFileThatIsNotARecordIsRefused() throws IOException {
        fails(replay("time;value\n1;2\n", "--as", "ads"), "day.jsonl:1: not a sample: ");
        fails(replay("{\"a\":1}\n", "--as", "ads"), "day.jsonl:1: not a sample, which has a point and a status");
        fails(replay(line("a", "1", 0) + line("c", "1", 0), "--as", "ads"), "day.jsonl:2: point c is not in ");
        fails(replay(line("a", "1", 0) + line("a", "70000", 0), "--as", "ads"), "day.jsonl:2: point a: ");
        fails(replay(line("a", "1", 0) + line("a", "{}", 0), "--as", "ads"), "day.jsonl:2: point a: ");
        fails(replay("", "--as", "ads"), "day.jsonl: the record has no samples of these points; record again");
    }

    @Test
    void aRecordNeedsItsModel() throws IOException {
        fails(replayOf(line("a", "1", 0), "--as", "ads"), "day.jsonl.points.json: ");
        fails(Ran.takt("replay", directory.resolve("none").toString(), "--as", "ads"), "none: no such file");
        Files.writeString(directory.resolve("day.jsonl.points.json"), "{\"points\":[{\"point\":1}]}");
        fails(replayOf(line("a", "1", 0), "--as", "ads"), "not a model of points as 'takt record' writes it: ");
        Files.writeString(directory.resolve("day.jsonl.points.json"), "points");
        fails(replayOf(line("a", "1", 0), "--as", "ads"), "not a model of points as 'takt record' writes it: ");
    }

    @Test
    void aTypeThatADeviceDoesNotHaveIsSaidWithWhatCanBeDone() throws IOException {
        fails(
                replay(line("a", "1", 0), "--as", "s7"),
                "point b: a CPU has no type for ST_B; leave it out with --match, or replay as another device");
        Ran ran = replay(line("a", "1", 0) + line("b", "{\"x\":1}", 0), "--as", "s7", "--match", "a");
        assertThat(ran.expect(ExitCode.GOOD).out()).startsWith("s7://127.0.0.1:");
        fails(replay(line("a", "1", 0), "--as", "s7", "--match", "x*"), "none of the record's 2 points is x*");
    }

    @ParameterizedTest
    @CsvSource({"ads,b", "s7,DB1.DBW2:INT", "opcua,nsu=urn:taktstrom:simulator;s=b"})
    void pointsOfSeveralDevicesAreThoseOfOne(String as, String address) throws IOException {
        Path made = directory.resolve("made.yaml");
        Files.writeString(
                directory.resolve("day.jsonl.points.json"),
                MODEL.replace("\"b\",\"connection\":\"press\"", "\"b\",\"connection\":\"oven\"")
                        .replace("MAIN.b", "MAIN.a")
                        .replaceFirst("(?s)\\{\"struct.*?imageBytes\":2}}", "{\"scalar\":\"INT\"}"));
        replayOf(line("a", "1", 0) + line("b", "2", 0), "--as", as, "--deployment", made.toString())
                .expect(ExitCode.GOOD);
        Ran.takt("validate", made.toString()).expect(ExitCode.GOOD);
        assertThat(Files.readString(made)).contains("\"on\":\"oven\",\"address\":\"" + address + "\"");
    }

    @Test
    void timesThatGoBackAreRefused() throws IOException {
        fails(
                replay(line("a", "1", 3600) + line("a", "2", 3500), "--as", "ads"),
                "day.jsonl:2: receivedAt is 100 s before that of an earlier line: times go back; cut the file here");
        fails(
                replay(line("a", "1", 0).replaceAll("\"receivedAt\":\\d+", "\"receivedAt\":null"), "--as", "ads"),
                "day.jsonl:1: no receivedAt");
    }

    @Test
    void aLineThatIsTooLongIsNotRead() throws IOException {
        fails(
                replay(line("a", "1", 0) + "x".repeat(17 << 20) + "\n", "--as", "ads"),
                "day.jsonl:2: a line of more than 16 MiB");
    }

    @Test
    void filesThatAreThereAreNotReplaced() throws IOException {
        Path other = Files.writeString(directory.resolve("plant.yaml"), "# mine\n");
        fails(
                replay(line("a", "1", 0), "--as", "ads", "--deployment", other.toString()),
                "plant.yaml exists, and 'takt replay' has not made it");
        fails(Ran.takt("record", other.toString(), "--out", other.toString()), "plant.yaml exists; remove it");
        Path made = directory.resolve("made.yaml");
        replay(line("a", "1", 0), "--as", "ads", "--deployment", made.toString())
                .expect(ExitCode.GOOD);
        replay(line("a", "1", 0), "--as", "ads", "--deployment", made.toString())
                .expect(ExitCode.GOOD);
        Ran.takt("validate", made.toString()).expect(ExitCode.GOOD);
    }

    @Test
    void aSpeedIsANumberOrMax() throws IOException {
        fails(replay(line("a", "1", 0), "--as", "ads", "--speed", "0"), "'0' is not a speed; write 1, 0.5, 10");
    }
}
