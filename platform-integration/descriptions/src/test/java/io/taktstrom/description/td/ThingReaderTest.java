package io.taktstrom.description.td;

import java.time.Duration;
import java.util.List;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.description.DescriptionImport.Imported;
import io.taktstrom.description.Plants;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** What others write: facts of the W3C's and the OPC Foundation's pages. */
class ThingReaderTest {

    private static String thing(String base, String properties) {
        return """
                {"@context": "https://www.w3.org/2022/wot/td/v1.1", "title": "device", "base": "%s",
                 "securityDefinitions": {"nosec_sc": {"scheme": "nosec"}}, "security": "nosec_sc",
                 "properties": {%s}}""".formatted(base, properties);
    }

    private static String property(String form) {
        return "\"p\": {\"type\": \"number\", \"forms\": [{" + form + "}]}";
    }

    private static Imported read(String text) {
        return Plants.read(List.of(new ThingReader().read(text)));
    }

    private static PointConfig point(String text) {
        return Plants.imported(List.of(new ThingReader().read(text))).points().get(0);
    }

    /** As OPC 10100-1, 6.1 describes a power meter: unit in the base, register in the href, polled every two seconds. */
    @Test
    void aMeterOfWotConnectivityBecomesAPolledModbusConnection() {
        String text = """
                {
                  "@context": ["https://www.w3.org/2022/wot/td/v1.1"],
                  "id": "urn:meter",
                  "@type": ["Thing"],
                  "title": "Power meter",
                  "securityDefinitions": {"nosec_sc": {"scheme": "nosec"}},
                  "security": ["nosec_sc"],
                  "base": "modbus+tcp://192.168.178.94:502/1",
                  "properties": {
                    "Voltage": {
                      "type": "number", "readOnly": true, "observable": true, "unit": "V",
                      "forms": [{
                        "href": "7?quantity=2", "op": ["readproperty", "observeproperty"],
                        "modv:type": "xsd:float", "modv:entity": "holdingRegister", "modv:pollingTime": 2000
                      }]
                    }
                  }
                }
                """;
        Deployment deployment = Plants.imported(List.of(new ThingReader().read(text)));
        PointConfig voltage = deployment.points().get(0);
        assertThat(voltage.name()).isEqualTo("Power_meter.Voltage");
        assertThat(voltage.point().address()).isEqualTo("hr7");
        assertThat(voltage.point().type()).isEqualTo(ScalarType.REAL);
        assertThat(voltage.point().unit()).isEqualTo("V");
        assertThat(voltage.point().writable()).isFalse();
        assertThat(deployment.scanClasses().get(voltage.scan()))
                .returns(ScanClass.Mode.POLL, ScanClass::mode)
                .returns(Duration.ofSeconds(2), ScanClass::cycle);
        assertThat(deployment.connections().values())
                .extracting(connection -> connection.name() + " " + connection.endpoint())
                .containsExactly("Power_meter modbus://192.168.178.94:502");
    }

