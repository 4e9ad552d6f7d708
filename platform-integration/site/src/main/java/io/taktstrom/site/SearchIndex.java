package io.taktstrom.site;

import java.util.ArrayList;
import java.util.List;

import tools.jackson.databind.json.JsonMapper;

/** What the search of the site looks through: each section, with where it is. A script, because a page of the file system may load no data. */
final class SearchIndex {

    private final List<List<String>> sections = new ArrayList<>();

    /** As search.js reads it: address, title of the page, heading, text. */
    void add(Page page) {
        String address = page.target().toString().replace('\\', '/');
        for (Section section : page.sections()) {
            sections.add(List.of(
                    section.level() == 1 ? address : address + "#" + section.anchor(),
                    page.title(),
                    section.level() == 1 ? "" : section.heading(),
                    section.text()));
        }
    }

    String script() {
        return "window.taktIndex = " + JsonMapper.shared().writeValueAsString(sections) + ";\n";
    }
}
