package io.taktstrom.opcua.nodeset;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class NodeSetTest {

    private static final String START = """
            <?xml version="1.0" encoding="utf-8"?>
            <UANodeSet xmlns="http://opcfoundation.org/UA/2011/03/UANodeSet.xsd">
              <NamespaceUris><Uri>urn:plant:types</Uri><Uri>urn:plant:press</Uri></NamespaceUris>
              <Aliases><Alias Alias="Double">i=11</Alias></Aliases>
            """;

    private static List<NodeSet.Variable> read(String nodes) throws NodeSetException {
        String file = START + nodes + "</UANodeSet>";
        return NodeSet.read("plant.xml", new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void variablesOfInstancesHaveTheirPathTheirAddressAndTheirType() throws Exception {
        assertThat(read("""
                <UAObject NodeId="ns=2;s=Press" BrowseName="2:Press" ParentNodeId="i=85">
                  <References><Reference ReferenceType="Organizes" IsForward="false">i=85</Reference></References>
                </UAObject>
                <UAVariable NodeId="ns=2;s=Press.Speed" BrowseName="2:Speed" DataType="Double" ParentNodeId="ns=2;s=Press">
                  <DisplayName>Speed</DisplayName><Description>of the ram</Description>
                  <Value><uax:Double xmlns:uax="http://opcfoundation.org/UA/2008/02/Types.xsd">1.5</uax:Double></Value>
                </UAVariable>
                <UAVariable NodeId="ns=1;i=7" BrowseName="1:Limit" DataType="i=6">
                  <References><Reference ReferenceType="HasProperty" IsForward="false">ns=2;s=Press.Speed</Reference></References>
                </UAVariable>
                """))
                .containsExactly(
                        new NodeSet.Variable(
                                "Press.Speed", "nsu=urn:plant:press;s=Press.Speed", "Double", "of the ram"),
                        new NodeSet.Variable("Press.Speed.Limit", "nsu=urn:plant:types;i=7", "i=6", ""));
    }

    @Test
    void aParentMayNameItsChildrenInsteadOfTheOtherWayRound() throws Exception {
        assertThat(read("""
                <UAObject NodeId="ns=2;i=1" BrowseName="2:Press">
                  <References><Reference ReferenceType="i=47">ns=2;i=2</Reference></References>
                </UAObject>
                <UAVariable NodeId="ns=2;i=2" BrowseName="2:Speed" DataType="Double"/>
                """)).extracting(NodeSet.Variable::path).containsExactly("Press.Speed");
    }

    @Test
    void whatBelongsToTypesAndMethodsStaysOut() throws Exception {
        assertThat(read("""
                <UAObjectType NodeId="ns=1;i=1" BrowseName="1:PressType"/>
                <UAVariable NodeId="ns=1;i=2" BrowseName="1:Speed" ParentNodeId="ns=1;i=1"/>
                <UAObject NodeId="ns=1;i=3" BrowseName="1:Drive" ParentNodeId="ns=1;i=1"/>
                <UAVariable NodeId="ns=1;i=4" BrowseName="1:Current" ParentNodeId="ns=1;i=3"/>
                <UAMethod NodeId="ns=1;i=5" BrowseName="1:Reset"/>
                <UAVariable NodeId="ns=1;i=6" BrowseName="InputArguments" ParentNodeId="ns=1;i=5"/>
                <UADataType NodeId="ns=1;i=7" BrowseName="1:Mode"/>
                <UAVariable NodeId="ns=1;i=8" BrowseName="EnumStrings" ParentNodeId="ns=1;i=7"/>
                """)).isEmpty();
    }

    @Test
    void nodesThatAreEachOthersParentsEndTheSearch() throws Exception {
        assertThat(read("""
                <UAVariable NodeId="ns=1;i=1" BrowseName="1:A" ParentNodeId="ns=1;i=2"/>
                <UAVariable NodeId="ns=1;i=2" BrowseName="1:B" ParentNodeId="ns=1;i=1"/>
                """)).extracting(NodeSet.Variable::path).containsExactly("B.A", "A.B");
    }

    @Test
    void tenThousandVariablesAreRead() throws Exception {
        StringBuilder nodes = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            nodes.append(
                    "<UAVariable NodeId=\"ns=2;i=%d\" BrowseName=\"2:v%d\" DataType=\"Double\"/>\n".formatted(i, i));
        }
        assertThat(read(nodes.toString())).hasSize(10_000).doesNotHaveDuplicates();
    }

    @Test
    void aNamespaceThatTheFileDoesNotNameIsAnError() {
        assertThatThrownBy(() -> read("<UAVariable NodeId=\"ns=3;i=1\" BrowseName=\"3:A\"/>"))
                .isInstanceOf(NodeSetException.class)
                .hasMessageContaining("plant.xml: node ns=3;i=1 is of namespace 3, but NamespaceUris has 2 entries");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no XML",
                "<UANodeSet>",
                "<UANodeSet><UAVariable NodeId='i=1'>text</UAVariable></UANodeSet>",
                "<Other/>",
                "<!DOCTYPE UANodeSet [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><UANodeSet><NamespaceUris><Uri>&x;</Uri>"
                        + "</NamespaceUris></UANodeSet>",
                "<!DOCTYPE UANodeSet [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><UANodeSet><NamespaceUris><Uri>&b;</Uri>"
                        + "</NamespaceUris></UANodeSet>"
            })
    void whatIsNoNodeSetIsAnError(String file) {
        assertThatThrownBy(() ->
                        NodeSet.read("plant.xml", new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(NodeSetException.class)
                .hasMessageStartingWith("plant.xml:");
    }

    @Test
    void theTypesOfTheTestServerHaveNoVariablesOfInstances() throws IOException {
        assertThat(NodeSet.read(Path.of("../interop/src/test/interop/press.NodeSet2.xml")))
                .isEmpty();
    }
}
