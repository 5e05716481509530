import { sequenceAfter, sequencesBetween } from './rtp.ts';

/** Numbers of one stream that have not come, and when to ask for them. */
export type MissingPackets = {
  /** @returns false after a gap that is too long to be filled: the stream needs a key frame */
  received(sequence: number, nowMs: number): boolean;
  /** Numbers to ask for now, in their order; each is asked for at once and then a bounded number of times. */
  due(nowMs: number): readonly number[];
};

const GAP_MAX = 200;
const REPEAT_MS = 40;
const ASKED_MAX = 5;

export function createMissingPackets(): MissingPackets {
  const missing = new Map<number, { asked: number; dueMs: number }>();
  let highest: number | null = null;
  return {
    received(sequence, nowMs) {
      const ahead = highest === null ? 1 : sequencesBetween(highest, sequence);
      if (ahead <= 0) {
        missing.delete(sequence);
        return true;
      }
      if (ahead > GAP_MAX) {
        missing.clear();
        highest = sequence;
        return false;
      }
      if (highest !== null) {
        for (let step = 1; step < ahead; step += 1) {
          missing.set(sequenceAfter(highest, step), { asked: 0, dueMs: nowMs });
        }
      }
      highest = sequence;
      return true;
    },
    due(nowMs) {
      const due: number[] = [];
      for (const [sequence, state] of missing) {
        if (state.dueMs > nowMs) continue;
        if (state.asked === ASKED_MAX) {
          missing.delete(sequence);
          continue;
        }
        state.asked += 1;
        state.dueMs = nowMs + REPEAT_MS;
        due.push(sequence);
      }
      return due;
    },
  };
}
