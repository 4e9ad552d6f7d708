package io.taktstrom.ads.adstojava;

import io.taktstrom.ads.tck.NativeContract;

/**
 * The contract of native backends, all of it but {@link #aReadAllocatesNothing} and {@link #aDeliveryAllocatesNothing}:
 * AdsToJava copies arrays and makes objects for each request and for each sample; and but
 * {@link #aProcessWhoseLibraryHangsEndsWithItsExitCode}: its classes register nothing with the C library, so a process with
 * an AdsLib that hangs may have to be killed, as the how-to says.
 */
abstract class AdsToJavaContract extends NativeContract {

    AdsToJavaContract(String library) {
        super("adstojava", library);
    }

    /** No test here, see the class. */
    @Override
    public void aReadAllocatesNothing() {}

    /** No test here, see the class. */
    @Override
    public void aDeliveryAllocatesNothing() {}

    /** No test here, see the class. */
    @Override
    public void aProcessWhoseLibraryHangsEndsWithItsExitCode() {}
}
