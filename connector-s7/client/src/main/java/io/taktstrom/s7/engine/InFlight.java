package io.taktstrom.s7.engine;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.spi.MalformedFrameException;

/**
 * The requests of a link that are on their way, and who waits for a job to send his. Hot; allocates nothing; guarded by its
 * link.
 */
final class InFlight {

    private final Jobs jobs;
    /** Those that wait for a job, the longest waiting first. */
    private final Queue<Work> waiting = new ArrayDeque<>();

    private final ByteBuffer out;

    InFlight(Handshake.Agreed agreed) {
        jobs = new Jobs(agreed.jobs());
        out = ByteBuffer.allocateDirect(agreed.jobs() * (CotpData.PAYLOAD + agreed.pduBytes()));
    }

    /** Whether a work has something to send, and it is its turn. */
    boolean maySend(Work work) {
        return work.hasUnsent() && jobs.hasFree() && (waiting.isEmpty() || waiting.peek() == work);
    }

    /** Whether there is a free job for somebody who waits for one. */
    boolean canServe() {
        return jobs.hasFree() && !waiting.isEmpty();
    }

    boolean isEmpty() {
        return waiting.isEmpty() && jobs.areAllFree();
    }

    /** Frames of all requests of a work that may be sent; if it may send none, it waits for a job. Valid until the next call. */
    ByteBuffer claim(Work work) {
        out.clear();
        int position = 0;
        while (maySend(work)) {
            waiting.remove(work);
            Job job = jobs.claim(work, work.sent);
            int pdu = position + CotpData.PAYLOAD;
            int bytes = work.put(work.sent, out, pdu);
            S7Header.setReference(out, pdu, job.reference);
            CotpData.write(out, position, bytes);
            position = pdu + bytes;
            work.sent++;
        }
        if (work.hasUnsent() && work.sent == work.answered && !waiting.contains(work)) {
            waiting.add(work);
        }
        return out.limit(position).position(0);
    }

    /** Answers to this work are nobody's from now on. */
    void abandon(Work work) {
        jobs.abandon(work);
        waiting.remove(work);
    }

    /** Hands a PDU to the work that it answers. */
    void take(ByteBuffer in, int pdu, int bytes) throws MalformedFrameException {
        S7Header.check(in, pdu, bytes);
        int rosctr = S7Header.rosctr(in, pdu);
        if (rosctr == S7Header.JOB) {
            // A question to us, which no client answers.
            return;
        }
        int error = S7Header.error(in, pdu);
        int reference = S7Header.reference(in, pdu);
        Job job = jobs.find(reference);
        if (job == null && rosctr == S7Header.ACK && error != S7ErrorCode.NONE) {
            // Some CPUs leave the reference out when they refuse; they answer in order.
            job = jobs.oldest();
        }
        if (job != null) {
            answer(job, in, pdu, error);
        } else if (rosctr != S7Header.USER_DATA) {
            throw new MalformedFrameException("an answer with reference " + reference + ", which nobody asked for", 4);
        }
    }

    private void answer(Job job, ByteBuffer in, int pdu, int error) throws MalformedFrameException {
        Work work = job.work;
        int request = job.request;
        jobs.release(job);
        if (work == null) {
            return;
        }
        if (error == S7ErrorCode.NONE) {
            work.answer(request, in, pdu);
        } else {
            work.refused(request, error);
        }
        work.answered++;
        work.deadline = System.nanoTime() + work.timeoutNanos;
    }
}
