package io.taktstrom.benchmarks.micro;

import java.util.concurrent.TimeUnit;

import io.taktstrom.kit.event.BatchEvent;
import io.taktstrom.kit.event.DropEvent;
import io.taktstrom.kit.event.OverrunEvent;
import io.taktstrom.kit.event.RequestEvent;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What Flight Recorder costs a call or a batch: while it never ran, after it has run, and while it records. Nothing is the limit. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventBenchmark {

    /** How Flight Recorder is. */
    public enum Recorder {
        NEVER,
        STOPPED,
        RECORDS
    }

    @Param({"NEVER", "STOPPED", "RECORDS"})
    private Recorder recorder = Recorder.NEVER;

    private @Nullable Recording recording;
    private long polls;

    @Setup
    public void setUp() {
        if (recorder != Recorder.NEVER) {
            recording = new Recording();
            recording.enable(RequestEvent.class);
            recording.enable(BatchEvent.class);
            recording.enable(OverrunEvent.class);
            recording.setMaxSize(64L << 20);
            recording.start();
        }
        if (recorder == Recorder.STOPPED && recording != null) {
            recording.stop();
        }
    }

    @TearDown
    public void tearDown() {
        if (recording != null) {
            recording.close();
        }
    }

    @Benchmark
    public long limit() {
        return ++polls;
    }

    @Benchmark
    public long request() {
        RequestEvent event = RequestEvent.begun();
        polls++;
        if (event != null) {
            event.tell("press", "read", 1, null);
        }
        return polls;
    }

    @Benchmark
    public long batchAndDrops() {
        BatchEvent event = BatchEvent.begun();
        polls++;
        if (event != null) {
            event.tell("press.broker", 1, 1, BatchEvent.Outcome.PUBLISHED);
        }
        return DropEvent.isRecorded() ? -polls : polls;
    }

    @Benchmark
    public long overrun() {
        OverrunEvent.tell("press", "fast", ++polls);
        return polls;
    }
}
