package io.taktstrom.cli.profile;

import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/**
 * A stack of a recording: its methods by their names in Java.
 *
 * @param names innermost first
 */
record StackFrames(List<String> names) {

    static StackFrames of(@Nullable RecordedStackTrace stack) {
        List<String> names = new ArrayList<>();
        for (RecordedFrame frame : stack == null ? List.<RecordedFrame>of() : stack.getFrames()) {
            RecordedMethod method = frame.getMethod();
            if (method != null && method.getType() != null) {
                String type = method.getType().getName();
                // Native frames, as async-profiler has them, have no class, or that of their library.
                String name = type == null || type.isEmpty() ? method.getName() : type + "." + method.getName();
                names.add(name.startsWith("/") ? name.substring(name.lastIndexOf('/') + 1) : name);
            }
        }
        return new StackFrames(names);
    }

    String firstOfOurs() {
        return names.stream()
                .filter(name -> name.startsWith("io.taktstrom."))
                .findFirst()
                .orElse("(no method of ours)");
    }

    String innermost() {
        return names.isEmpty() ? "" : names.get(0);
    }

    /** Outermost first, below the name of their thread. */
    List<String> below(String thread) {
        List<String> outermost = new ArrayList<>(names);
        outermost.add(thread);
        Collections.reverse(outermost);
        return outermost;
    }

    /** A class as it is written in Java; the virtual machine has letters for arrays. */
    static String className(String type) {
        String element = type.replaceFirst("^\\[+", "");
        int dimensions = type.length() - element.length();
        if (dimensions == 0) {
            return type;
        }
        String name = element.length() == 1
                ? ClassDesc.ofDescriptor(element).displayName()
                : element.replaceFirst("^L(.*);$", "$1");
        return name + "[]".repeat(dimensions);
    }
}
