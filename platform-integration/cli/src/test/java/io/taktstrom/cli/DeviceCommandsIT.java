package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Commands that talk to a device, on a simulated PLC. */
class DeviceCommandsIT extends DemoPlant {

    private static final JsonMapper JSON = new JsonMapper();

    private String uri;

    @BeforeEach
    void start() {
        uri = plc.endpointUri();
    }

    @Test
    void readPrintsATable() {
        Ran ran = Ran.takt("read", uri, "GVL.nSerial", "GVL.wsOperator", "Axes.aMatrix")
                .expect(ExitCode.GOOD);
        assertThat(ran.lines())
                .containsExactly(
                        "POINT           STATUS  TYPE                     VALUE",
                        "GVL.nSerial     Good    UDINT                    4711",
                        "GVL.wsOperator  Good    WSTRING(30)              Zoë Ångström",
                        "Axes.aMatrix    Good    ARRAY[0..1,1..3] OF INT  [[1,2,3],[4,5,6]]");
    }

    @Test
    void readAsJsonPrintsOneObjectPerPoint() {
        Ran ran = Ran.takt("read", uri, "GVL.nSerial", "Spindle.stDrive", "--json")
                .expect(ExitCode.GOOD);
        List<JsonNode> objects = ran.lines().stream().map(JSON::readTree).toList();
        assertThat(objects.get(0).propertyNames())
                .containsExactly("point", "value", "status", "sourceTime", "receivedAt");
        assertThat(objects.get(0).get("value").longValue()).isEqualTo(4711);
        assertThat(objects.get(1).get("value").get("bEnabled").booleanValue()).isTrue();
        assertThat(objects.get(1).get("value").get("aCurrents").get(1).toString())
                .isEqualTo("11.4");
    }

    @Test
    void aBadValueIsNullAndTheExitCodeSaysSo() {
        Ran ran = Ran.takt("read", uri, "GVL.nSerial", "MAIN.nothing", "--json").expect(ExitCode.FAILED);
        assertThat(ran.lines()).hasSize(2);
        JsonNode bad = JSON.readTree(ran.lines().get(1));
        assertThat(bad.get("value").isNull()).isTrue();
        assertThat(bad.get("status").stringValue()).isEqualTo("Bad_NodeIdUnknown");
    }

    @Test
    void browseFindsVariablesAndTheirParts() {
        Ran ran = Ran.takt("browse", uri, "--match", "Axes.stX.*", "--json").expect(ExitCode.GOOD);
        List<JsonNode> nodes = ran.lines().stream().map(JSON::readTree).toList();
        assertThat(nodes)
                .extracting(node -> node.get("point").stringValue())
                .containsExactly(
                        "Axes.stX.fPosition", "Axes.stX.fVelocity", "Axes.stX.bHomed", "Axes.stX.nFollowingError");
        assertThat(nodes.get(0).get("type").stringValue()).isEqualTo("LREAL");
        assertThat(nodes.get(0).get("comment").stringValue()).isEqualTo("actual position [mm]");
    }

    @Test
    void browsingFlatLeavesPartsOut() {
        Ran ran = Ran.takt("browse", uri, "--match", "Axes.**", "--flat");
        assertThat(ran.out()).contains("Axes.astTools").doesNotContain("Axes.astTools[1]");
    }

    @Test
    void browsingForNothingSaysHowPatternsWork() {
        Ran ran = Ran.takt("browse", uri, "--match", "Force").expect(ExitCode.FAILED);
        assertThat(ran.err()).contains("nothing matches Force").contains("try \"**Force**\"");
        assertThat(Ran.takt("browse", uri, "--match", "**.Nothing*").err()).contains("without --match");
        Ran wide = Ran.takt("browse", uri, "--match", "**Nothing**", "--points").expect(ExitCode.FAILED);
        assertThat(wide.err())
                .contains("without --match")
                .doesNotContain("try")
                .containsOnlyOnce("nothing matches **Nothing**");
        assertThat(wide.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Pres.**, Press.**",
        "MAIN.nCylce, MAIN.nCycle",
        "axs.stX.*, Axes.stX.*",
        "fForze, **fForce**",
        "orce.*, **orce**"
    })
    void aPatternThatFindsNothingIsAnsweredWithOneThatFindsSomething(String wrong, String right) {
        Ran ran = Ran.takt("browse", uri, "--match", wrong).expect(ExitCode.FAILED);
        assertThat(ran.err()).contains("nothing matches " + wrong).contains("\"" + right + "\"");
        Ran.takt("browse", uri, "--match", right).expect(ExitCode.GOOD);
    }

    @Test
    void aPatternThatIsLikeNothingGetsNoGuess() {
        assertThat(Ran.takt("browse", uri, "--match", "qqqqqqqq.*zz").err())
                .contains("without --match all variables are shown");
    }

