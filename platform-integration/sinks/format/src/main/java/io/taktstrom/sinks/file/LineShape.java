package io.taktstrom.sinks.file;

/**
 * What tells a file of ours from any other.
 *
 * @param header stands at the start of an empty file
 * @param begin with which every file of this format begins: its header, or what all lines begin with
 */
record LineShape(String header, String begin) {}
