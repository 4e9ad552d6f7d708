package io.taktstrom.description.aid;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import io.taktstrom.deployment.PointConfig;
import io.taktstrom.description.DescriptionImport.Imported;
import io.taktstrom.description.Plants;
import io.taktstrom.model.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class AidReaderTest {

    /** An interface over Modbus and one over MQTT in the XML form, with semantic ids of version 1.0. */
    private static final String SHELL = """
            <?xml version="1.0" encoding="utf-8"?>
            <environment xmlns="https://admin-shell.io/aas/3/0">
              <submodels>
                <submodel>
                  <idShort>AssetInterfacesDescription</idShort>
                  <id>urn:example:aid</id>
                  <semanticId>
                    <type>ExternalReference</type>
                    <keys><key><type>GlobalReference</type><value>https://admin-shell.io/idta/AssetInterfacesDescription/1/0/Submodel</value></key></keys>
                  </semanticId>
                  <submodelElements>
                    <submodelElementCollection>
                      <idShort>InterfaceMODBUS</idShort>
                      <value>
                        <property><idShort>title</idShort><valueType>xs:string</valueType><value>Meter</value></property>
                        <submodelElementCollection>
                          <idShort>EndpointMetadata</idShort>
                          <value>
                            <property><idShort>base</idShort><valueType>xs:anyURI</valueType><value>modbus+tcp://10.0.0.9:502</value></property>
                            <property><idShort>modv_mostSignificantWord</idShort><valueType>xs:string</valueType><value>false</value></property>
                            <submodelElementList>
                              <idShort>security</idShort>
                              <value>
                                <referenceElement>
                                  <value>
                                    <type>ModelReference</type>
                                    <keys>
                                      <key><type>Submodel</type><value>urn:example:aid</value></key>
                                      <key><type>SubmodelElementCollection</type><value>InterfaceMODBUS</value></key>
                                      <key><type>SubmodelElementCollection</type><value>nosec_sc</value></key>
                                    </keys>
                                  </value>
                                </referenceElement>
                              </value>
                            </submodelElementList>
                            <submodelElementCollection>
                              <idShort>securityDefinitions</idShort>
                              <value>
                                <submodelElementCollection>
                                  <idShort>nosec_sc</idShort>
                                  <value><property><idShort>scheme</idShort><value>nosec</value></property></value>
                                </submodelElementCollection>
                              </value>
                            </submodelElementCollection>
                          </value>
                        </submodelElementCollection>
                        <submodelElementCollection>
                          <idShort>InteractionMetadata</idShort>
                          <value>
                            <submodelElementCollection>
                              <idShort>properties</idShort>
                              <value>
                                <submodelElementCollection>
                                  <idShort>energy</idShort>
                                  <value>
                                    <property><idShort>key</idShort><value>Active energy</value></property>
                                    <property><idShort>type</idShort><value>float</value></property>
                                    <property><idShort>unit</idShort><value>kW.h</value></property>
                                    <submodelElementCollection>
                                      <idShort>forms</idShort>
                                      <value>
                                        <property><idShort>href</idShort><value>40361?quantity=4</value></property>
                                        <property><idShort>modv_function</idShort><value>readHoldingRegisters</value></property>
                                        <property><idShort>modv_pollingTime</idShort><value>500</value></property>
                                      </value>
                                    </submodelElementCollection>
                                  </value>
                                </submodelElementCollection>
                              </value>
                            </submodelElementCollection>
                            <submodelElementCollection><idShort>actions</idShort><value/></submodelElementCollection>
                          </value>
                        </submodelElementCollection>
                      </value>
                    </submodelElementCollection>
                    <submodelElementCollection>
                      <idShort>InterfaceMQTT</idShort>
                      <value>
                        <submodelElementCollection>
                          <idShort>EndpointMetadata</idShort>
                          <value><property><idShort>base</idShort><value>mqtt://10.0.0.1:1883</value></property></value>
                        </submodelElementCollection>
                        <submodelElementCollection>
                          <idShort>InteractionMetadata</idShort>
                          <value>
                            <submodelElementCollection>
                              <idShort>properties</idShort>
                              <value>
                                <submodelElementCollection>
                                  <idShort>state</idShort>
                                  <value>
                                    <submodelElementCollection>
                                      <idShort>forms</idShort>
                                      <value><property><idShort>href</idShort><value>/state</value></property></value>
                                    </submodelElementCollection>
                                  </value>
                                </submodelElementCollection>
                              </value>
                            </submodelElementCollection>
                          </value>
                        </submodelElementCollection>
                      </value>
                    </submodelElementCollection>
                  </submodelElements>
                </submodel>
              </submodels>
            </environment>
            """;

    /** With a mode that AAS4J writes, although the targets are in the package. */
    private static final String RELATIONSHIPS = "<?xml version=\"1.0\"?><Relationships"
            + " xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r\""
            + " TargetMode=\"External\" Type=\"http://www.admin-shell.io/aasx/relationships/%s\" Target=\"%s\"/></Relationships>";

    @TempDir
    private Path folder;

    private Path aasx(String shell) throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        parts.put("_rels/.rels", bytes(RELATIONSHIPS.formatted("aasx-origin", "/aasx/aasx-origin")));
        // Relative to the folder of the origin, as some tools write it.
        parts.put("aasx/_rels/aasx-origin.rels", bytes(RELATIONSHIPS.formatted("aas-spec", "shell/shell.xml")));
        parts.put("aasx/shell/shell.xml", bytes(shell));
        return zip(parts);
    }

    private Path zip(Map<String, byte[]> parts) throws IOException {
        Path file = folder.resolve("shell.aasx");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue());
            }
        }
        return file;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void assertRefused(Path file, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AidReader().read(file))
                .withMessageContaining(message);
    }

    @Test
    void aPackageInXmlIsRead() throws IOException {
        Imported imported = Plants.read(new AidReader().read(aasx(SHELL)));
        assertThat(imported.problems()).isEmpty();
        assertThat(imported.notes()).containsExactly("1 property over mqtt left out: no connector speaks it");
        PointConfig energy = Plants.load(imported.text()).points().get(0);
        assertThat(energy.name()).isEqualTo("Meter.Active_energy");
        assertThat(energy.point().address()).isEqualTo("hr40361");
        assertThat(energy.point().type()).isEqualTo(ScalarType.LREAL);
        assertThat(energy.point().unit()).isEqualTo("kW.h");
        assertThat(imported.text()).contains("words: swapped", "every: 500ms");
    }

    @Test
    void aShellWithoutInterfacesIsRefused() throws IOException {
        assertRefused(
                aasx(SHELL.replace("AssetInterfacesDescription", "Nameplate")),
                "has no submodel AssetInterfacesDescription with an interface (submodels: Nameplate); name a shell");
    }

    @Test
    void aRelativeHrefWithoutBaseIsAProblemAtItsPlace() throws IOException {
        Path file = aasx(SHELL.replace("modbus+tcp://10.0.0.9:502", ""));
        assertThat(Plants.problems(new AidReader().read(file)))
                .containsExactly(
                        "file.json: AssetInterfacesDescription.InterfaceMODBUS.properties.Active energy: href"
                                + " '40361?...' is relative, and there is no base; state the base, such as opc.tcp://10.0.0.5:4840");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><environment>&e;</environment>",
                "<!DOCTYPE x SYSTEM \"http://127.0.0.1:1/x.dtd\"><environment/>",
                "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><environment>&b;</environment>"
            })
    void aDocumentTypeIsRefused(String xml) throws IOException {
        assertRefused(aasx(xml), "part aasx/shell/shell.xml: line 1: has a document type, which a shell must not");
    }

    @Test
    void entitiesAndDepthAreRefused() throws IOException {
        assertRefused(aasx("<environment>&e;</environment>"), "part aasx/shell/shell.xml: line 1");
        assertRefused(aasx("<a>".repeat(10_000)), "nested more than 200 deep");
    }

    @Test
    void aPartThatUnpacksToTooMuchIsRefused() throws IOException {
        Path file = aasx("<environment>" + " ".repeat(AasxPackage.MAX_PART) + "</environment>");
        assertThat(Files.size(file)).isLessThan(100_000);
        assertRefused(file, "part aasx/shell/shell.xml is larger than 33554432 bytes");
    }

    @Test
    void whatIsNotAPackageIsRefused() throws IOException {
        assertRefused(folder.resolve("none.aasx"), "no such file; name an AASX, or a shell in JSON or XML");
        assertRefused(zip(Map.of("x", bytes("x"))), "is not an AASX: it has no part _rels/.rels");
        assertRefused(
                zip(Map.of("_rels/.rels", bytes(RELATIONSHIPS.formatted("other", "/x")))),
                "is not an AASX: no relationship leads to a shell");
        assertRefused(
                zip(Map.of("_rels/.rels", bytes(RELATIONSHIPS.formatted("aasx-origin", "../../etc/passwd")))),
                "is not an AASX: it has no part ");
        Path torn = folder.resolve("torn.aasx");
        try (OutputStream out = Files.newOutputStream(torn)) {
            out.write(Files.readAllBytes(aasx(SHELL)), 0, 500);
        }
        assertRefused(torn, "is not an AASX: ");
        assertRefused(Files.writeString(folder.resolve("x.json"), "{\"a\": }"), "line 1, column ");
    }

    /** A submodel alone, whose combinations of security lead back to themselves. */
    @Test
    void circularReferencesEnd() throws IOException {
        String reference = "{\"modelType\": \"ReferenceElement\", \"value\": {\"type\": \"ModelReference\", \"keys\":"
                + " [{\"type\": \"SubmodelElementCollection\", \"value\": \"loop\"}]}}";
        String text = """
                {"modelType": "Submodel", "idShort": "AssetInterfacesDescription", "submodelElements": [
                  {"modelType": "SubmodelElementCollection", "idShort": "Interface", "value": [
                    {"modelType": "SubmodelElementCollection", "idShort": "EndpointMetadata", "value": [
                      {"modelType": "Property", "idShort": "base", "value": "opc.tcp://10.0.0.1:4840"},
                      {"modelType": "SubmodelElementList", "idShort": "security", "value": [REF]},
                      {"modelType": "SubmodelElementCollection", "idShort": "securityDefinitions", "value": [
                        {"modelType": "SubmodelElementCollection", "idShort": "loop", "value": [
                          {"modelType": "Property", "idShort": "scheme", "value": "combo"},
                          {"modelType": "SubmodelElementList", "idShort": "allOf", "value": [REF, REF]}]}]}]},
                    {"modelType": "SubmodelElementCollection", "idShort": "InteractionMetadata", "value": [
                      {"modelType": "SubmodelElementCollection", "idShort": "properties", "value": [
                        {"modelType": "SubmodelElementCollection", "idShort": "speed", "value": [
                          {"modelType": "SubmodelElementCollection", "idShort": "forms", "value": [
                            {"modelType": "Property", "idShort": "href", "value": "/"},
                            {"modelType": "Property", "idShort": "uav_browsePath", "value": "/Root/Objects/1:Speed"}]}]}]}]}]}]}
                """.replace("REF", reference);
        Path file = Files.writeString(folder.resolve("submodel.json"), text);
        assertThat(Plants.imported(new AidReader().read(file)).points())
                .singleElement()
                .returns("Interface.speed", PointConfig::name);
    }
}
