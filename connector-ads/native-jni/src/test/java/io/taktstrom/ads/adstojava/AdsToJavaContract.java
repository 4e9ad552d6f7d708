package io.taktstrom.ads.adstojava;

import io.taktstrom.ads.tck.NativeContract;

/**
 * The contract of native backends, all of it but {@link #aReadAllocatesNothing} and {@link #aDeliveryAllocatesNothing}:
 * AdsToJava copies arrays and makes objects for each request and for each sample.
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
}