    /** The shapes of OPC 10101, 6.2: whole, relative to a base with a resource path, with the two characters that are encoded. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "opc.tcp://opcuademo.com:4840 | /?id=nsu=http://example.com/demo/pump;s=PumpSpeed | nsu=http://example.com/demo/pump;s=PumpSpeed",
                "opc.tcp://10.0.0.1:4840 | /?id=nsu=http://example.com/hello%23;s=a%26b | nsu=http://example.com/hello#;s=a&b",
                "'' | opc.tcp://192.168.120.237:4840/?id=nsu=http://x.com/hello;s=\u6c34 W | nsu=http://x.com/hello;s=\u6c34 W",
                "opc.tcp://10.0.0.1:4840/UA/Server | ?id=ns=1;i=1234 | ns=1;i=1234",
                "opc.tcp://10.0.0.1:4840 | /?id=ns=1;s=100%x | ns=1;s=100%x"
            })
    void anOpcUaHrefNamesTheNode(String base, String href, String address) {
        assertThat(point(thing(base, property("\"href\": \"" + href + "\"")))
                        .point()
                        .address())
                .isEqualTo(address);
    }

    @Test
    void theResourcePathOfAServerIsKept() {
        Imported imported = read(thing("opc.tcp://10.0.0.1:4840/UA/Server", property("\"href\": \"/?id=i=2258\"")));
        assertThat(imported.text()).contains("path: \"UA/Server\"", "security: none");
    }

    /** As AID 1.1 and Eclipse Thingweb name nodes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'uav:browsePath' | /Root/Objects/1:Machine/1:Pressure | /Objects/1:Machine/1:Pressure",
                "'uav:browsePath' | /Objects/1:Machine | /Objects/1:Machine",
                "'opcua:nodeId' | ns=1;s=PumpSpeed | ns=1;s=PumpSpeed"
            })
    void anOpcUaTermNamesTheNode(String term, String value, String address) {
        String form = "\"href\": \"/\", \"" + term + "\": \"" + value + "\"";
        assertThat(point(thing("opc.tcp://10.0.0.1:4840", property(form)))
                        .point()
                        .address())
                .isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "/3/40?quantity=1 | 'modv:function': 'readHoldingRegisters', 'modv:type': 'xsd:short' | hr40 | INT",
                "/3/40?quantity=2 | 'modv:entity': 'InputRegister' | ir40 | REAL",
                "/3/40 | 'modv:entity': 'Coil', 'modv:type': 'xsd:boolean', 'modv:zeroBasedAddressing': false | co39 | BOOL",
                "/3?address=7&quantity=4 | 'modv:entity': 'HoldingRegister', 'modv:mostSignificantWord': false | hr7 | LREAL"
            })
    void aModbusFormNamesTableRegisterAndType(String href, String terms, String address, String type) {
        String form = "\"href\": \"" + href + "\", " + terms.replace('\'', '"');
        PointConfig point = point(thing("modbus+tcp://10.0.0.9:502", property(form)));
        assertThat(point.point().address()).isEqualTo(address);
        assertThat(point.point().type()).hasToString(type);
    }

    @Test
    void othersProtocolsAreLeftOutAndNoted() {
        Imported imported = read(thing(
                "http://10.0.0.1/",
                property("\"href\": \"p\"") + ", \"q\": {\"forms\": [{\"href\": \"opc.tcp://h:4840/?id=i=1\"}]}"));
        assertThat(imported.problems()).isEmpty();
        assertThat(imported.text()).contains("device.q").doesNotContain("device.p");
        assertThat(imported.notes()).contains("1 property over http left out: no connector speaks it");
        assertThat(read(thing("http://10.0.0.1/", property("\"href\": \"p\""))).problems())
                .singleElement()
                .hasToString("file.json: has no property that a connector of this installation can reach;"
                        + " name a description of a device with OPC UA, Modbus, ADS or S7");
    }

    @Test
    void combinationsOfSchemesMayBeCircular() {
        String text = thing("opc.tcp://h:4840", property("\"href\": \"/?id=i=1\""))
                .replace("\"nosec_sc\": {\"scheme\": \"nosec\"}", """
                        "nosec_sc": {"scheme": "combo", "allOf": ["a", "nosec_sc", "b"]},
                        "a": {"scheme": "combo", "oneOf": ["nosec_sc", "c"]},
                        "b": {"scheme": "uav:authentication", "uav:userIdentityToken": "UserName"},
                        "c": {"scheme": "uav:channelsec", "uav:securityMode": "Sign", "uav:securityPolicy": "Basic256Sha256"}""");
        assertThat(read(text).text())
                .contains("security: Basic256Sha256, securityMode: Sign", "password: \"${env:DEVICE_PASSWORD}\"");
    }

    /** A description comes from elsewhere. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ads://h:48898/5.1.2.3.1.1:851?localAmsNetId=${file:/etc/passwd} | /?symbol=MAIN.a",
                "ads://h:48898/5.1.2.3.1.1:851 | /?symbol=${env:HOME}",
                "ads://${env:HOME}:48898/5.1.2.3.1.1:851 | /?symbol=MAIN.a"
            })
    void referencesToThisMachineAreRefused(String base, String href) {
        assertThat(Plants.problems(
                        List.of(new ThingReader().read(thing(base, property("\"href\": \"" + href + "\""))))))
                .hasSize(1)
                .allMatch(problem -> problem.startsWith("file.json: properties.p: "));
    }

    @Test
    void whatIsOnThisMachineIsNotChosenByADescription() {
        Imported imported = read(thing(
                "ads://h:48898/5.1.2.3.1.1:851?library=/tmp/x.so&backend=jna&maxInFlight=4",
                property("\"href\": \"/?symbol=MAIN.a\"")));
        assertThat(imported.text())
                .contains("maxInFlight: 4")
                .doesNotContain("library")
                .doesNotContain("backend");
        assertThat(imported.notes())
                .contains("option library of ads://h is left out", "option backend of ads://h is left out");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 7?quantity=2 | properties.p: href '7?...' is relative, and there is no base; state the base, such as opc.tcp://10.0.0.5:4840",
                "opc.tcp:4840 | /?id=i=1 | properties.p: 'opc.tcp:4840' is not a URI of a device; write SCHEME://HOST:PORT/..., without a user",
                "opc.tcp://me:secret@h:1 | /?id=i=1 | properties.p: 'opc.tcp://...@h:1' is not a URI of a device; write SCHEME://HOST:PORT/..., without a user",
                "opc.tcp://h:4840 | / | properties.p: names no node; write '/?id=NODEID' as href, or the term uav:browsePath",
                "modbus+tcp://h:502 | /1/x | properties.p: '/1/x' names no register; write /UNIT/ADDRESS?quantity=N, such as /1/7?quantity=2",
                "modbus+tcp://h:502 | /1/7 | 'properties.p: states no table; write modv:entity, one of Coil, DiscreteInput, HoldingRegister, InputRegister'",
                "s7://h:102 | / | 'properties.p: names no tag; write ''/?tag=...'' as href, or the term s7v:tag'",
                "opc.tcp://h:99999 | /?id=i=1 | properties.p: opc.tcp endpoint h: port 99999 is outside 1..65535"
            })
    void aBadFormIsAProblemAtItsPlace(String base, String href, String problem) {
        assertThat(Plants.problems(
                        List.of(new ThingReader().read(thing(base, property("\"href\": \"" + href + "\""))))))
                .containsExactly("file.json: " + problem);
    }

    @Test
    void whatIsNotAThingDescriptionIsRefused() {
        ThingReader reader = new ThingReader();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader.read("{\"title\": \"x\",\n \"title\": \"y\"}"))
                .withMessageStartingWith("line 2, column ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader.read("[]"))
                .withMessageStartingWith("is not a Thing Description: it has no @context or no title;");
        assertThatIllegalArgumentException().isThrownBy(() -> reader.read("[".repeat(100_000)));
    }
}
