package io.taktstrom.opcua.value;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.value.WireType.Structure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Type dictionaries in OPC Binary: what they describe, and what a hostile one costs. */
class TypeDictionaryTest {

    private static final WireType INT32 = new WireType.Simple(Builtin.INT32);
    private static final WireType STRING = new WireType.Simple(Builtin.STRING);

    private static byte[] dictionary(String types) {
        return ("<opc:TypeDictionary xmlns:opc='http://opcfoundation.org/BinarySchema/'"
                        + " xmlns:ua='http://opcfoundation.org/UA/' xmlns:tns='urn:x' DefaultByteOrder='LittleEndian'"
                        + " TargetNamespace='urn:x'><opc:Import Namespace='http://opcfoundation.org/UA/'/>" + types
                        + "</opc:TypeDictionary>")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static WireType structure(String name, String types) throws TypeDictionary.UnreadableException {
        return TypeDictionary.read(dictionary(types)).structure(name, "ns=2;i=5");
    }

    private static Structure.Field field(String name, WireType type, int rank, boolean optional) {
        return new Structure.Field(name, type, rank, optional);
    }

    @Test
    void fieldsArraysAndNestedTypesAreAsDescribed() throws TypeDictionary.UnreadableException {
        WireType found = structure("Outer", """
                <opc:StructuredType Name='Inner' BaseType='ua:ExtensionObject'>
                  <opc:Documentation>a part</opc:Documentation><opc:Field Name='Text' TypeName='opc:CharArray'/>
                </opc:StructuredType>
                <opc:StructuredType Name='Outer'>
                  <opc:Field Name='NoOfRow' TypeName='opc:Int32'/>
                  <opc:Field Name='Row' TypeName='opc:Int32' LengthField='NoOfRow'/>
                  <opc:Field Name='Part' TypeName='tns:Inner'/>
                  <opc:Field Name='Node' TypeName='ua:NodeId'/>
                  <opc:Field Name='Other' TypeName='ua:Range'/>
                </opc:StructuredType>
                """);
        assertThat(found)
                .isEqualTo(new Structure(
                        "Outer",
                        Structure.Kind.PLAIN,
                        "ns=2;i=5",
                        List.of(
                                field("Row", INT32, 1, false),
                                field(
                                        "Part",
                                        new Structure(
                                                "Inner",
                                                Structure.Kind.PLAIN,
                                                "i=0",
                                                List.of(field("Text", STRING, -1, false))),
                                        -1,
                                        false),
                                field("Node", new WireType.Simple(Builtin.NODE_ID), -1, false),
                                field(
                                        "Other",
                                        new WireType.Unknown("the type Range is not in the type dictionary"),
                                        -1,
                                        false))));
    }

    @Test
    void bitsAtTheBeginningStateOptionalFields() throws TypeDictionary.UnreadableException {
        WireType found = structure("X", """
                <opc:StructuredType Name='X'>
                  <opc:Field Name='aSpecified' TypeName='opc:Bit'/><opc:Field Name='bSpecified' TypeName='opc:Bit'/>
                  <opc:Field Name='Reserved1' TypeName='opc:Bit' Length='30'/>
                  <opc:Field Name='a' TypeName='opc:Int32' SwitchField='aSpecified'/>
                  <opc:Field Name='c' TypeName='opc:Int32'/>
                  <opc:Field Name='NoOfb' TypeName='opc:Int32' SwitchField='bSpecified'/>
                  <opc:Field Name='b' TypeName='opc:String' LengthField='NoOfb' SwitchField='bSpecified'/>
                </opc:StructuredType>
                """);
        assertThat(found)
                .isEqualTo(new Structure(
                        "X",
                        Structure.Kind.OPTIONAL_FIELDS,
                        "ns=2;i=5",
                        List.of(
                                field("a", INT32, -1, true),
                                field("c", INT32, -1, false),
                                field("b", STRING, 1, true))));
    }

    @Test
    void aSwitchAtTheBeginningStatesTheMemberOfAUnion() throws TypeDictionary.UnreadableException {
        WireType found = structure("X", """
                <opc:StructuredType Name='X' BaseType='ua:Union'>
                  <opc:Field Name='SwitchField' TypeName='opc:UInt32'/>
                  <opc:Field Name='a' TypeName='opc:Int32' SwitchField='SwitchField' SwitchValue='1'/>
                  <opc:Field Name='b' TypeName='opc:String' SwitchField='SwitchField' SwitchValue='2'/>
                </opc:StructuredType>
                """);
        assertThat(found)
                .isEqualTo(new Structure(
                        "X",
                        Structure.Kind.UNION,
                        "ns=2;i=5",
                        List.of(field("a", INT32, -1, true), field("b", STRING, -1, true))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<opc:Field Name='a' TypeName='opc:Bit'/>",
                "<opc:Field Name='a' TypeName='opc:Int32' Length='3'/>",
                "<opc:Field Name='a' TypeName='opc:Int32' LengthField='b'/>",
                "<opc:Field Name='b' TypeName='opc:Int32'/><opc:Field Name='c' TypeName='opc:Int32'/>"
                        + "<opc:Field Name='a' TypeName='opc:Int32' LengthField='b'/>",
                "<opc:Field Name='b' TypeName='opc:UInt32'/><opc:Field Name='a' TypeName='opc:Int32' LengthField='b'/>",
                "<opc:Field Name='b' TypeName='opc:Byte'/><opc:Field Name='a' TypeName='opc:Int32' SwitchField='b'/>",
                "<opc:Field Name='s' TypeName='opc:UInt32'/>"
                        + "<opc:Field Name='a' TypeName='opc:Int32' SwitchField='s' SwitchValue='7'/>",
            })
    void whatADefinitionCannotExpressIsNotSupported(String fields) throws TypeDictionary.UnreadableException {
        WireType found = structure("X", "<opc:StructuredType Name='X'>" + fields + "</opc:StructuredType>");
        assertThat(found).isInstanceOf(WireType.Unknown.class);
        assertThat(((WireType.Unknown) found).why()).contains("the structure X").contains("not supported");
    }

    @Test
    void aTypeThatContainsItselfEnds() throws TypeDictionary.UnreadableException {
        WireType found = structure(
                "X", "<opc:StructuredType Name='X'><opc:Field Name='a' TypeName='tns:X'/></opc:StructuredType>");
        assertThat(((Structure) found).fields().get(0).type()).isInstanceOf(WireType.Unknown.class);
    }

    /** Expanded, there are 10 to the power of 12 fields. */
    @Test
    void typesThatAreUsedManyTimesAreMadeOnce() throws TypeDictionary.UnreadableException {
        StringBuilder types = new StringBuilder();
        for (int level = 0; level < 12; level++) {
            String field = "<opc:Field Name='a' TypeName='" + (level == 0 ? "opc:Byte" : "tns:X" + (level - 1)) + "'/>";
            types.append("<opc:StructuredType Name='X").append(level).append("'>");
            types.append(field.repeat(10)).append("</opc:StructuredType>");
        }
        assertThat(((Structure) structure("X11", types.toString())).fields()).hasSize(10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "<a/>",
                "<opc:TypeDictionary xmlns:opc='urn:other'/>",
                "<!DOCTYPE a [<!ENTITY b 'bbbbbbbb'><!ENTITY c '&b;&b;&b;'>]><a>&c;</a>",
                "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
                "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
            })
    void whatIsNotADictionaryIsRefusedWithAReason(String text) {
        assertThatThrownBy(() -> TypeDictionary.read(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(TypeDictionary.UnreadableException.class)
                .hasMessageStartingWith("it");
    }

    @Test
    void aDictionaryThatIsTooLargeOrTooDeepIsRefused() {
        assertThatThrownBy(() -> TypeDictionary.read(new byte[TypeDictionary.MAX_BYTES + 1]))
                .isInstanceOf(TypeDictionary.UnreadableException.class)
                .hasMessageContaining("bytes");
        assertThatThrownBy(() -> TypeDictionary.read(dictionary("<a>".repeat(100_000) + "</a>".repeat(100_000))))
                .isInstanceOf(TypeDictionary.UnreadableException.class)
                .hasMessageContaining("deep");
    }
}
