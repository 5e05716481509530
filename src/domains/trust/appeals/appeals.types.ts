import type { Decision } from '../decisions/decisions.types.ts';

export type AppealState = 'PENDING' | 'UPHELD' | 'OVERTURNED' | 'PARTIAL' | 'WITHDRAWN';
export type AppealSide = 'OWNER' | 'REPORTER';

/** Findings of a reviewer. */
export type AppealResult = Extract<AppealState, 'UPHELD' | 'OVERTURNED' | 'PARTIAL'>;

export type Appeal = {
  readonly id: string;
  readonly decisionId: Decision['id'];
  /** Null for the sender of a notice who had no account. */
  readonly authorId: string | null;
  /** Report of the notice whose sender appeals; null for those who appeal by their account. */
  readonly noticeId: string | null;
  readonly side: AppealSide;
  /** Empty once the author is erased. */
  readonly text: string;
  readonly state: AppealState;
  readonly reviewerId: string | null;
  /** Answer of the reviewer to the author; null while there is none. */
  readonly note: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
};
