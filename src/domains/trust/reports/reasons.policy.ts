import type { Reported } from '../cases/cases.policy.ts';
import type { CaseQueue } from '../cases/cases.types.ts';

/** Reasons of the first level, each with its severity, 0 to 3, and those of the second level. */
export const REASONS = {
  SPAM: { severity: 0, subReasons: ['REPETITION', 'MISLEADING_LINK', 'FAKE_ENGAGEMENT'] },
  HARASSMENT: { severity: 1, subReasons: ['TARGETED', 'TROLLING', 'DOXXING'] },
  HATE: { severity: 2, subReasons: ['HATE_SPEECH', 'HATE_SYMBOL'] },
  VIOLENCE: { severity: 2, subReasons: ['THREAT', 'GORE', 'GLORIFICATION', 'ANIMAL_CRUELTY'] },
  SEXUAL: { severity: 1, subReasons: ['UNLABELED', 'NON_CONSENSUAL', 'DEEPFAKE', 'SEXTORTION'] },
  CHILD_SAFETY: { severity: 3, subReasons: ['ABUSE_MATERIAL', 'GROOMING', 'UNDERAGE_ACCOUNT'] },
  SELF_HARM: { severity: 2, subReasons: ['AT_RISK', 'ENCOURAGEMENT', 'EATING_DISORDER'] },
  MISINFORMATION: { severity: 0, subReasons: ['ELECTION', 'HEALTH', 'MANIPULATED_MEDIA'] },
  IMPERSONATION: { severity: 1, subReasons: ['OF_PERSON', 'OF_ORGANISATION'] },
  SCAM: { severity: 1, subReasons: ['PHISHING', 'FALSE_OFFER', 'ROMANCE'] },
  ILLEGAL_GOODS: { severity: 2, subReasons: ['DRUG_SALE', 'WEAPON_SALE', 'COUNTERFEIT'] },
  PRIVACY: { severity: 1, subReasons: ['PERSONAL_DATA', 'INTIMATE_DATA'] },
  INTELLECTUAL_PROPERTY: { severity: 0, subReasons: ['COPYRIGHT', 'TRADEMARK'] },
  TERRORISM: { severity: 3, subReasons: ['PROPAGANDA', 'RECRUITMENT'] },
  OTHER: { severity: 0, subReasons: [] },
} as const satisfies Record<string, { severity: number; subReasons: readonly string[] }>;

export type ReportReason = keyof typeof REASONS;
export type ReportSubReason = (typeof REASONS)[ReportReason]['subReasons'][number];

/** Whether a reason of the second level is one of the first. */
export const isOf = (reason: ReportReason, subReason: ReportSubReason): boolean =>
  // Each list has reasons of the second level, as their type is made of them.
  (REASONS[reason].subReasons as readonly ReportSubReason[]).includes(subReason);

/** Weights of the open reports of a case, summed for each reason; notices of illegal content apart, which have none. */
export type ReasonWeight = {
  readonly reason: ReportReason;
  readonly weight: number;
  readonly isIllegalNotice: boolean;
};

/**
 * Sums up the reports of a case. Reporters without weight make nothing severe. A notice does, as the law demands that it is decided
 * about; it does not help to hold content, since anybody can send many of them.
 */
export function reportedOf(sums: readonly ReasonWeight[]): Reported {
  const counted = sums.filter(({ weight, isIllegalNotice }) => weight > 0 || isIllegalNotice);
  return {
    weight: counted.reduce((sum, { weight }) => sum + weight, 0),
    severity: Math.max(0, ...counted.map(({ reason }) => REASONS[reason].severity)),
    queue: queueOf(counted),
  };
}

function queueOf(counted: readonly ReasonWeight[]): CaseQueue {
  if (counted.some(({ reason }) => reason === 'CHILD_SAFETY')) return 'CHILD_SAFETY';
  return counted.some(({ isIllegalNotice }) => isIllegalNotice) ? 'LEGAL' : 'GENERAL';
}

const ORDINARY_WEIGHT = 100;
const NEW_WEIGHT = 50;
const NEW_DAYS = 7;
const DAY_MS = 86_400_000;

/** Facts about a reporter. */
export type Reporter = {
  readonly createdAt: Date;
  readonly isMuted: boolean;
  /** Number of their last reports by outcome. */
  readonly upheld: number;
  readonly refused: number;
};

/** Weight of a report: 10 to 200 by how often its reporter was right, 50 for a new account without a record, 0 for a muted one. */
export function weightOf({ createdAt, isMuted, upheld, refused }: Reporter, now: Date): number {
  if (isMuted) return 0;
  const decided = upheld + refused;
  if (decided === 0)
    return now.getTime() - createdAt.getTime() < NEW_DAYS * DAY_MS ? NEW_WEIGHT : ORDINARY_WEIGHT;
  const share = (upheld + 1) / (decided + 2);
  return Math.max(10, Math.round(2 * ORDINARY_WEIGHT * share));
}
