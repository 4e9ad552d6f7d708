package io.taktstrom.cli.deployment;

/**
 * A point as an entry of a deployment file.
 *
 * @param text all of it, without indentation
 */
record PointLine(String id, String address, String text) {}
