package io.taktstrom.oktoflow.ivml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Models that are small, and come to more than any machine has; found by fuzzing. */
@Timeout(60)
class HostileModelTest {

    @TempDir
    private Path folder;

    private String problems(String statements) throws IOException {
        Path file = Files.writeString(folder.resolve("P.ivml"), "project P {\n" + statements + "\n}\n");
        IvmlImport.Read read = IvmlImport.read(
                List.of(file), scheme -> Connectors.provider(scheme).descriptor());
        assertThat(read.text()).isEmpty();
        return read.problems().toString();
    }

    @Test
    void constantsThatAreSumsOfConstantsAreNotPutTogetherWithoutEnd() throws IOException {
        String doubled = IntStream.range(0, 60)
                .mapToObj(i -> "String c" + i + " = c" + (i + 1) + " + c" + (i + 1) + ";")
                .collect(Collectors.joining("\n"));
        assertThat(problems(doubled + "\nString c60 = \"x\"; OpcUaV1Connector a = {host = c0, port = 1};"))
                .contains("it is made of more than 1000 parts");
    }

    @Test
    void recordsThatHaveEachOtherTwiceAreNotTakenApartWithoutEnd() throws IOException {
        String field = "Field {name = \"x\", type = refBy(T%1$d)}, Field {name = \"y\", type = refBy(T%1$d)}";
        String records = IntStream.range(0, 30)
                .mapToObj(i -> "RecordType T" + i + " = {name = \"T\", fields = {" + field.formatted(i + 1) + "}};")
                .collect(Collectors.joining("\n"));
        String last = "RecordType T30 = {name = \"T\", fields = {Field {name = \"x\", type = refBy(FloatType)}}};";
        String connector = "OpcUaV1Connector a = {host = \"h\", port = 1, outInterface = refBy(T%d)};";
        assertThat(problems(records + last + connector.formatted(0))).contains("more than 100000 fields");
        String itself = "RecordType T0 = {name = \"T\", fields = {" + field.formatted(0) + "}};";
        assertThat(problems(itself + connector.formatted(0))).contains("the record T0 contains itself");
    }

    @Test
    void anImportThatNoFileCanBeNamedAfterLeadsNowhere() throws IOException {
        assertThat(problems("import A\0B;")).contains("has no connector that is one of ours");
    }

    @Test
    void aCycleThatIsNotATimeIsRefused() throws IOException {
        assertThat(
                        problems(
                                "TaktstromAdsConnector a = {host = \"h\", port = 1, amsNetId = \"1.2.3.4.5.6\", cycle = \"1ms}}\"};"))
                .contains("'1ms}}' is not a duration");
    }
}
