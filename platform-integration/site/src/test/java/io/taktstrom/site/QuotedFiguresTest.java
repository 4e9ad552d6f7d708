package io.taktstrom.site;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** README quotes figures that benchmarks have written elsewhere. Measured again, they change there: then they must change here. */
class QuotedFiguresTest {

    private static final Path ROOT = Path.of("../..");
    /** The columns of the claims: what, ours, theirs, and a link to the section with the figures. */
    private static final Pattern CLAIM = Pattern.compile(
            "(?m)^\\|([^|]*)\\|([^|]*)\\|([^|]*)\\| \\[[^]]*]\\((docs/benchmarks/[\\w-]+\\.md)#([^)]+)\\) \\|$");

    private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*(?:\\.\\d+)?");

    @Test
    void eachFigureOfReadmesClaimsIsInTheSectionThatItLinksTo() throws Exception {
        Matcher claim = CLAIM.matcher(Files.readString(ROOT.resolve("README.md")));
        List<String> wrong = new ArrayList<>();
        int claims = 0;
        for (; claim.find(); claims++) {
            List<BigDecimal> measured = numbers(section(claim.group(4), claim.group(5)));
            for (BigDecimal quoted : numbers(claim.group(2) + claim.group(3))) {
                if (measured.stream().noneMatch(figure -> isRounded(figure, quoted))) {
                    wrong.add(quoted.toPlainString() + " is not in " + claim.group(4) + "#" + claim.group(5)
                            + ": quote the present value, in the row" + claim.group(1));
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(claims).isGreaterThanOrEqualTo(5);
    }

    private static String section(String page, String anchor) throws Exception {
        return Markdown.page(Path.of(page), Files.readString(ROOT.resolve(page)), new ArrayList<>()).sections().stream()
                .filter(section -> section.anchor().equals(anchor))
                .map(Section::text)
                .findFirst()
                .orElseThrow(() -> new AssertionError(page + " has no section #" + anchor));
    }

    private static List<BigDecimal> numbers(String text) {
        return NUMBER.matcher(text)
                .results()
                .map(number -> new BigDecimal(number.group().replace(",", "")))
                .toList();
    }

    private static boolean isRounded(BigDecimal figure, BigDecimal quoted) {
        return figure.setScale(quoted.scale(), RoundingMode.HALF_UP).compareTo(quoted) == 0;
    }
}
