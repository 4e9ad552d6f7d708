package io.taktstrom.runtime.alarm;

import java.util.List;
import java.util.Map;

import io.taktstrom.alarm.AlarmNotice;

/**
 * What must outlive the process.
 *
 * @param alarms by name; those that need nothing are not among them
 * @param pending notices that have not been delivered, by receiver
 */
record SavedAlarms(Map<String, AlarmCondition.Saved> alarms, Map<String, List<AlarmNotice>> pending) {

    static final SavedAlarms NONE = new SavedAlarms(Map.of(), Map.of());

    SavedAlarms {
        alarms = Map.copyOf(alarms);
        pending = Map.copyOf(pending);
    }
}
