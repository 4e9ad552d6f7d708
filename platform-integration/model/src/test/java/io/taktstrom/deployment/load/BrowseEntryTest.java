package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.PointNames;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.BrowseNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a browse and an import say of all the points that they bring. */
class BrowseEntryTest {

    private static final String BROWSE =
            "{browse: press1, match: \"MAIN.axis*.**\", scan: ticks, labels: {kind: axis}}";

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private PointBrowse browse(String entry) {
        return fixture.loaded(LoaderFixture.GOOD.replace(BROWSE, entry))
                .browses()
                .get(0);
    }

    private static BrowseNode found(String comment, String unit) {
        return new BrowseNode("MAIN.axis1.pos", ScalarType.LREAL, "LREAL", comment, true, unit);
    }

    private static PointConfig point(PointBrowse browse, BrowseNode found) {
        return browse.point(found, new PointNames("press1"));
    }

    @Test
    void itSaysOfAllItsPointsWhatAListedPointSaysOfItself() {
        PointBrowse browse = browse("{browse: press1, match: \"MAIN.**\", exclude: [\"**.secret\", MAIN.x], scan: slow,"
                + " unit: mm, scale: 0.5, offset: 3, deadband: 0.1, maxSilence: 1m, writable: true}");
        PointConfig point = point(browse, found("", ""));
        assertThat(point.name()).isEqualTo("press1.MAIN.axis1.pos");
        assertThat(point.point().unit()).isEqualTo("mm");
        assertThat(point.point().writable()).isTrue();
        assertThat(point.scale()).isEqualTo(0.5);
        assertThat(point.offset()).isEqualTo(3);
        assertThat(point.deadband()).isEqualTo(0.1);
        assertThat(point.maxSilence()).isEqualTo(Duration.ofMinutes(1));
        assertThat(browse.exclusion()).accepts("MAIN.axis.secret", "MAIN.x").rejects("MAIN.axis.open");
        assertThat(browse.filter().units()).isFalse();
        BrowseNode fixed = new BrowseNode("MAIN.c", ScalarType.INT, "INT", "", false);
        assertThat(point(browse, fixed).point().writable()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'line3.{name}'                  | line3.pos
            '{connection}/{address}'        | press1/MAIN.axis1.pos
            'plant.{connection}.{name}'     | plant.press1.pos
            """)
    void aTemplateSaysWhatPointsAreCalled(String template, String name) {
        PointBrowse browse =
                browse("{browse: press1, match: \"MAIN.axis*.**\", scan: ticks, name: \"" + template + "\"}");
        assertThat(point(browse, found("", "")).name()).isEqualTo(name);
    }

    @Test
    void pointsThatATemplateWouldCallAlikeAreToldApart() {
        PointBrowse browse = browse("{browse: press1, match: \"MAIN.axis*.**\", scan: ticks, name: \"x.{name}\"}");
        PointNames names = new PointNames("press1");
        List<String> addresses = List.of("MAIN.axis1.pos", "MAIN.axis2.pos");
        addresses.forEach(address -> names.expectWhole(browse.nameOf(address)));
        assertThat(addresses)
                .map(address -> browse.point(new BrowseNode(address, ScalarType.INT, "INT", "", true), names)
                        .name())
                .doesNotHaveDuplicates()
                .allMatch(name -> name.startsWith("x.pos_"));
    }

    @Test
    void aTemplateWithAnUnknownVariableIsRefused() {
        assertThat(fixture.problems(LoaderFixture.GOOD.replace(
                        BROWSE, "{browse: press1, match: \"MAIN.**\", scan: ticks, name: \"{adress}\"}")))
                .isEqualTo("plant.yaml:13:59: points[3].name: '{adress}': unknown variable {adress};"
                        + " did you mean 'address'?");
    }

    @Test
    void aStreamMayTakeWhatATemplateCalls() {
        String file = LoaderFixture.GOOD
                .replace(
                        BROWSE, "{browse: press1, match: \"MAIN.**\", scan: ticks, name: \"hall.{connection}.{name}\"}")
                .replace("from: \"press1.**\"", "from: \"hall.press1.*\"");
        assertThat(fixture.loaded(file).browses()).hasSize(1);
        assertThat(fixture.problems(file.replace("hall.press1.*", "hall.press2.*")))
                .contains("no point matches");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            Oil pressure [bar]      | ''      | bar
            Axis [1] force [kN]     | ''      | kN
            Temperature [\u00b0C]   | ''      | Cel
            Counter [whatever]      | ''      | ''
            [mm]                    | \u00b0C | Cel
            ''                      | rpm     | /min
            ''                      | furlong | ''
            """)
    void theUnitCanComeFromTheDevice(String comment, String unit, String code) {
        PointBrowse browse = browse("{browse: press1, match: \"MAIN.axis*.**\", scan: ticks, unit: fromDevice}");
        assertThat(browse.filter().units()).isTrue();
        assertThat(point(browse, found(comment, unit)).point().unit()).isEqualTo(code);
    }

    @Test
    void aDeadbandIsNeededForASilenceHereToo() {
        assertThat(fixture.problems(LoaderFixture.GOOD.replace(
                        BROWSE, "{browse: press1, match: \"MAIN.**\", scan: ticks, maxSilence: 1s}")))
                .contains("points[3].maxSilence: needs a deadband");
    }

    @Test
    void anImportSaysWhatItsRowsLeaveOut() {
        fixture.write(
                "points.csv", "id,address,unit,deadband\npace,MAIN.speed2,,\nforce,MAIN.force,kN,2\nx,MAIN.x,,\n");
        List<PointConfig> points = fixture.loaded(LoaderFixture.GOOD.replace(
                        BROWSE,
                        "{import: points.csv, on: press1, scan: slow, name: \"{connection}.{id}\", exclude: MAIN.x,"
                                + " unit: mm/s, deadband: 0.5, scale: 10}"))
                .points();
        assertThat(points)
                .extracting(PointConfig::name)
                .endsWith("press1.pace", "press1.force")
                .hasSize(5);
        assertThat(points.get(3).point().unit()).isEqualTo("mm/s");
        assertThat(points.get(3).deadband()).isEqualTo(0.5);
        assertThat(points.get(4).point().unit()).isEqualTo("kN");
        assertThat(points.get(4).deadband()).isEqualTo(2);
        assertThat(points.get(4).scale()).isEqualTo(10);
    }

    @Test
    void pollingCanPassChangesOnly() {
        assertThat(fixture.loaded(LoaderFixture.GOOD.replace("every: 1s}", "every: 1s, changes: true}"))
                        .scanClasses())
                .containsValue(
                        new ScanClass("slow", ScanClass.Mode.POLL_CHANGES, Duration.ofSeconds(1), Duration.ZERO));
    }
}
