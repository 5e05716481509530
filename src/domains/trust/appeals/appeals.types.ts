import type { Decision } from '../decisions/decisions.types.ts';

export type AppealState = 'PENDING' | 'UPHELD' | 'OVERTURNED' | 'PARTIAL' | 'WITHDRAWN';
export type AppealSide = 'OWNER' | 'REPORTER';

/** Findings of a reviewer. */
export type AppealResult = Extract<AppealState, 'UPHELD' | 'OVERTURNED' | 'PARTIAL'>;

export type Appeal = {
  readonly id: string;
  readonly decisionId: Decision['id'];
  readonly authorId: string;
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
