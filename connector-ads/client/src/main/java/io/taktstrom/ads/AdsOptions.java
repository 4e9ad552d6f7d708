package io.taktstrom.ads;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import io.taktstrom.ads.backend.AdsBackendProvider;
import io.taktstrom.ads.backend.AdsBackends;
import io.taktstrom.ads.backend.AdsSecurity;
import io.taktstrom.ads.protocol.AmsPort;
import io.taktstrom.descriptor.DeclaredOptions;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.model.Endpoint;
import org.jspecify.annotations.Nullable;

/** The options of an ADS connection. */
public final class AdsOptions {

    private static final DeclaredOptions OF_PATH = new DeclaredOptions();

    private static final DeclaredOptions OPTIONS = new DeclaredOptions();

    private static final String BYTE = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
    private static final String NET_ID = BYTE + "(\\." + BYTE + "){5}";

    /** First part of the path of a URI. */
    public static final Option<String> AMS_NET_ID = OF_PATH.text(
            "amsNetId", NET_ID, "a net id of six numbers, like 5.32.116.5.1.1", null, "The target's AmsNetId.");

    /** Second part of the path of a URI. */
    public static final Option<Integer> AMS_PORT = OF_PATH.whole(
            "amsPort",
            1,
            65_535,
            AmsPort.PLC_TC3,
            "The target's AMS port; the first PLC of TwinCAT 3 has 851, of 2 801.");

    public static final Option<String> LOCAL_AMS_NET_ID = OPTIONS.text(
            "localAmsNetId",
            "(" + NET_ID + ")?",
            "empty, or a net id like 10.0.0.9.1.1",
            "",
            "Our own AmsNetId, to which the target has a route; empty for our IPv4 address with .1.1.");

    public static final Option<Integer> LOCAL_AMS_PORT =
            OPTIONS.whole("localAmsPort", 0, 65_535, 0, "Our own AMS port; 0 for one that is free.");

    public static final Option<String> ROUTER = OPTIONS.choice(
            "router",
            List.of("direct", "local", "auto"),
            "direct",
            "What the host is: direct, the target's router, which needs a route to us; local, a router of this machine,"
                    + " such as TwinCAT's, which reaches the target over its own route; auto, local if the host is this"
                    + " machine and its router gives us an AMS port, else direct.");

    /** {@code auto} is java: measured, it is faster than every client of Beckhoff's library, and needs no native code. */
    public static final Option<String> BACKEND = OPTIONS.choice(
            "backend",
            List.of("auto", "java", "jna", "jni", "adstojava", "ffm"),
            "auto",
            "What carries the ADS commands: auto and java are our own engine; the others call Beckhoff's native library"
                    + " and need its jar, connector-ads-jna for example, on the class path.");

    public static final Option<String> LIBRARY = OPTIONS.text(
            "library",
            ".*",
            "empty, or the absolute path of a file",
            "",
            "Beckhoff's native library, for the backends that use one; empty to look for TcAdsDll and AdsLib where they"
                    + " are usually installed.");

    public static final Option<String> ISOLATION = OPTIONS.add(new Option<>(
            "isolation",
            new OptionType.Form<>("one of none, thread", AdsOptions::isolation),
            "thread",
            false,
            "Which thread calls Beckhoff's native library: thread, one of its own, so that every request ends in time; none,"
                    + " the thread that reads, which is the fastest and waits for ever for a request that hangs. Without"
                    + " effect on backend java."));

    public static final Option<String> SECURITY = OPTIONS.choice(
            "security",
            List.of("none", "self-signed", "ca", "psk"),
            "none",
            "Secure ADS, which is ADS in TLS 1.2 at TCP 8016: self-signed, each side knows the other's certificate by its"
                    + " fingerprint; ca, by an authority; psk, by a pre-shared key. none is plain ADS. No fallback from one to"
                    + " another.");

    public static final Option<String> PKI = OPTIONS.text(
            "pki",
            "",
            "Folder of our own certificate and of those of devices, for security self-signed and ca; empty for"
                    + " .taktstrom/pki in the home folder.");

    public static final Option<String> CERTIFICATE = OPTIONS.text(
            "certificate",
            "",
            "File with our certificate, and those of its authorities behind it, in PEM, or alone in DER; empty for that in"
                    + " pki, which is made if there is none.");

