package io.taktstrom.oktoflow.ivml;

/** A place in a file, both from 1. */
record Mark(String file, int line, int column) {}
