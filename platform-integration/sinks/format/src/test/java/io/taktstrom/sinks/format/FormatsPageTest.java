package io.taktstrom.sinks.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What the reference page says is so. */
class FormatsPageTest {

    private static final Path PAGE = Path.of("../../../docs/reference/formats.md");

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "AVRO.*|PROTOBUF.*")
    void theExampleOfAFormatIsWhatItWrites(PayloadFormat format) throws IOException {
        SampleBatch batch = new SampleBatch(2, 0);
        batch.reset(Points.of(ScalarType.REAL, DataPoint.of("press1.temp")), SampleOf.TIME + 1, 0);
        batch.addDouble(0, SampleOf.TIME, StatusCode.GOOD, 21.5);
        batch.addBad(0, SampleBatch.NO_TIME, StatusCode.BAD_NOT_CONNECTED);
        PayloadEncoder encoder = format.encoder(FieldSelection.STANDARD);
        encoder.begin();
        encoder.add(batch, 0);
        if (format.holdsMany()) {
            encoder.add(batch, 1);
        }
        String written = StandardCharsets.UTF_8.decode(encoder.end()).toString();
        assertThat(example(format)).isEqualTo(written.endsWith("\n") ? written : written + "\n");
    }

    private static String example(PayloadFormat format) throws IOException {
        String page = Files.readString(PAGE);
        String marker = "<!-- example " + format.word() + " -->\n```";
        assertThat(page).contains(marker);
        int start = page.indexOf('\n', page.indexOf(marker) + marker.length()) + 1;
        return page.substring(start, page.indexOf("```", start));
    }

    @Test
    void everyNameIsOnThePage() throws IOException {
        String page = Files.readString(PAGE);
        for (List<String> words : List.of(Field.keys(), TimeFormat.words(), PayloadFormat.words(format -> true))) {
            assertThat(words).allSatisfy(word -> assertThat(page).contains("`" + word + "`"));
        }
        for (PayloadFormat format : PayloadFormat.values()) {
            assertThat(page).contains(format.contentType());
        }
        for (Template.Name name : Template.Name.values()) {
            assertThat(page).contains("`{" + name.word());
        }
    }
}
