package io.taktstrom.ads.adstojava;

/**
 * The contract on the real AdsToJava, which is in no registry, so it is optional: the build runs this where
 * {@code TAKT_ADSTOJAVA} names its library, with its jar beside it.
 */
class AdsToJavaContractIT extends AdsToJavaContract {

    AdsToJavaContractIT() {
        super(System.getenv("TAKT_ADSTOJAVA"));
    }
}
