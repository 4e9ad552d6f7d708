package io.taktstrom.opcua.address;

import java.util.List;
import java.util.Optional;

import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.OpcUaProvider;
import io.taktstrom.opcua.service.EventSelection;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.service.References.Name;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

class AddressTest {

    private final OpcUaProvider provider = new OpcUaProvider();
    private final ConnectorDescriptor descriptor = provider.descriptor();
    private final Endpoint endpoint = descriptor.parse("opc.tcp://10.0.0.7:4840?security=none");
    private final Namespaces namespaces = new Namespaces(List.of("http://opcfoundation.org/UA/", "urn:a", "urn:plant"));

    private Optional<String> validate(String address) {
        return provider.validate(endpoint, DataPoint.of(address));
    }

    @Test
    void theExamplesOfTheGrammarAreAddresses() {
        for (String example : descriptor.addresses().examples()) {
            assertThat(validate(example)).as(example).isEmpty();
            assertThat(example).matches(descriptor.addresses().pattern());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Press.Speed | no address: it is a node id such as",
                "s= | no address: it is a node id such as",
                "x=5 | no address: it is a node id such as",
                "ns=70000;i=5 | ns=70000; is not a namespace",
                "i=4294967296 | at most 32 bits",
                "g=72962b91 | no address: it is a node id such as",
                "/ | name 1 is empty",
                "/Objects//Speed | name 2 is empty",
                "/Objects/70000:Speed | 70000 is not a namespace",
                "events:i=2253?colour=red | type, severity, source and fields",
                "events:i=2253?severity=1001 | severity 1001 is not from 1 to 1000",
                "events:i=2253?severity=500&severity=900 | duplicate entry severity",
                "events:i=2253?severity=high | severity high is not from 1 to 1000",
                "events:Server | no address: it is a node id such as",
                "events:i=2253?type=Alarm | no address: it is a node id such as",
                "events:i=2253?fields=Time,,Message | name 1 is empty"
            })
    void whatIsNoAddressIsRefusedWithWhatWouldBeRight(String address, String message) {
        assertThat(validate(address).orElse("")).contains(message);
    }

    @Test
    void eventsAreTextWhateverTheirPointStates() {
        DataPoint wrong = DataPoint.of("events:i=2253").withType(ScalarType.REAL);
        assertThat(provider.validate(endpoint, wrong).orElse("")).contains("events of i=2253 are text, not REAL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nsu=urn:plant;s=Speed", "ns=2;s=Speed"})
    void aNamespaceIsKnownByItsUriOrItsIndex(String address) {
        NodeRef node = ((NodeAddress) OpcUaAddress.parse(address)).in(namespaces);
        assertThat(node).hasToString("ns=2;s=Speed");
        assertThat(namespaces.address(requireNonNull(node))).isEqualTo("nsu=urn:plant;s=Speed");
    }

    @Test
    void aNamespaceThatTheServerDoesNotHaveHasNoNode() {
        assertThat(((NodeAddress) OpcUaAddress.parse("nsu=urn:other;s=Speed")).in(namespaces))
                .isNull();
        assertThat(((EventAddress) OpcUaAddress.parse("events:i=2253?type=nsu=urn:other;i=5")).in(namespaces))
                .isNull();
    }

    @Test
    void aPathHasItsNamesWithTheirNamespaces() {
        assertThat(((PathAddress) OpcUaAddress.parse("/Objects/2:Press/2:a&/b&:c/5")).names())
                .containsExactly(new Name(0, "Objects"), new Name(2, "Press"), new Name(2, "a/b:c"), new Name(0, "5"));
    }

    @Test
    void eventsHaveWhatIsLeftOutFromTheStandard() {
        EventSelection all = requireNonNull(((EventAddress) OpcUaAddress.parse("events:")).in(namespaces));
        assertThat(all.notifier()).hasToString("i=2253");
        assertThat(all.type()).isNull();
        assertThat(all.names()).containsExactly("EventType", "SourceName", "Time", "Severity", "Message");
        EventSelection some = requireNonNull(((EventAddress) OpcUaAddress.parse(
                        "events:ns=1;s=Press?type=i=2915&severity=500&source=A&fields=ActiveState/Id"))
                .in(namespaces));
        assertThat(some.type()).hasToString("i=2915");
        assertThat(some.leastSeverity()).isEqualTo(500);
        assertThat(some.source()).isEqualTo("A");
        assertThat(some.names()).containsExactly("ActiveState/Id");
    }
}
