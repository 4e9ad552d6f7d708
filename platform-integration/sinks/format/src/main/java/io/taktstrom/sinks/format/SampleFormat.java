package io.taktstrom.sinks.format;

import io.taktstrom.data.SampleBatch;

/** Samples as lines of text. One thread. */
public sealed interface SampleFormat permits JsonFormat, CsvFormat {

    /** With what every file of this format begins. */
    String begin();

    /** What stands once at the start of a file; may be nothing. */
    void writeHeader(TextBuffer out);

    /** Appends one sample as a line with its end. Hot. */
    void write(SampleBatch batch, int i, TextBuffer out);
}
