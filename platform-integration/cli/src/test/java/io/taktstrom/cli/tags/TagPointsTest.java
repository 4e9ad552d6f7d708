package io.taktstrom.cli.tags;

import java.util.List;

import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Addresses of a plug-in's protocol; those of the others are in {@code ImportCsvCommandTest}. */
class TagPointsTest {

    /** The addresses of the plug-in for Modbus. */
    private static final ConnectorProvider MODBUS = new ConnectorProvider() {
        @Override
        public ConnectorDescriptor descriptor() {
            return ConnectorDescriptor.of("modbus", "Modbus/TCP", "Of a test.")
                    .port(502)
                    .addresses("A register.", "(co|di|hr|ir)[0-9]+(:.+)?", "hr100:REAL")
                    .build();
        }

        @Override
        public Connection connect(Endpoint endpoint, ConnectContext context) {
            throw new UnsupportedOperationException("talks to no device");
        }
    };

    @ParameterizedTest
    @CsvSource({"400001, hr0", "300010, ir9", "40001, hr0", "000005, co4", "100001, di0", "hr7, hr7"})
    void referencesOfModiconAreAddressesOfModbus(String reference, String address) {
        TagPoints points = new TagPoints(MODBUS);
        ExportedTag tag = new ExportedTag("meter.csv:2", "V", "", reference, ScalarType.UINT, "", List.of(), "");
        assertThat(points.of(tag))
                .hasValueSatisfying(point -> assertThat(point.address()).isEqualTo(address));
        assertThat(points.refused()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"400000", "500001", "4000010", "HR1"})
    void whatIsNoAddressIsNamedWithItsPlace(String reference) {
        TagPoints points = new TagPoints(MODBUS);
        assertThat(points.of(new ExportedTag("meter.csv:2", "V", "", reference, null, "", List.of(), "")))
                .isEmpty();
        assertThat(points.refused()).singleElement().asString().startsWith("meter.csv:2: V, " + reference + ": ");
    }
}
