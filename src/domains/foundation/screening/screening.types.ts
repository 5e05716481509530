import type { ModerationCategory } from '#ports/moderation.ts';

/** Kinds of judged contents: MEDIA after it is stored, MESSAGE when it is reported, all else before it is written. MONEY are the texts of tips, tiers and offers. */
export type ScreenedKind = 'POST' | 'COMMENT' | 'MEDIA' | 'MESSAGE' | 'PROFILE' | 'GROUP' | 'MONEY';

/** Outcomes for a content, the mildest first. */
export type ScreeningOutcome = 'ALLOW' | 'SENSITIVE' | 'NUDGE' | 'HOLD' | 'REJECT';

export type Thresholds = {
  readonly kind: ScreenedKind;
  readonly category: ModerationCategory;
  readonly nudge: number | null;
  readonly sensitive: number | null;
  readonly hold: number | null;
  readonly reject: number | null;
  readonly version: number;
  readonly changedAt: Date;
};

export type BlockListKind = 'WORD' | 'LINK';
export type BlockListAction = 'HOLD' | 'REJECT';

export type BlockList = {
  readonly id: string;
  readonly name: string;
  readonly kind: BlockListKind;
  readonly action: BlockListAction;
  readonly isActive: boolean;
  readonly entryCount: number;
  readonly version: number;
  readonly changedAt: Date;
};

export type BlockListEntry = { readonly id: string; readonly entry: string };

/** The highest score of each category. */
export type Scores = Readonly<Partial<Record<ModerationCategory, number>>>;

/** The verdict of the thresholds or a block list about a content; `category` is what decided, null for ALLOW and for a block list. */
export type Verdict = { readonly outcome: ScreeningOutcome; readonly category: ModerationCategory | null };

/** A judgement that is stored with the content; without one, the content is still to be judged. */
export type Scan = {
  readonly judged: Judged | null;
};

export type Judged = Verdict & {
  readonly provider: string;
  readonly model: string;
  readonly scores: Scores;
  readonly latencyMs: number;
};

/** A content that `screenText` lets through. */
export type Screening = {
  readonly outcome: 'ALLOW' | 'SENSITIVE' | 'HOLD';
  /** Null when there is nothing to store. */
  readonly scan: Scan | null;
};

export type ScanState = 'DONE' | 'FAILED' | 'PENDING';

export type StoredScan = {
  readonly id: string;
  readonly subjectKind: ScreenedKind;
  readonly subjectId: string;
  readonly version: number;
  readonly provider: string | null;
  readonly model: string | null;
  readonly scores: Scores;
  readonly outcome: ScreeningOutcome | null;
  readonly category: ModerationCategory | null;
  readonly state: ScanState;
  readonly latencyMs: number | null;
  readonly attempts: number;
  readonly at: Date;
};
