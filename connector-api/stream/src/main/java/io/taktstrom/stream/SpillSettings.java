package io.taktstrom.stream;

/**
 * How a pipeline uses its log on disk.
 *
 * @param always whether all samples go over the disk, so that none is lost with the process, or only those that find no room
 *     in memory
 * @param replayRate most samples in a second that are read back; 0: as fast as the sink takes them
 */
public record SpillSettings(boolean always, int replayRate) {

    /** What finds no room, and as fast as it goes. */
    public static final SpillSettings STANDARD = new SpillSettings(false, 0);

    public SpillSettings {
        if (replayRate < 0) {
            throw new IllegalArgumentException("a replay of " + replayRate + " samples a second");
        }
    }
}
