export type SpeakerRequestKind = 'RAISED' | 'OFFERED';
export type SpeakerRequestState = 'PENDING' | 'GRANTED' | 'DENIED' | 'WITHDRAWN' | 'EXPIRED';

export type SpeakerRequest = {
  readonly id: string;
  readonly callId: string;
  /** The viewer who asks to speak, or is asked to. */
  readonly userId: string;
  readonly kind: SpeakerRequestKind;
  readonly state: SpeakerRequestState;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
};

/** A decision about a request that waits. */
export type SpeakerDecision = {
  readonly state: Exclude<SpeakerRequestState, 'PENDING'>;
  /** Null when time or a departure decided. */
  readonly byId: string | null;
  readonly now: Date;
};
