import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { SpeakerRequestState } from './speaker-requests.types.ts';

type OfRequest = {
  readonly callId: string;
  /** Version of the call's members at the event. */
  readonly membersVersion: number;
  readonly requestId: string;
  /** The viewer. */
  readonly userId: string;
};

/** A raised one to the hosts, an offered one to the viewer. */
export const speakerRequested = defineEvent<OfRequest>('call.speakerRequested');

/** To the viewer and the hosts. */
export const speakerAnswered = defineEvent<
  OfRequest & {
    readonly state: SpeakerRequestState;
    /** Whether the viewer speaks only once they have connected again. */
    readonly needsReconnect: boolean;
  }
>('call.speakerAnswered');
