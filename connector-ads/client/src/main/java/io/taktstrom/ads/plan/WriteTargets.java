package io.taktstrom.ads.plan;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.symbol.Resolution;
import io.taktstrom.ads.symbol.SymbolVersion;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * What the points of a plan are written to: handles, opened when a point is written first. Thread-safe.
 *
 * <p>A stale address must never be written to. A handle belongs to the variable, not to its place: after an online change the
 * device refuses it (0x711, InfoSys "ADS Return Codes"), while at the address another variable may lie by then. That a handle
 * is of the variable that was resolved is shown by the symbol version, read once more after it was opened. Where a device
 * gives no handle, the version is read before each write; what remains there is an online change between the two requests.
 */
public final class WriteTargets {

    private final Symbols symbols;
    private final List<Resolution> resolutions;
    private final int version;
    private final int epoch;
    /** Of each point, once it was asked for: by handle, or the variable itself. */
    private final @Nullable AdsVariable[] targets;

    /** @param version of the device's symbols, for which the resolutions hold, or {@link SymbolVersion#NONE} */
    WriteTargets(Symbols symbols, List<Resolution> resolutions, int version, int epoch) {
        this.symbols = symbols;
        this.resolutions = resolutions;
        this.version = version;
        this.epoch = epoch;
        this.targets = new AdsVariable[resolutions.size()];
    }

    /**
     * To be called before the points of a batch are written. Hot: no round trip when all is by handle.
     *
     * @return Good, or why those that may have moved must not be written
     */
    synchronized int prepare(SampleBatch batch) throws ConnectorException {
        boolean check = open(batch);
        for (int i = 0; i < batch.size(); i++) {
            AdsVariable target = targets[batch.pointAt(i)];
            check |= target != null && target.movable();
        }
        if (check && version != SymbolVersion.NONE && symbols.version().read() != version) {
            symbols.epoch().invalidate(epoch);
        }
        return epoch == symbols.epoch().number() ? AdsStatus.of(0) : AdsStatus.STALE;
    }

    /** Whether there was something to open. */
    private boolean open(SampleBatch batch) throws ConnectorException {
        List<Integer> open = null;
        for (int i = 0; i < batch.size(); i++) {
            int point = batch.pointAt(i);
            AdsVariable variable = resolutions.get(point).variable();
            if (variable != null && targets[point] == null) {
                targets[point] = variable;
                DataPoint stated = batch.group().points().get(point);
                if (variable.movable() && variable.writable() && stated.writable()) {
                    open = open == null ? new ArrayList<>() : open;
                    open.add(point);
                }
            }
        }
        if (open == null || symbols.version().isMinimal()) {
            return false;
        }
        symbols.handles().open(batch.group().points(), open, targets);
        return true;
    }

    /** What to write a point to; null when it cannot be used. Only after {@link #prepare}. */
    synchronized @Nullable AdsVariable target(int point) {
        return targets[point];
    }

    /** Gives the handles back. */
    synchronized void release() throws ConnectorException {
        for (int point = 0; point < targets.length; point++) {
            AdsVariable target = targets[point];
            if (target != null && !target.equals(resolutions.get(point).variable())) {
                symbols.handles().release(target);
            }
            targets[point] = null;
        }
    }
}