    public static final Option<String> KEY =
            OPTIONS.text("key", "", "File with the key of certificate, in PKCS #8 without a password.");

    public static final Option<Boolean> CHECK_HOST = OPTIONS.flag(
            "checkHost",
            true,
            "Whether, with security ca, a device's certificate must name the host that we connect to.");

    public static final Option<String> PSK_IDENTITY =
            OPTIONS.text("pskIdentity", "", "The identity of the pre-shared key, as in the target's StaticRoutes.xml.");

    public static final Option<String> PSK_PASSWORD = OPTIONS.secret(
            "pskPassword", "", "The password from which TwinCAT computes the pre-shared key, as in StaticRoutes.xml.");

    public static final Option<Integer> MAX_SUM_COMMANDS = OPTIONS.whole(
            "maxSumCommands", 1, 5000, 500, "Most points in one sum command; 1 for no sum commands at all.");

    public static final Option<Integer> MAX_FRAME_BYTES = OPTIONS.whole(
            "maxFrameBytes",
            1024,
            16 * 1024 * 1024,
            64 * 1024,
            "Most bytes of a sum command or its answer; a single point may need more, and then gets it.");

    public static final Option<Integer> MAX_IN_FLIGHT = OPTIONS.whole(
            "maxInFlight", 1, 64, 8, "Most requests that one call has on their way to the device at once.");

    public static final Option<Integer> MAX_NOTIFICATIONS = OPTIONS.whole(
            "maxNotifications",
            0,
            100_000,
            500,
            "Most notifications that the device is asked for; further points of subscriptions are polled at their cycle."
                    + " 0 for no notifications at all.");

    static final List<Option<?>> PATH = OF_PATH.all();

    static final List<Option<?>> ALL = OPTIONS.all();

    private AdsOptions() {}

    private static String isolation(String text) {
        if (text.equals("process")) {
            throw new IllegalArgumentException(
                    "'process' is no longer supported, the native library always runs in this"
                            + " process: remove the option and, where a crash of the library must not stop other connections,"
                            + " use backend java or run a separate takt process for each device");
        }
        return new OptionType.Choice(List.of("none", "thread")).parse(text);
    }

    static AdsSecurity security(Endpoint endpoint) {
        String mode = SECURITY.of(endpoint);
        if (mode.equals("none")) {
            return AdsSecurity.NONE;
        }
        String pki = PKI.of(endpoint);
        return new AdsSecurity(
                AdsSecurity.Mode.valueOf(mode.toUpperCase(Locale.ROOT).replace('-', '_')),
                pki.isEmpty() ? TrustStore.standardFolder() : Path.of(pki),
                file(CERTIFICATE.of(endpoint)),
                file(KEY.of(endpoint)),
                mode.equals("ca") && CHECK_HOST.of(endpoint),
                PSK_IDENTITY.of(endpoint),
                PSK_PASSWORD.of(endpoint));
    }

    private static @Nullable Path file(String name) {
        return name.isEmpty() ? null : Path.of(name);
    }

    /** What is wrong with options that are right by themselves. */
    static Optional<String> contradiction(Endpoint endpoint) {
        AdsSecurity security = security(endpoint);
        if ((security.certificate() == null) != (security.key() == null)) {
            return Optional.of("give both certificate and key, or neither");
        }
        if (!security.isOn()) {
            return PSK_IDENTITY.of(endpoint).isEmpty()
                            && CERTIFICATE.of(endpoint).isEmpty()
                    ? Optional.empty()
                    : Optional.of("pskIdentity, certificate and key have no effect with security: none;"
                            + " state security self-signed, ca or psk, or remove them");
        }
        if (!List.of("auto", "java").contains(BACKEND.of(endpoint))) {
            return Optional.of(AdsBackends.NO_SECURITY);
        }
        if (!ROUTER.of(endpoint).equals("direct")) {
            return Optional.of("security needs router: direct; the way to a router of this machine is not secured");
        }
        if (security.mode() == AdsSecurity.Mode.PSK
                && (security.identity().isEmpty() || security.password().isEmpty())) {
            return Optional.of("security: psk needs pskIdentity and pskPassword");
        }
        return Optional.empty();
    }

    static AdsBackendProvider.Wanted wantedBackend(Endpoint endpoint) {
        return new AdsBackendProvider.Wanted(BACKEND.of(endpoint), LIBRARY.of(endpoint), ISOLATION.of(endpoint));
    }
}
