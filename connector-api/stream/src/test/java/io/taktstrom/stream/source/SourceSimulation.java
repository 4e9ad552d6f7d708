package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.SimulatedScheduler;

/**
 * One seed: a managed connection with everything that it runs in production, stepped in an order that the seed decides, between a
 * device that fails and sinks that check. The wire is cut, devices forget, scans are replaced at any step. The same seed is the
 * same run.
 */
final class SourceSimulation {

    private static final int STEPS = 300;
    /** No two things happen at the same time. */
    private static final long MIN_NANOS = 1000;

    private static final Duration LONGEST_CATCH_UP = Duration.ofSeconds(5);
    private static final Duration LAST_CHANCE = Duration.ofHours(1);

    private final SplittableRandom random;
    private final SimulatedScheduler scheduler;
    private final List<String> trace = new ArrayList<>();
    private final List<DataPoint> all;
    private final SimulatedDevice device;
    private final SourceCheck check;
    private ManagedConnection connection;
    private List<Scan> scans = new ArrayList<>();
    private int number;
    private int depth;
    private boolean quiet;
    /** Until then what was pushed arrives before time passes: repetitions are not looked for any longer than that. */
    private long promptUntil;

    private int sessions;

    SourceSimulation(long seed) {
        random = new SplittableRandom(seed);
        scheduler = new SimulatedScheduler(random);
        int points = 1 + random.nextInt(4);
        all = IntStream.range(0, points)
                .mapToObj(i -> DataPoint.of("p" + i, "v" + i))
                .toList();
        device =
                new SimulatedDevice(random, points, scheduler, this::meanwhile, this::isRead, this::bridge, trace::add);
        check = new SourceCheck(points, device::sessions, trace::add);
        scans = scans(chosen(all));
        connection = start();
    }

    private ManagedConnection start() {
        boolean afterGap = random.nextInt(4) == 0;
        ManagedConnectionBuilder builder = ManagedConnection.to(device, device.endpoint())
                .named("plc")
                .scans(scans)
                .clock(scheduler)
                .settings(ManagedSettings.standard()
                        .withHeartbeat(Duration.ofSeconds(2))
                        .withSeed(random.nextLong())
                        .withIdle(scheduler, scheduler));
        if (afterGap) {
            builder.afterGap();
            variables(scans).forEach(check::expectMark);
        }
        variables(scans.stream().filter(this::isRead).toList())
                .forEach(variable -> check.read(variable, !device.readsChange()));
        trace.add("starts " + shown(scans) + (afterGap ? " after a gap" : ""));
        return builder.start();
    }

    private static List<Integer> variables(List<Scan> of) {
        return of.stream()
                .flatMap(scan -> scan.points().stream())
                .map(SimulatedDevice::variableOf)
                .toList();
    }

    private static List<String> shown(List<Scan> of) {
        return of.stream()
                .map(scan -> scan.scanClass().name() + " " + scan.scanClass().mode() + " "
                        + scan.points().stream().map(DataPoint::address).toList())
                .toList();
    }

    /** Some of the points, in any order. */
    private List<DataPoint> chosen(List<DataPoint> from) {
        List<DataPoint> mixed = new ArrayList<>(from);
        Collections.shuffle(mixed, new Random(random.nextLong()));
        return mixed.subList(0, 1 + random.nextInt(mixed.size()));
    }

    /** Points in one scan or two. */
    private List<Scan> scans(List<DataPoint> points) {
        int first = 1 + random.nextInt(points.size());
        List<Scan> made = new ArrayList<>();
        made.add(scan(points.subList(0, first)));
        if (first < points.size()) {
            made.add(scan(points.subList(first, points.size())));
        }
        return made;
    }

