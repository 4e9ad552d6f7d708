package io.taktstrom.description.aid;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.description.DeviceInterface;
import io.taktstrom.description.Plants;
import org.eclipse.digitaltwin.aas4j.v3.dataformat.aasx.AASXDeserializer;
import org.eclipse.digitaltwin.aas4j.v3.dataformat.aasx.AASXSerializer;
import org.eclipse.digitaltwin.aas4j.v3.model.Environment;
import org.eclipse.digitaltwin.aas4j.v3.model.Submodel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Eclipse AAS4J reads what we write, and we read what it writes. */
class Aas4jTest {

    private final Deployment plant = Plants.load(Plants.ALL);
    private final List<DeviceInterface> interfaces = Plants.describe(plant).interfaces();

    @Test
    void aPackageThatItReadsAndWritesIsTheSameDeployment(@TempDir Path folder) throws Exception {
        byte[] ours = AidWriter.writePackage("plant", interfaces);
        Environment shell = new AASXDeserializer(new ByteArrayInputStream(ours)).read();
        assertThat(shell.getSubmodels())
                .extracting(Submodel::getIdShort)
                .containsExactly("AssetInterfacesDescription", "AssetInterfacesMappingConfiguration");
        assertThat(shell.getSubmodels().get(0).getSubmodelElements()).hasSameSizeAs(interfaces);
        ByteArrayOutputStream theirs = new ByteArrayOutputStream();
        new AASXSerializer().write(shell, List.of(), theirs);
        Path file = Files.write(folder.resolve("theirs.aasx"), theirs.toByteArray());
        Plants.assertSame(Plants.imported(new AidReader().read(file)), plant);
    }
}
