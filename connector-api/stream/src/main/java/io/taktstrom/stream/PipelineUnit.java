package io.taktstrom.stream;

import java.util.BitSet;

import io.taktstrom.sink.FlushUnit;

/** The flush unit at the sink: one object, used for ever. For the pipeline's thread. Hot: allocates nothing. */
final class PipelineUnit implements FlushUnit {

    private final BitSet refused;
    private final BitSet denied;
    private long number = 1;
    private int attempt;
    private int delivered;
    private int refusals;
    private int denials;
    private boolean complete;
    private String reason = "";
    private String denial = "";

    /** @param samples most that it can have */
    PipelineUnit(int samples) {
        refused = new BitSet(samples);
        denied = new BitSet(samples);
    }

    /** It is delivered once more. */
    void begin() {
        attempt++;
        forget();
    }

    /** It is over: the next one begins. */
    void next() {
        number++;
        attempt = 0;
        forget();
    }

    private void forget() {
        refused.clear();
        denied.clear();
        refusals = 0;
        denials = 0;
        delivered = 0;
        complete = false;
    }

    /** One more batch of it is delivered. */
    void deliver(int samples, boolean last) {
        delivered += samples;
        complete = last;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public boolean isComplete() {
        return complete;
    }

    @Override
    public void refuse(int sample, String why) {
        requireDelivered(sample);
        if (!refused.get(sample)) {
            refused.set(sample);
            refusals++;
            reason = why;
        }
    }

    @Override
    public void deny(int sample, String why) {
        requireDelivered(sample);
        if (!denied.get(sample)) {
            denied.set(sample);
            denials++;
            denial = why;
        }
    }

    private void requireDelivered(int sample) {
        if (sample < 0 || sample >= delivered) {
            throw new IndexOutOfBoundsException(
                    "refused sample " + sample + " of a flush unit of which " + delivered + " were delivered");
        }
    }

    /** Places of the samples that the receiver does not permit now. */
    BitSet denied() {
        return denied;
    }

    int denials() {
        return denials;
    }

    /** Of the latest denial. */
    String denial() {
        return denial;
    }

    /** Places of the samples that were refused. */
    BitSet refused() {
        return refused;
    }

    int refusals() {
        return refusals;
    }

    /** Of the latest refusal. */
    String reason() {
        return reason;
    }
}
