package io.taktstrom.s7;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.s7.engine.CpuLinkSettings;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class S7ProviderTest {

    private final S7Provider provider = new S7Provider();

    private CpuLinkSettings link(String uri) {
        return S7Options.link(provider.descriptor().parse(uri));
    }

    @Test
    void rackSlotAndConnectionTypeMakeTheTsap() {
        assertThat(link("s7://plc").remoteTsap()).isEqualTo(0x0201);
        assertThat(link("s7://plc").port()).isEqualTo(102);
        assertThat(link("s7://plc?connectionType=pg&slot=2").remoteTsap()).isEqualTo(0x0102);
        assertThat(link("s7://plc?connectionType=basic&rack=1&slot=3").remoteTsap())
                .isEqualTo(0x0323);
        assertThat(link("s7://plc").localTsap()).isEqualTo(0x0100);
    }

    @Test
    void givenTsapsAreTaken() {
        CpuLinkSettings logo = link("s7://logo?localTsap=01.00&remoteTsap=2000");
        assertThat(logo.remoteTsap()).isEqualTo(0x2000);
        assertThat(logo).hasToString("logo:102 (TSAP 20.00)");
        assertThatThrownBy(() -> link("s7://logo?remoteTsap=200")).hasMessageContaining("TSAP of two bytes");
    }

    @Test
    void aBackendThatIsNotThereIsToldWithWhatToDo() {
        Endpoint endpoint = provider.descriptor().parse("s7://plc?backend=plc4j");
        assertThatThrownBy(() -> provider.connect(endpoint, ConnectContext.standard()))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("the backend plc4j is not there")
                .hasMessageContaining("add connector-s7-plc4j to the class path");
    }

    @Test
    void aPasswordIsNeverShown() {
        Endpoint endpoint = provider.descriptor().parse("s7://plc?password=secret");
        assertThat(S7Options.link(endpoint).password()).isEqualTo("secret");
        assertThat(S7Options.link(endpoint).toString()).doesNotContain("secret");
        assertThatThrownBy(() -> link("s7://plc?password=much-too-long"))
                .hasMessageContaining("at most 8")
                .hasMessageNotContaining("much");
    }

    @Test
    void everyExampleOfAnAddressMatchesThePattern() {
        assertThat(provider.descriptor().addresses().examples())
                .allMatch(example ->
                        example.matches(provider.descriptor().addresses().pattern()));
    }

    @ParameterizedTest
    @CsvSource({
        "DBfoo, , column 3: expected the number of a data block",
        "DB1.DBX0.0, REAL, column 8: a X address of a REAL",
        "DB1.DBD4:REAL, DINT, the address names a REAL",
        "MAIN.x, , column 2: 'AIN' is no type here",
        "DB1.DBW4, ARRAY[*] OF INT, state the bounds",
    })
    void aWrongPointIsToldBeforeACpuIsAsked(String address, @Nullable String type, String why) {
        assertThat(validate(address, type))
                .hasValueSatisfying(told ->
                        assertThat(told).startsWith("address '" + address + "'").contains(why));
    }

    @Test
    void everyExampleAndWhatATypeCompletesIsRight() {
        assertThat(provider.descriptor().addresses().examples())
                .allSatisfy(example -> assertThat(validate(example, null)).isEmpty());
        assertThat(validate("DB1.DBD4", "REAL")).isEmpty();
        assertThat(validate("M20", "INT")).isEmpty();
        assertThat(validate("DB1.DBX20.0", "STRING(30)")).isEmpty();
    }

    private Optional<String> validate(String address, @Nullable String type) {
        DataPoint point = DataPoint.of(address);
        return provider.validate(
                provider.descriptor().parse("s7://plc"), type == null ? point : point.withType(DataType.parse(type)));
    }

    @Test
    void aReadIsExplainedForEverySizeThatACpuMayGrant() {
        Endpoint endpoint = provider.descriptor().parse("s7://plc");
        List<DataPoint> points = IntStream.range(0, 100)
                .mapToObj(i -> DataPoint.of("DB1.DBD" + 64 * i))
                .toList();
        assertThat(provider.explain(endpoint, points))
                .containsExactly(
                        "PDU of 240: 100 points (400 bytes) in 100 blocks, 100 items, 6 requests; 1272 bytes out,"
                                + " 884 bytes in; at most 19 items fit into one",
                        "PDU of 480: 100 points (400 bytes) in 100 blocks, 100 items, 5 requests; 1260 bytes out,"
                                + " 870 bytes in; at most 20 items fit into one",
                        "PDU of 960: 100 points (400 bytes) in 100 blocks, 100 items, 5 requests; 1260 bytes out,"
                                + " 870 bytes in; at most 20 items fit into one");
        Endpoint small = provider.descriptor().parse("s7://plc?pdu=240");
        assertThat(provider.explain(small, List.of(DataPoint.of("DB1.DBW0"), DataPoint.of("DB1.DBQ0"))))
                .satisfiesExactly(
                        wrong -> assertThat(wrong).startsWith("DB1.DBQ0 is not read: "),
                        plan -> assertThat(plan).endsWith("all fits into one"));
    }
}
