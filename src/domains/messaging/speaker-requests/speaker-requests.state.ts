import type { SpeakerRequestState } from './speaker-requests.types.ts';

/** The legal transitions of speaker requests. */
export const REQUEST_TRANSITIONS: Readonly<Record<SpeakerRequestState, readonly SpeakerRequestState[]>> = {
  PENDING: ['GRANTED', 'DENIED', 'WITHDRAWN', 'EXPIRED'],
  GRANTED: [],
  DENIED: [],
  WITHDRAWN: [],
  EXPIRED: [],
};
