package io.taktstrom.site;

/**
 * A heading and what stands below it, up to the next heading.
 *
 * @param level 1 for that of the page
 * @param anchor unique in the page
 * @param text without markup
 */
record Section(int level, String anchor, String heading, String text) {}
