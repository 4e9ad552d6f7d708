package io.taktstrom.opcua.nodeset;

import java.io.ByteArrayInputStream;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.opcua.address.OpcUaAddress;
import io.taktstrom.opcua.value.TypeDictionary;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** XML of servers and of files: what it describes, or a refusal. */
class NodeSetFuzzTest {

    static Stream<byte[]> nodeSets() {
        return FuzzedParser.texts("""
                <UANodeSet xmlns="http://opcfoundation.org/UA/2011/03/UANodeSet.xsd">
                  <NamespaceUris><Uri>urn:a</Uri></NamespaceUris><Aliases><Alias Alias="Double">i=11</Alias></Aliases>
                  <UAObject NodeId="ns=1;s=P" BrowseName="1:P"><References>
                    <Reference ReferenceType="Organizes" IsForward="false">i=85</Reference></References></UAObject>
                  <UAVariable NodeId="ns=1;i=7" BrowseName="1:Speed" DataType="Double" ParentNodeId="ns=1;s=P">
                    <Description>d</Description><Value><Double>1</Double></Value></UAVariable>
                </UANodeSet>
                """);
    }

    @MethodSource("nodeSets")
    @FuzzTest(maxDuration = "3m")
    void anyTextIsANodeSetOrRefused(byte[] bytes) {
        FuzzedParser.check(bytes.length, NodeSetException.class, () -> {
            NodeSet.read("a.xml", new ByteArrayInputStream(bytes)).forEach(FuzzedParser::show);
        });
    }

    static Stream<byte[]> dictionaries() {
        return FuzzedParser.texts("""
                <opc:TypeDictionary xmlns:opc='http://opcfoundation.org/BinarySchema/' xmlns:ua='http://opcfoundation.org/UA/'
                    xmlns:tns='urn:x' DefaultByteOrder='LittleEndian' TargetNamespace='urn:x'>
                  <opc:StructuredType Name='X'><opc:Field Name='aSpecified' TypeName='opc:Bit'/>
                    <opc:Field Name='Reserved1' TypeName='opc:Bit' Length='31'/>
                    <opc:Field Name='a' TypeName='opc:Int32' SwitchField='aSpecified'/>
                    <opc:Field Name='NoOfRow' TypeName='opc:Int32'/><opc:Field Name='Row' TypeName='tns:Y' LengthField='NoOfRow'/>
                  </opc:StructuredType>
                  <opc:StructuredType Name='Y'><opc:Field Name='s' TypeName='opc:UInt32'/>
                    <opc:Field Name='t' TypeName='tns:E' SwitchField='s' SwitchValue='1'/></opc:StructuredType>
                  <opc:EnumeratedType Name='E' LengthInBits='32'><opc:EnumeratedValue Name='e' Value='1'/></opc:EnumeratedType>
                </opc:TypeDictionary>
                """);
    }

    @MethodSource("dictionaries")
    @FuzzTest(maxDuration = "3m")
    void anyTextIsADictionaryOrRefused(byte[] bytes) {
        FuzzedParser.check(bytes.length, TypeDictionary.UnreadableException.class, () -> {
            TypeDictionary dictionary = TypeDictionary.read(bytes);
            for (String name : new String[] {"X", "Y", "E", "", "Z"}) {
                FuzzedParser.show(dictionary.structure(name, "ns=2;i=5"));
            }
        });
    }

    static Stream<byte[]> addresses() {
        return FuzzedParser.texts(
                "nsu=urn:x;s=Speed",
                "ns=2;g=09087e75-8e5e-499b-954f-f2a9603db28a",
                "/Objects/2:Press/2:Speed",
                "ns=1;b=YWJj",
                "events:i=2253?type=i=2041&severity=500&source=a&fields=Message,2:A/B");
    }

    @MethodSource("addresses")
    @FuzzTest(maxDuration = "1m")
    void anyTextIsAnAddressOrRefused(byte[] bytes) {
        FuzzedParser.check(
                bytes.length,
                IllegalArgumentException.class,
                () -> FuzzedParser.show(OpcUaAddress.parse(FuzzedParser.text(bytes))));
    }
}
