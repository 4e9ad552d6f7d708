package io.taktstrom.ads.simulator.memory;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.ads.simulator.model.PlcType.Structure.Member;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.simulation.Waveform;

/** The variables that every TwinCAT 3 program has; types, offsets and names as in a captured upload. */
public final class SystemSymbols {

    public static final String ONLINE_CHANGE_COUNT = "TwinCAT_SystemInfoVarList._AppInfo.OnlineChangeCnt";

    private static final PlcType OBJECT_ID =
            new PlcType.Alias("OTCID", new PlcType.Elementary(ScalarType.UDINT), "", Map.of());

    private static final PlcType.Structure APP_INFO = structure(
            "PLC.PlcAppSystemInfo",
            256,
            member("ObjId", OBJECT_ID, 0),
            member("TaskCnt", ScalarType.UDINT, 4),
            member("OnlineChangeCnt", ScalarType.UDINT, 8),
            member("Flags", ScalarType.DWORD, 12),
            member("AdsPort", ScalarType.UINT, 16),
            member("BootDataLoaded", ScalarType.BOOL, 18),
            member("OldBootData", ScalarType.BOOL, 19),
            member("KeepOutputsOnBP", ScalarType.BOOL, 24),
            member("ShutdownInProgress", ScalarType.BOOL, 25),
            member("LicensesPending", ScalarType.BOOL, 26),
            member("BSODOccured", ScalarType.BOOL, 27),
            member("LoggedIn", ScalarType.BOOL, 28),
            member("AppName", new PlcType.Elementary(StringType.string(63)), 64),
            member("ProjectName", new PlcType.Elementary(StringType.string(63)), 128));

    private static final PlcType.Structure TASK_INFO = structure(
            "PLC.PlcTaskSystemInfo",
            128,
            member("ObjId", OBJECT_ID, 0),
            member("CycleTime", ScalarType.UDINT, 4),
            member("Priority", ScalarType.UINT, 8),
            member("AdsPort", ScalarType.UINT, 10),
            member("CycleCount", ScalarType.UDINT, 12),
            member("DcTaskTime", ScalarType.LINT, 16),
            member("LastExecTime", ScalarType.UDINT, 24),
            member("FirstCycle", ScalarType.BOOL, 28),
            member("CycleTimeExceeded", ScalarType.BOOL, 29),
            member("InCallAfterOutputUpdate", ScalarType.BOOL, 30),
            member("RTViolation", ScalarType.BOOL, 31),
            member("TaskName", new PlcType.Elementary(StringType.string(63)), 64));

    private SystemSymbols() {}

    public static List<Symbol> of(AdsModel model) {
        int port = model.port();
        Map<String, Object> app =
                Map.of("TaskCnt", 1, "AdsPort", port, "AppName", "Port_" + port, "ProjectName", "Simulator");
        Map<String, Object> task =
                Map.of("CycleTime", ticks(model.taskCycle()), "Priority", 20, "AdsPort", 350, "TaskName", "PlcTask");
        PlcType tasks = new PlcType.Array(TASK_INFO, List.of(new ArrayType.Bound(1, 1)));
        return List.of(
                symbol("TwinCAT_SystemInfoVarList._AppInfo", APP_INFO, app, Map.of()),
                symbol(
                        "TwinCAT_SystemInfoVarList._TaskInfo",
                        tasks,
                        List.of(task),
                        Map.of("[1].CycleCount", new Waveform.Counter(0, 1))));
    }

    private static Symbol symbol(String name, PlcType type, Object initial, Map<String, Waveform> waveforms) {
        return new Symbol(name, type, new Symbol.Place.Data(), initial, waveforms, "", false, false, Map.of());
    }

    private static long ticks(Duration duration) {
        return duration.toNanos() / 100;
    }

    private static PlcType.Structure structure(String name, int bytes, Member... members) {
        return new PlcType.Structure(name, List.of(members), bytes, 8, 0, "", Map.of(), List.of());
    }

    private static Member member(String name, ScalarType type, int offset) {
        return member(name, new PlcType.Elementary(type), offset);
    }

    private static Member member(String name, PlcType type, int offset) {
        return new Member(name, type, offset, StructType.WHOLE, "", Map.of(), false);
    }
}
