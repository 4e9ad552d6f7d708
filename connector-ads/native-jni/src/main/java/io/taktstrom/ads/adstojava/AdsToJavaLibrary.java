package io.taktstrom.ads.adstojava;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

import io.taktstrom.ads.adslib.AdsLibrary;
import io.taktstrom.ads.adslib.AdsPort;
import io.taktstrom.ads.adslib.UnusableLibraryException;
import io.taktstrom.ads.jni.ProcessEnd;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import org.jspecify.annotations.Nullable;

/** Beckhoff's library as AdsToJava's library is linked to it. */
final class AdsToJavaLibrary implements AdsLibrary {

    /** ADSERR_DEVICE_SRVNOTSUPP: what it answers where a router of its own has the routes (InfoSys, ADS return codes). */
    private static final int NOT_SUPPORTED = 0x701;

    private static final Logger LOG = System.getLogger(AdsToJavaLibrary.class.getName());

    private static final AmsNetId NONE = new AmsNetId(0);

    private final AdsToJava ads;
    private final String file;
    private final boolean hasRoutes;

    AdsToJavaLibrary(AdsToJava ads, String file) {
        this.ads = ads;
        this.file = file;
        // The setting that it has anyhow.
        this.hasRoutes = (int) ads.adsSetLocalAddress(netId(NONE)) != NOT_SUPPORTED;
    }

    private Object netId(AmsNetId id) {
        return netId(ads, id);
    }

    static Object netId(AdsToJava ads, AmsNetId id) {
        char[] parts = new char[AmsNetId.BYTES];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = (char) (id.bits() >>> (Byte.SIZE * i) & 0xFF);
        }
        return ads.newNetId(parts);
    }

    @Override
    public String file() {
        return file;
    }

    @Override
    public boolean hasRoutes() {
        return hasRoutes;
    }

    @Override
    public int addRoute(AmsNetId netId, String host) {
        return (int) ads.adsAddLocalRoute(netId(netId), host);
    }

    @Override
    public void deleteRoute(AmsNetId netId) {
        ads.adsDelLocalRoute(netId(netId));
    }

    @Override
    public void setLocalNetId(AmsNetId netId) {
        ads.adsSetLocalAddress(netId(netId));
    }

    /** With our shim, as AdsToJava's own library does not offer it. */
    @Override
    public void endWithoutUnloading() {
        try {
            ProcessEnd.withoutUnloading();
        } catch (UnusableLibraryException e) {
            LOG.log(
                    Level.DEBUG,
                    "a process with AdsToJava may wait at its end for threads of Beckhoff's library: {0}",
                    e.getMessage());
        }
    }

    @Override
    public @Nullable AdsPort openPort(AmsAddress target) {
        long port = ads.adsPortOpenEx();
        return port <= 0 ? null : new AdsToJavaPort(ads, port, target);
    }
}
