import type { Services } from '#platform/outbox/services.ts';
import { type CallFacts, readCallFacts } from '../calls/call-facts.service.ts';
import { listRequests } from './speaker-requests.queries.ts';
import type { SpeakerRequest } from './speaker-requests.types.ts';

type OfRequest = {
  readonly callId: string;
  readonly membersVersion: number;
  readonly requestId: string;
  readonly userId: string;
};

/** A request as an event tells of it. */
export type RequestFacts<Payload extends OfRequest> = CallFacts<Payload> & {
  readonly request: SpeakerRequest;
};

/** In the order of the events; null where the request is deleted. */
export async function readRequestFacts<Payload extends OfRequest>(
  services: Services,
  events: readonly Payload[],
): Promise<(RequestFacts<Payload> | null)[]> {
  const [facts, requests] = await Promise.all([
    readCallFacts(services, events),
    listRequests(services.db, [...new Set(events.map(({ requestId }) => requestId))]),
  ]);
  const byId = new Map(requests.map((request) => [request.id, request]));
  return events.map(({ requestId }, index) => {
    const [found, request] = [facts[index], byId.get(requestId)];
    return found && request ? { ...found, request } : null;
  });
}
