package io.taktstrom.sinks.format;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;

/** The bare value as text; {@code null} when the status is Bad, since an empty message means something else to brokers. Hot. */
final class ValueEncoder extends PayloadEncoder {

    @Override
    protected void add(SampleBatch batch, int i, boolean first, TextBuffer payload) {
        if (StatusCode.isBad(batch.statusAt(i))) {
            payload.ascii("null");
        } else {
            ValueText.text(batch, i, payload);
        }
    }
}
