import type { ReportBlock } from './rtcp.ts';
import { type RtpPacket, SEQUENCES, sequencesBetween } from './rtp.ts';

/** Counts of one stream that comes in, for reports to its sender (RFC 3550, appendix A). */
export type ReceivedStream = {
  received(packet: RtpPacket, nowMs: number): void;
  reported(middle: number, nowMs: number): void;
  /** Null before the first packet. The shares are of the time since the last call. */
  report(nowMs: number): ReportBlock | null;
};

export function createReceivedStream(ssrc: number, clockRate: number): ReceivedStream {
  let first: number | null = null;
  let highest = 0;
  let count = 0;
  let before = { expected: 0, count: 0 };
  let jitter = 0;
  let transit: number | null = null;
  let last = { middle: 0, atMs: 0 };
  return {
    received({ sequence, timestamp }, nowMs) {
      if (first === null) {
        first = sequence;
        highest = sequence;
      }
      const ahead = sequencesBetween(highest % SEQUENCES, sequence);
      if (ahead > 0) highest += ahead;
      count += 1;
      const now = (nowMs / 1_000) * clockRate - timestamp;
      if (transit !== null && Math.abs(now - transit) < clockRate) {
        jitter += (Math.abs(now - transit) - jitter) / 16;
      }
      transit = now;
    },
    reported(middle, nowMs) {
      last = { middle, atMs: nowMs };
    },
    report(nowMs) {
      if (first === null) return null;
      const expected = highest - first + 1;
      const newlyExpected = expected - before.expected;
      const newlyLost = Math.max(0, newlyExpected - (count - before.count));
      before = { expected, count };
      return {
        ssrc,
        lostShare: newlyExpected > 0 ? Math.floor((newlyLost * 256) / newlyExpected) : 0,
        lost: expected - count,
        highestSequence: highest,
        jitter: Math.round(jitter),
        lastReport: last.middle,
        sinceLastReport: last.middle === 0 ? 0 : Math.round((nowMs - last.atMs) * 65.536),
      };
    },
  };
}
