package io.taktstrom.s7.plan;

import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.s7.protocol.s7.WriteVar;

/**
 * How much fits into one request and its answer.
 *
 * @param requestBytes of the largest request
 * @param answerBytes of the largest answer
 * @param items most variables in one request
 */
public record PduLimits(int requestBytes, int answerBytes, int items) {

    /** Room for items in the answer to a read. */
    int readRoom() {
        return answerBytes - ReadVar.ANSWER_BYTES;
    }

    /** The most bytes that one item of a read can have. */
    int mostReadBytes() {
        return readRoom() - DataItem.HEADER_BYTES;
    }

    /** The most items in a read, whatever their size. */
    int mostReadItems() {
        return Math.max(1, Math.min(items, (requestBytes - ReadVar.REQUEST_BYTES) / VarItem.BYTES));
    }

    /** The most bytes that one item of a write can have. */
    int mostWriteBytes() {
        return requestBytes - WriteVar.REQUEST_BYTES - VarItem.BYTES - DataItem.HEADER_BYTES;
    }
}
