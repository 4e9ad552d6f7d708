package io.taktstrom.s7.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.s7.S7Provider;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.simulator.S7Fault;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a CPU offers: its data blocks, or the variables that its project's files name. */
@Timeout(120)
class BrowseIT {

    /** More than fit into one PDU. */
    private static final int BLOCKS = 150;

    private static final String SOURCE = """
            DATA_BLOCK "Line"
               STRUCT
                  speed : Real;
                  drives : Array[1..2] of Struct
                     on : Bool;
                     hours : DInt;
                  END_STRUCT;
               END_STRUCT;
            BEGIN
            END_DATA_BLOCK
            """;

    @TempDir
    Path directory;

    @AutoClose
    private S7Simulator cpu;

    @BeforeEach
    void start() throws IOException {
        String blocks = IntStream.rangeClosed(1, BLOCKS)
                .mapToObj(i -> "DB" + i + ": {bytes: " + (100 + i) + "}")
                .collect(Collectors.joining(", "));
        cpu = S7Simulator.builder()
                .model(S7Model.parse("limits: {pduBytes: 240}\nblocks: {" + blocks + "}"))
                .start();
    }

    private Connection connect(String options) throws ConnectorException {
        S7Provider provider = new S7Provider();
        return provider.connect(provider.descriptor().parse(cpu.endpointUri() + options), ConnectContext.standard());
    }

    private static List<BrowseNode> all(Connection connection, String match) throws ConnectorException {
        List<BrowseNode> nodes = new ArrayList<>();
        try (BrowseCursor cursor = connection.browse(BrowseFilter.matching(match))) {
            for (List<BrowseNode> page = cursor.next(7); !page.isEmpty(); page = cursor.next(7)) {
                nodes.addAll(page);
            }
        }
        return nodes;
    }

    @Test
    void withoutSymbolsTheDataBlocksAreListedEachAsItsBytes() throws Exception {
        try (Connection connection = connect("")) {
            List<BrowseNode> nodes = all(connection, "**");
            assertThat(nodes).hasSize(BLOCKS);
            assertThat(nodes.get(2).address()).isEqualTo("DB3.DBB0:BYTE[103]");
            assertThat(all(connection, "DB14?.**")).hasSize(10);
            PointGroup group = connection.resolve(
                    nodes.stream().map(node -> DataPoint.of(node.address())).toList());
            for (int i = 0; i < BLOCKS; i++) {
                assertThat(group.statusAt(i)).isEqualTo(StatusCode.GOOD);
                assertThat(group.typeAt(i)).isEqualTo(nodes.get(i).type());
            }
        }
    }

    /** As an S7-1200 or S7-1500 does. */
    @Test
    void aCpuThatListsNoBlocksSaysWhatHelps() throws Exception {
        cpu.faults()
                .add(new DeviceFault.Refuse(
                        FaultScope.ofCommand(S7Fault.USER_DATA), S7ErrorCode.FUNCTION_NOT_SUPPORTED));
        try (Connection connection = connect("")) {
            assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL))
                    .isInstanceOf(DeviceErrorException.class)
                    .hasMessageContaining("does not list its blocks")
                    .hasMessageContaining("symbols");
        }
    }

    @Test
    void withSymbolsVariablesAreFoundByTheirNamesAndTheirAddresses() throws Exception {
        Path source = Files.writeString(directory.resolve("Line.db"), SOURCE);
        try (Connection connection = connect("&blockNumbers=Line=5&symbols=" + source)) {
            assertThat(all(connection, "**"))
                    .extracting(node -> node.address() + " " + node.comment())
                    .containsExactly(
                            "DB5.DBD0:REAL Line.speed",
                            "DB5.DBX4.0 Line.drives[1].on",
                            "DB5.DBD6:DINT Line.drives[1].hours",
                            "DB5.DBX10.0 Line.drives[2].on",
                            "DB5.DBD12:DINT Line.drives[2].hours");
            assertThat(all(connection, "Line.drives*.hours")).hasSize(2);
            assertThat(all(connection, "DB5.DBX**")).hasSize(2);
        }
    }

    @Test
    void symbolsThatAreNotThereOrWrongSayWhere() throws Exception {
        Path source = Files.writeString(directory.resolve("Line.db"), SOURCE);
        try (Connection connection = connect("&symbols=" + directory.resolve("no.db"))) {
            assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("no.db");
        }
        try (Connection connection = connect("&symbols=" + source)) {
            assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("Line.db:1:12")
                    .hasMessageContaining("no number");
        }
    }
}