    @Test
    void pointsAreThoseThatADeploymentWouldBrowseByTheSameNames() throws IOException {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {browse: plc, match: "Axes.**", scan: poll}
                """);
        List<String> dry = Ran.takt("run", file.toString(), "--dry").lines().stream()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
        Ran printed = Ran.takt("browse", uri, "--match", "Axes.**", "--points", "--on", "plc", "--scan", "poll");
        assertThat(printed.lines().stream().skip(1))
                .extracting(line -> line.replaceAll(".*id: \"([^\"]*)\".*", "$1"))
                .isEqualTo(dry)
                .contains("plc.Axes.aMatrix");

        String[] add = {
            "browse", uri, "--match", "Axes.**", "--points", "--on", "plc", "--scan", "poll", "--into", file.toString()
        };
        Ran added = Ran.takt(add).expect(ExitCode.GOOD);
        assertThat(added.err()).contains(dry.size() + " points added");
        assertThat(Ran.takt("validate", file.toString()).out()).contains(dry.size() + " points, 1 browse");
        assertThat(Ran.takt(add).err()).contains("0 points added, " + dry.size() + " were in it already");
    }

    @Test
    void writeChangesTheDevice() {
        Ran ran = Ran.takt("write", uri, "Spindle.fSpeedSet=11500.5", "IO.nFlags=16#BEEF", "--yes")
                .expect(ExitCode.GOOD);
        assertThat(ran.out()).contains("Spindle.fSpeedSet", "11500.5", "Good");
        assertThat(plc.get("Spindle.fSpeedSet")).isEqualTo(11500.5);
        assertThat(plc.get("IO.nFlags")).isEqualTo(0xBEEFL);
    }

    @Test
    void anArrayIsWrittenAsJson() {
        Ran.takt("write", uri, "Axes.aMatrix=[[6,5,4],[3,2,1]]", "--yes").expect(ExitCode.GOOD);
        assertThat(plc.get("Axes.aMatrix")).isEqualTo(List.of(List.of(6L, 5L, 4L), List.of(3L, 2L, 1L)));
        plc.set("Axes.aMatrix", List.of(List.of(1, 2, 3), List.of(4, 5, 6)));
    }

    @Test
    void oneWrongValueKeepsAllFromBeingWritten() {
        plc.set("GVL.sMachine", "before");
        Ran ran = Ran.takt("write", uri, "GVL.sMachine=after", "IO.nFlags=70000", "--yes")
                .expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("IO.nFlags").contains("nothing was written");
        assertThat(plc.get("GVL.sMachine")).isEqualTo("before");

        Ran.takt("write", uri, "GVL.sMachine=after", "MAIN.nothing=1", "--yes").expect(ExitCode.FAILED);
        assertThat(plc.get("GVL.sMachine")).isEqualTo("before");
    }

    @Test
    void writeShowsWhatWouldChangeAndTakesNoForAnAnswer() {
        plc.set("IO.bValve", false);
        Ran refused = Ran.taktAnswering("\n", "write", uri, "IO.bValve=true");
        assertThat(refused.err()).contains("IO.bValve: false -> true").contains("[y/N]");
        assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
        assertThat(plc.get("IO.bValve")).isEqualTo(false);

        Ran.taktAnswering("y\n", "write", uri, "IO.bValve=true").expect(ExitCode.GOOD);
        assertThat(plc.get("IO.bValve")).isEqualTo(true);
    }

    @Test
    void whatTheDeviceDoesNotLetBeWrittenFails() {
        Ran.takt("write", uri, "GVL.nSerial=1", "--yes").expect(ExitCode.FAILED);
        assertThat(plc.get("GVL.nSerial")).isEqualTo(4711L);
    }

    @Test
    void watchPrintsEveryChangeOnce() {
        Ran ran = Ran.takt("watch", uri, "MAIN.nCycle", "--cycle", "10ms", "--seconds", "2", "--json")
                .expect(ExitCode.GOOD);
        List<JsonNode> samples = ran.lines().stream().map(JSON::readTree).toList();
        assertThat(samples).hasSizeGreaterThan(5);
        assertThat(samples)
                .allMatch(sample -> sample.get("status").stringValue().equals("Good"));
        assertThat(samples)
                .extracting(sample -> sample.get("value").longValue())
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(samples.get(0).get("sourceTime").stringValue()).matches("\\d{4}-\\d\\d-\\d\\dT.*\\.\\d{9}Z");
    }

    @Test
    void watchingOnlyWhatIsNotThereFailsAtOnce() {
        Ran ran = Ran.takt("watch", uri, "MAIN.nothing").expect(ExitCode.FAILED);
        assertThat(ran.err()).contains("MAIN.nothing").contains("browse");
    }

    @Test
    void aMistypedNameIsAnsweredWithTheOneThatIsLikeIt() {
        for (String[] command : new String[][] {
            {"read", uri, "GVL.nSerail"}, {"watch", uri, "GVL.nSerail"}, {"write", uri, "GVL.nSerail=1", "--yes"}
        }) {
            Ran ran = Ran.takt(command).expect(ExitCode.FAILED);
            assertThat(ran.err()).contains("GVL.nSerail: did you mean 'GVL.nSerial'?");
        }
    }

    @Test
    void aNameThatIsLikeNoneIsAnsweredWithNoGuess() {
        assertThat(Ran.takt("read", uri, "Nothing.of.the.kind").err()).doesNotContain("did you mean");
    }

    @Test
    void aDeviceThatIsNotThereIsOneLineAndExitCodeOne() throws IOException {
        String gone;
        try (AdsSimulator other = AdsSimulator.builder().start()) {
            gone = other.endpointUri();
        }
        for (String command : List.of("read", "watch", "browse")) {
            Ran ran = command.equals("browse") ? Ran.takt(command, gone) : Ran.takt(command, gone, "MAIN.x");
            assertThat(ran.code()).as(command).isEqualTo(ExitCode.FAILED);
            assertThat(ran.err()).as(command).startsWith("takt: ").hasLineCount(1);
            assertThat(ran.out()).as(command).isEmpty();
        }
    }

    @Test
    void theDoctorMeetsTheDevice() {
        Ran ran = Ran.takt("doctor", uri).expect(ExitCode.GOOD);
        assertThat(ran.out()).contains("timer slack").contains("device").contains("connected in");
        Ran.takt("doctor", "ads://127.0.0.1:1/1.2.3.4.5.6").expect(ExitCode.FAILED);
    }

    @Test
    void theDoctorTalksOfAdsToThoseOnlyWhoHaveIt() {
        assertThat(Ran.takt("doctor", "s7://127.0.0.1:1").out())
                .contains("timer slack")
                .doesNotContain("48898", "AMS");
    }
}
