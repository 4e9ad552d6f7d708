package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Points out of NodeSet2 files. */
class ImportOpcUaCommandTest {

    private static final String NODES = """
            <UANodeSet xmlns="http://opcfoundation.org/UA/2011/03/UANodeSet.xsd">
              <NamespaceUris><Uri>urn:plant:press</Uri></NamespaceUris>
              <UAObject NodeId="ns=1;s=Press" BrowseName="1:Press" ParentNodeId="i=85"/>
              <UAVariable NodeId="ns=1;s=Press.Speed" BrowseName="1:Speed" DataType="i=11" ParentNodeId="ns=1;s=Press">
                <Description>of the ram, #1</Description>
              </UAVariable>
              <UAVariable NodeId="ns=1;i=7" BrowseName="1:Speed" DataType="i=11" ParentNodeId="ns=1;s=Press"/>
            </UANodeSet>
            """;

    @TempDir
    private Path directory;

    @Test
    void importedVariablesArePointsOfADeployment() throws IOException {
        Path file = Files.writeString(directory.resolve("Plant.NodeSet2.xml"), NODES);
        Ran imported = Ran.takt("import", "opcua", file.toString(), "--on", "press1", "--scan", "slow")
                .expect(ExitCode.GOOD);
        assertThat(imported.lines())
                .containsExactly(
                        "points:",
                        "  - {id: \"press1.Press.Speed\", on: \"press1\", address: \"nsu=urn:plant:press;s=Press.Speed\","
                                + " scan: \"slow\"}  # of the ram, #1",
                        "  - {id: \"press1.Press.Speed_2\", on: \"press1\", address: \"nsu=urn:plant:press;i=7\","
                                + " scan: \"slow\"}");
        Path deployment = directory.resolve("plant.yaml");
        Files.writeString(deployment, """
                connections:
                  press1: {type: opc.tcp, host: 127.0.0.1}
                scanClasses:
                  slow: {mode: poll, every: 1s}
                """ + imported.out());
        Ran.takt("validate", deployment.toString()).expect(ExitCode.GOOD);
    }

    @Test
    void whatIsNoNodeSetIsAnInvalidFile() throws IOException {
        Path file = Files.writeString(directory.resolve("plant.xml"), "<Other/>");
        Ran ran = Ran.takt("import", "opcua", file.toString()).expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("plant.xml:1: the root is Other");
        Ran.takt("import", "opcua", directory.resolve("no.xml").toString()).expect(ExitCode.WRONG_USE);
    }
}
