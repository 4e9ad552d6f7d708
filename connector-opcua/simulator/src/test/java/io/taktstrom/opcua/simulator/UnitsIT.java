package io.taktstrom.opcua.simulator;

import java.io.IOException;
import java.util.List;

import io.taktstrom.model.Glob;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** The units that a server says of its variables, for those who ask. */
@Timeout(120)
class UnitsIT {

    private static final String MODEL = """
            namespace: urn:plant
            points:
              press.oil: {type: Double, unit: "\u00b0C"}
              press.count: Int32
              press.force: {type: Float, unit: kN}
            """;

    private static List<BrowseNode> browse(Connection connection, boolean units) throws IOException {
        try (BrowseCursor cursor =
                connection.browse(new BrowseFilter(Glob.of("nsu=urn:plant;s=press.*"), false, units))) {
            return cursor.next(100);
        }
    }

    @Test
    void whoAsksForUnitsGetsThoseThatTheServerSays() throws IOException {
        try (OpcUaSimulator server =
                        OpcUaSimulator.builder().model(OpcUaModel.parse(MODEL)).start();
                Connection connection = Connectors.connect(server.endpointUri())) {
            assertThat(browse(connection, true)).extracting(BrowseNode::unit).containsExactly("\u00b0C", "", "kN");
            assertThat(browse(connection, false)).extracting(BrowseNode::unit).containsOnly("");
        }
    }
}
