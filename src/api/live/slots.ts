import type { Frames } from './frames.ts';

/** The place of one event in the order of its subscribers, from when it is to be delivered until its results are there. */
export type Slot = {
  /** Undefined while the result for the user is not there. */
  framesFor(userId: string): Frames | undefined;
  /** The users who get a result of their own; all others get the common one. */
  setApart(userIds: ReadonlySet<string>): void;
  setCommon(frames: Frames): void;
  setOwn(userId: string, frames: Frames): void;
};

export function createSlot(): Slot {
  let apart: ReadonlySet<string> | null = null;
  let common: Frames | undefined;
  const own = new Map<string, Frames>();
  return {
    framesFor(userId) {
      if (!apart) return undefined;
      return apart.has(userId) ? own.get(userId) : common;
    },
    setApart(userIds) {
      apart = userIds;
    },
    setCommon(frames) {
      common = frames;
    },
    setOwn: (userId, frames) => void own.set(userId, frames),
  };
}
