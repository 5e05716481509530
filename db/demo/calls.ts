import { createNoCallServer } from '#adapters/call-server/none.ts';
import { updateMembersState } from '#domains/messaging/calls/call-members.queries.ts';
import { endDue, logCall } from '#domains/messaging/calls/endings.service.ts';
import { acceptCall } from '#domains/messaging/calls/entering.service.ts';
import { startCall } from '#domains/messaging/calls/starting.service.ts';
import { leaveCall } from '#domains/messaging/calls/taking-part.service.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { contextOf, type UserContext } from '#platform/request/context.ts';
import { localContext } from '#platform/request/local-context.ts';
import type { CallServerPort } from '#ports/call-server.ts';
import { servicesBefore, type Town } from './town.ts';

/** A call of a direct conversation, in which the other one has a part or not. */
export type DemoCall = {
  /** The user who starts it, and the one whom it rings, by username. */
  readonly starter: string;
  readonly invitee: string;
  readonly kind: 'AUDIO' | 'VIDEO';
  /** From the accept to the end; null when nobody accepts. */
  readonly minutes: number | null;
};

/** Time of the conversation that a call takes. */
export const callMs = ({ minutes }: DemoCall): number => (minutes ?? 1) * MINUTE_MS + ACCEPTED_AFTER_MS;

const ACCEPTED_AFTER_MS = 8 * SECOND_MS;

/** Holds a call that began so long before the creation of the world, and is over. */
export async function holdCall(
  town: Town,
  { conversationId, call, agoMs }: { conversationId: string; call: DemoCall; agoMs: number },
): Promise<void> {
  const { starter, invitee, kind, minutes } = call;
  const acceptedMs = agoMs - ACCEPTED_AFTER_MS;
  const caller = deviceOf(town, starter);
  const { callId } = await startCall(caller(agoMs), { conversationId, kind });
  if (minutes === null) {
    const ringingMs = town.services.limits.callRingSeconds * SECOND_MS;
    // The starter is there while it rings: else their absence would end it.
    const userIds = [town.idOf(starter)];
    await updateMembersState(town.tx, { callId, userIds, state: 'CONNECTED', dueAt: null });
    await endDue(withoutCarrier(town, agoMs - ringingMs));
    return logCall(servicesBefore(town, agoMs - ringingMs), callId);
  }
  await acceptCall(deviceOf(town, invitee)(acceptedMs), { callId });
  const endedMs = acceptedMs - minutes * MINUTE_MS;
  await leaveCall(caller(endedMs), { callId });
  await logCall(servicesBefore(town, endedMs), callId);
}

/** Nobody hears a call of the past. */
const SILENT: CallServerPort = { ...createNoCallServer(), openRoom: () => Promise.resolve() };

function withoutCarrier(town: Town, agoMs: number): ReturnType<typeof servicesBefore> {
  const services = servicesBefore(town, agoMs);
  return { ...services, ports: { ...services.ports, callServer: SILENT } };
}

/** Contexts of one account on one device, at times before the creation of the world. */
function deviceOf(town: Town, username: string): (agoMs: number) => UserContext {
  const id = town.idOf(username);
  const sessionId = town.services.ids.next();
  return (agoMs) => {
    const services = withoutCarrier(town, agoMs);
    const { caller, signal } = localContext(services);
    const user = { id, sessionId, tokenExpiresAt: services.clock.now() };
    return contextOf(services, { user, admin: null, tokenProblem: null, caller, signal });
  };
}
