package io.taktstrom.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class HtmlReportTest {

    @TempDir
    private Path folder = Path.of("");

    private String report(String... markdown) throws IOException {
        HtmlReport report = new HtmlReport(folder, "");
        report.add("s7-read", "One DINT", List.of(markdown));
        report.write(folder.resolve("report.html"));
        return Files.readString(folder.resolve("report.html"));
    }

    @Test
    void aTableHasAHeadAndItsRows() throws IOException {
        assertThat(report("| who | reads/s |", "|---|---:|", "| we | **9** |"))
                .contains("<table>\n<tr><th>who</th><th>reads/s</th></tr>\n<tr><td>we</td>"
                        + "<td class=\"bar\" style=\"background-size:100.0% 100%\"><b>9</b></td></tr>\n</table>");
    }

    @Test
    void aBarIsAsLongAsItsNumberAndWhatIsNoneHasNone() throws IOException {
        assertThat(report(
                        "| who | of | ns/value |",
                        "|---|---:|---:|",
                        "| a | 7 | 1,000.0 |",
                        "| b | 7 | 250.0 |",
                        "| c | 7 | - |"))
                .contains("<td>7</td><td class=\"bar\" style=\"background-size:100.0% 100%\">1,000.0</td>")
                .contains("<td class=\"bar\" style=\"background-size:25.0% 100%\">250.0</td>")
                .contains("<td class=\"bar\" style=\"background-size:0.0% 100%\">-</td>");
    }

    @Test
    void theContentsLeadToEachExperiment() throws IOException {
        assertThat(report("One.")).contains("<li><a href=\"#s7-read\">One DINT</a></li>", "<h2 id=\"s7-read\">");
    }

    @Test
    void theFolderOfTheFileIsMadeAndWhatSpeaksAgainstAllStandsAtItsHead() throws IOException {
        Path file = folder.resolve("new/folder/report.html");
        new HtmlReport(folder, "in a hurry, a < b").write(file);
        assertThat(file).content().contains("<p class=\"doubt\">in a hurry, a &lt; b</p>");
    }

    @Test
    void picturesAreWithinTheFile() throws IOException {
        Files.createDirectory(folder.resolve("plots"));
        Files.writeString(folder.resolve("plots/a.svg"), "<?xml version=\"1.0\"?>\n<svg>bars</svg>");

        assertThat(report("![Bars](plots/a.svg)"))
                .contains("<figure><svg>bars</svg></figure>")
                .doesNotContain("<?xml");
    }

    @Test
    void doubtsStandOut() throws IOException {
        assertThat(report("- read with care: a load of 7.1 when it began"))
                .contains("<p class=\"doubt\">read with care: a load of 7.1 when it began</p>");
    }

    @Test
    void whatContendersSayIsText() throws IOException {
        assertThat(report("| <script>alert(1)</script> |"))
                .contains("&lt;script&gt;")
                .doesNotContain("<script>");
    }

    @Test
    void theFileNeedsNothingBesideIt() throws IOException {
        assertThat(report("`./takt bench run x`; raw figures in [data/x.json](data/x.json)."))
                .contains("<code>./takt bench run x</code>; raw figures in data/x.json.")
                .doesNotContain("href=\"data", "href=\"http", "src=", "url(");
    }
}
