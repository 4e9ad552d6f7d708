package io.taktstrom.alarm;

import java.util.List;

/**
 * Notices that are sent together.
 *
 * @param source which deployment they are of: the name of its file
 * @param notices at least one, the most important first
 * @param more how many others there were, which are only counted
 */
public record AlarmMessage(String source, List<AlarmNotice> notices, long more) {

    public AlarmMessage {
        notices = List.copyOf(notices);
    }
}
