package io.taktstrom.stream.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.stream.FixedGroup;

/** Files on a disk that can be full, and whose power can be cut: what was forced is there then, all else may be. */
public final class FrailFiles implements LogFiles {

    private static final int SECTOR = 512;

    private static final class Write {

        private final long offset;
        private final byte[] bytes;

        Write(long offset, byte[] bytes) {
            this.offset = offset;
            this.bytes = bytes;
        }
    }

    /** What a disk has of a file for certain, and what it may have. */
    private static final class Kept {

        private byte[] forced = {};
        private final List<Write> pending = new ArrayList<>();

        void force() {
            pending.forEach(write -> forced = with(forced, write.offset, write.bytes, write.bytes.length));
            pending.clear();
        }

        /** After a power cut: some sectors of some writes have come to the disk, in any order. */
        byte[] afterCut(Random random) {
            byte[] image = forced.clone();
            List<Write> some = new ArrayList<>(pending);
            Collections.shuffle(some, random);
            for (Write write : some.subList(0, random.nextInt(some.size() + 1))) {
                for (int at = 0; at < write.bytes.length; at += SECTOR) {
                    if (random.nextInt(8) > 0) {
                        byte[] sector = Arrays.copyOfRange(write.bytes, at, Math.min(at + SECTOR, write.bytes.length));
                        image = with(image, write.offset + at, sector, sector.length);
                    }
                }
            }
            return image;
        }

        private static byte[] with(byte[] image, long offset, byte[] bytes, int length) {
            byte[] larger = Arrays.copyOf(image, (int) Math.max(image.length, offset + length));
            System.arraycopy(bytes, 0, larger, (int) offset, length);
            return larger;
        }
    }

    private final Map<Path, Kept> kept = new TreeMap<>();
    /** Bytes that can be written before the disk is full. */
    private long room = Long.MAX_VALUE;

    private boolean forceFails;
    private volatile Consumer<Path> afterForce = path -> {};
    private volatile Consumer<Path> beforeWrite = path -> {};

    /** A log on this disk. */
    public SampleLog log(LogSettings settings) throws IOException {
        return log(settings, EpochNanoClock.system());
    }

    /** A log on this disk, by another clock. */
    public SampleLog log(LogSettings settings, EpochNanoClock clock) throws IOException {
        return SampleLog.open(settings, this, FixedGroup::new, clock);
    }

    public synchronized void setRoom(long bytes) {
        room = bytes;
    }

    public synchronized void setForceFails(boolean fails) {
        forceFails = fails;
    }

    /** Called after a file was forced, before the caller knows. */
    public void afterForce(Consumer<Path> listener) {
        afterForce = listener;
    }

    /** Called before something is written to a file. */
    public void beforeWrite(Consumer<Path> listener) {
        beforeWrite = listener;
    }

    /** Another folder gets what was forced, and no more. */
    public synchronized void copyForced(Path after) throws IOException {
        for (Map.Entry<Path, Kept> file : kept.entrySet()) {
            if (Files.exists(file.getKey())) {
                Files.write(after.resolve(file.getKey().getFileName()), file.getValue().forced);
            }
        }
    }

    @Override
    public synchronized FileChannel open(Path path, boolean isNew) throws IOException {
        Kept of = kept.get(path);
        if (of == null || isNew) {
            of = new Kept();
            of.forced = isNew ? of.forced : Files.readAllBytes(path);
            kept.put(path, of);
        }
        return new FrailChannel(path, LogFiles.SYSTEM.open(path, isNew), of);
    }

    /** Cuts the power: another folder gets what the disk has of the files in one. */
    public synchronized void cutPower(Random random, Path before, Path after) throws IOException {
        for (Path untouched : Segment.in(before)) {
            if (!kept.containsKey(untouched)) {
                Files.copy(untouched, after.resolve(untouched.getFileName()));
            }
        }
        for (Map.Entry<Path, Kept> file : kept.entrySet()) {
            // A file that was deleted may come back: its removal was not forced.
            if (Files.exists(file.getKey()) || random.nextInt(4) == 0) {
                Files.write(
                        after.resolve(file.getKey().getFileName()),
                        file.getValue().afterCut(random));
            }
        }
    }

    private final class FrailChannel extends PassingChannel {

        private final Path path;
        private final Kept of;

        FrailChannel(Path path, FileChannel real, Kept of) {
            super(real);
            this.path = path;
            this.of = of;
        }

        @Override
        public int write(ByteBuffer source, long position) throws IOException {
            beforeWrite.accept(path);
            synchronized (FrailFiles.this) {
                int length = (int) Math.min(room, source.remaining());
                if (length == 0 && source.hasRemaining()) {
                    throw new IOException("No space left on device");
                }
                room -= length;
                byte[] bytes = new byte[length];
                source.get(bytes);
                of.pending.add(new Write(position, bytes));
                return real.write(ByteBuffer.wrap(bytes), position);
            }
        }

        @Override
        public void force(boolean metaData) throws IOException {
            synchronized (FrailFiles.this) {
                if (forceFails) {
                    throw new IOException("Input/output error");
                }
                of.force();
            }
            afterForce.accept(path);
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            synchronized (FrailFiles.this) {
                ByteArrayOutputStream rest = new ByteArrayOutputStream();
                rest.write(of.forced, 0, (int) Math.min(size, of.forced.length));
                of.forced = rest.toByteArray();
                return super.truncate(size);
            }
        }
    }
}
