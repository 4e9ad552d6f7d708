package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import io.taktstrom.ads.simulator.AdsSimulator;

/** What oktoflow's own ADS connector needs before it can talk to anybody on Linux: Beckhoff's library, and a route, which it cannot add. */
final class OktoflowAds {

    private OktoflowAds() {}

    /** Puts the library where oktoflow looks for it, and gives it a route to a PLC. */
    static void prepare(Path folder, AdsSimulator plc) throws IOException {
        String library = System.getenv("TAKT_ADSLIB");
        if (library == null) {
            throw new IllegalStateException("set TAKT_ADSLIB to the path of AdsLib.so, which pip install pyads brings");
        }
        Path copy = Files.createDirectories(folder.resolve("linux-x86-64")).resolve("libads.so");
        Files.copy(Path.of(library), copy);
        System.setProperty("iip.libs.ads", folder.toString());
        String[] parts = plc.amsAddress().netId().toString().split("\\.", -1);
        long netId = 0;
        for (int i = 0; i < parts.length; i++) {
            netId |= Long.parseLong(parts[i]) << (8 * i);
        }
        Function addRoute = NativeLibrary.getInstance(copy.toString()).getFunction("AdsAddRoute");
        long code = addRoute.invokeLong(
                new Object[] {netId, plc.address().getAddress().getHostAddress()});
        if (code != 0) {
            throw new IOException("AdsAddRoute: 0x" + Long.toHexString(code));
        }
    }
}