    private Scan scan(List<DataPoint> points) {
        List<ScanClass.Mode> modes = List.of(
                ScanClass.Mode.NOTIFY,
                ScanClass.Mode.NOTIFY,
                ScanClass.Mode.NOTIFY_CYCLIC,
                ScanClass.Mode.POLL,
                ScanClass.Mode.POLL_CHANGES);
        String name = "s" + number++;
        ScanClass by = new ScanClass(
                name,
                modes.get(random.nextInt(modes.size())),
                Duration.ofMillis(10 + random.nextInt(500)),
                Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(1000)));
        Scan[] its = new Scan[1];
        AccountedSink sink = check.sink(its, name);
        its[0] = new Scan(by, points, sink);
        return its[0];
    }

    private boolean isRead(int variable) {
        return scans.stream()
                .anyMatch(scan -> isRead(scan) && variables(List.of(scan)).contains(variable));
    }

    private void bridge(int variable, boolean goesOn) {
        check.bridge(variable, goesOn);
    }

    private boolean isRead(Scan scan) {
        return !device.pushes() || scan.scanClass().mode().isPolled();
    }

    /**
     * Runs it.
     *
     * @throws AssertionError with what was wrong, and all that happened before
     */
    void run() {
        try {
            for (int step = 0; step < STEPS; step++) {
                step();
                check();
            }
            end();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(e.getMessage() + "\n" + String.join("\n", trace), e);
        } finally {
            scheduler.kill();
        }
    }

    private void step() {
        int chance = random.nextInt(100);
        if (chance < 25) {
            change();
        } else if (chance < 50) {
            device.deliver();
        } else if (chance < 82) {
            if (!scheduler.stepAny()) {
                deliverPromptly();
                scheduler.advance(Long.MAX_VALUE);
            }
        } else if (chance < 86) {
            pass(Duration.ofSeconds(3));
        } else if (chance < 89) {
            device.cut(random.nextInt(3) > 0);
        } else if (chance < 90) {
            device.forget();
        } else if (chance < 94) {
            SimulatedDevice.Behavior[] behaviors = SimulatedDevice.Behavior.values();
            SimulatedDevice.Behavior behavior = behaviors[random.nextInt(behaviors.length)];
            trace.add("the device is " + behavior);
            device.behave(behavior);
        } else if (chance < 95) {
            if (random.nextBoolean()) {
                device.changeType();
            } else {
                device.turnVariable();
            }
        } else if (chance < 98) {
            reload();
        } else if (chance < 99) {
            restart();
        }
    }

    private void change() {
        scheduler.pass(MIN_NANOS);
        device.change();
    }

    private void pass(Duration most) {
        deliverPromptly();
        long nanos = random.nextLong(most.toNanos());
        trace.add("time passes: " + nanos / 1_000_000 + " ms");
        scheduler.pass(nanos);
    }

    private void deliverPromptly() {
        if (device.sessions() != sessions && promptUntil > 0) {
            sessions = device.sessions();
            promptUntil = scheduler.nanoTime() + LONGEST_CATCH_UP.toNanos();
        }
        if (scheduler.nanoTime() < promptUntil) {
            device.deliverAll();
        }
    }

    /** While a request is on its way, others go on. */
    private void meanwhile() {
        scheduler.pass(MIN_NANOS);
        if (depth < 3 && !quiet) {
            depth++;
            for (int i = random.nextInt(3); i > 0; i--) {
                others();
            }
            if (random.nextInt(8) == 0) {
                pass(Duration.ofMillis(300));
            }
            depth--;
        }
    }

    private void others() {
        switch (random.nextInt(8)) {
            case 0, 1 -> change();
            case 2, 3 -> device.deliver();
            case 4 -> {
                if (random.nextInt(5) == 0) {
                    device.cut(random.nextBoolean());
                }
            }
            default -> scheduler.stepAny();
        }
    }

    private void reload() {
        List<Scan> former = scans.stream().filter(scan -> random.nextInt(3) > 0).toList();
        List<Scan> kept = scans.stream().filter(scan -> !former.contains(scan)).toList();
        List<DataPoint> free = new ArrayList<>(all);
        kept.forEach(scan -> free.removeAll(scan.points()));
        if (free.isEmpty()) {
            return;
        }
        List<Scan> next = scans(chosen(free));
        trace.add("reload: " + shown(former) + " become " + shown(next));
        List<Integer> before = variables(former);
        List<Integer> after = variables(next);
        List<Successor> successors = new ArrayList<>();
        for (Scan scan : next) {
            boolean afterGap = random.nextInt(4) == 0;
            if (afterGap) {
                trace.add(scan.scanClass().name() + " comes after a gap");
            }
            successors.add(new Successor(scan, null, afterGap));
        }
        // Of two that read a variable at once, each gets values that the other one does not get.
        List<Integer> read = variables(Stream.of(former, next)
                .flatMap(List::stream)
                .filter(this::isRead)
                .toList());
        read.forEach(variable -> check.read(variable, true));
        List<Integer> disordered = new ArrayList<>();
        for (Scan scan : next) {
            variables(List.of(scan)).stream()
                    .filter(variable -> isDisordered(scan, variable))
                    .forEach(disordered::add);
        }
        disordered.forEach(variable -> check.disorder(variable, true));
        after.stream().filter(variable -> !before.contains(variable)).forEach(check::forget);
        Handover handover = connection.replace(former, successors);
        handover.complete(millis -> {
            for (int i = random.nextInt(8); i > 0; i--) {
                others();
            }
            scheduler.pass(Duration.ofMillis(50).toNanos());
            return false;
        });
        trace.add("reloaded");
        promptUntil = scheduler.nanoTime() + LONGEST_CATCH_UP.toNanos();
        read.forEach(variable -> check.read(variable, !device.readsChange()));
        read.forEach(check::skip);
        variables(former.stream()
                        .filter(scan -> !scan.scanClass().mode().isOnChange())
                        .toList())
                .forEach(check::repeat);
        disordered.forEach(variable -> check.disorder(variable, false));
        scans = new ArrayList<>(kept);
        scans.addAll(next);
    }

    /** What was read and what is pushed have no common order, nor has a read without a time and what came meanwhile. */
    private boolean isDisordered(Scan next, int variable) {
        return isRead(next) ? next.scanClass().mode().isOnChange() && !device.readsHaveTimes() : isRead(variable);
    }

    private void restart() {
        trace.add("the connection is closed");
        connection.close();
        check();
        checkEnd();
        scheduler.kill();
        IntStream.range(0, all.size()).forEach(check::forget);
        connection = start();
    }

    private void checkEnd() {
        if (connection.state() != ConnectionState.CLOSED) {
            throw new AssertionError("it is " + connection.state() + " after its end");
        }
        if (device.open() > 0) {
            throw new AssertionError(device.open() + " sessions are left open");
        }
    }

    private void check() {
        String violation = check.violation();
        if (violation != null) {
            throw new AssertionError(violation);
        }
    }

    /** Everything works again: each point gets its value. */
    private void end() {
        trace.add("everything works again");
        quiet = true;
        device.behave(SimulatedDevice.Behavior.WORKING);
        long deadline = scheduler.nanoTime() + LAST_CHANCE.toNanos();
        while (!isUpToDate()) {
            device.deliverAll();
            if (!scheduler.stepAny() && !scheduler.advance(deadline)) {
                throw new AssertionError("not up to date within " + LAST_CHANCE + ": " + connection.state() + ", "
                        + connection.feedStates());
            }
            check();
        }
        connection.close();
        checkEnd();
        check.over(true);
        device.deliver();
        check();
    }

    private boolean isUpToDate() {
        return connection.state() == ConnectionState.CONNECTED
                && device.isIdle()
                && variables(scans).stream().allMatch(this::isUpToDate);
    }

    private boolean isUpToDate(int variable) {
        return device.isFaulty(variable)
                ? StatusCode.codeOf(check.status(variable)) == StatusCode.BAD_DEVICE_FAILURE
                : !StatusCode.isBad(check.status(variable)) && check.last(variable) == device.value(variable);
    }
}
