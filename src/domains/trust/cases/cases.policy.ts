import type { IdType } from '#platform/kernel/ids.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Case, CaseQueue, Subject, SubjectKind } from './cases.types.ts';

/** Time for which a case is with the admin who took it. */
export const LEASE_MINUTES = 10;

const ID_TYPES: Readonly<Record<SubjectKind, IdType>> = {
  USER: 'user',
  POST: 'post',
  COMMENT: 'comment',
  MESSAGE: 'message',
  CONVERSATION: 'conversation',
  HASHTAG: 'hashtag',
};

/** The global id of a subject. */
export const subjectIdOf = ({ kind, id }: Subject): string => toGlobalId(ID_TYPES[kind], id);

export const subjectOf = ({ subjectKind, subjectId }: Pick<Case, 'subjectKind' | 'subjectId'>): Subject => ({
  kind: subjectKind,
  id: subjectId,
});

/** Whether a subject has a content that a version tells apart; accounts, groups and hashtags act after it, too. */
export const isContent = (kind: SubjectKind): boolean =>
  kind === 'POST' || kind === 'COMMENT' || kind === 'MESSAGE';

/** The open reports of a case, summed up. */
export type Reported = {
  /** Sum of the weights of distinct reporters, 100 for one who is neither new nor known. */
  readonly weight: number;
  /** 0 to 3. */
  readonly severity: number;
  readonly queue: CaseQueue;
};

const SEVERITY_STEP = 1_000;
const WEIGHT_MAX = 600;
const REACH_STEP = 50;
const REACH_MAX = 300;

/** Severity comes first; then who reported it, as far as it tells, and how many it reaches. */
export const priorityOf = ({ severity, weight }: Reported, reach: number): number =>
  severity * SEVERITY_STEP +
  Math.min(weight, WEIGHT_MAX) +
  Math.min(Math.floor(Math.log10(1 + reach) * REACH_STEP), REACH_MAX);

/** Weight from which a content is held where the machine agrees: of three reporters. */
export const HOLD_WEIGHT = 300;

/** A case as it is at a time: whoever took it has some minutes. */
export const caseAsOf = (found: Case, now: Date): Case =>
  found.state === 'ASSIGNED' && found.leaseUntil !== null && found.leaseUntil <= now
    ? { ...found, state: 'OPEN', assigneeId: null, leaseUntil: null }
    : found;
