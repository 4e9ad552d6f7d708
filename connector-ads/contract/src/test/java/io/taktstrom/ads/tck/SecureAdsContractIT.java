package io.taktstrom.ads.tck;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract over Secure ADS, all of it but {@link #aReadAllocatesNothing} and {@link #aDeliveryAllocatesNothing}: what a connection does
 * is the same, whatever lies below it.
 */
class SecureAdsContractIT extends ConnectorContract {

    @TempDir
    private static Path pki = Path.of("");

    @Test
    void methodsOfFunctionBlocksAreCalled() throws Exception {
        MethodsOfBlocks.check(AdsDevice.secured(pki));
    }

    /** No test here: the JDK's TLS allocates with each record. How much, {@code SecureAdsIT} prints. */
    @Override
    public void aReadAllocatesNothing() {}

    /** No test here, see {@link #aReadAllocatesNothing}. */
    @Override
    public void aDeliveryAllocatesNothing() {}

    @Override
    protected DeviceUnderTest startDevice() throws IOException {
        return AdsDevice.secured(pki);
    }
}
