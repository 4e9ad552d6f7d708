package io.taktstrom.site;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Gives the headings of one page their anchors, as the hosts of source code do: what links there works here, too. */
final class Anchors {

    private final Map<String, Integer> taken = new HashMap<>();

    String of(String heading) {
        String anchor = heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{M}\\p{N}\\p{Pc}\\- ]", "")
                .replace(' ', '-');
        int before = taken.merge(anchor, 1, Integer::sum) - 1;
        return before == 0 ? anchor : anchor + "-" + before;
    }
}
