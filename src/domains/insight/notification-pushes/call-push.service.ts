import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { load } from '#platform/request/loader.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import { pushedTitle } from '../notifications/outside-texts.service.ts';
import { queuePush, withdrawPushes } from '../push/sending.service.ts';
import { deliver, leaveOut, silent, type Step } from './delivering.service.ts';
import { collapseKeyOfCall } from './notification-pushes.policy.ts';
import {
  claimRetraction,
  findReading,
  findStanding,
  isAmong,
  listRinging,
  type Ring,
} from './pushes.queries.ts';

/** Rings the devices of those whom a call rings. */
export const ringJob = defineJob<{ callId: string }>('notification-pushes.ring');

export async function ring(services: Services, { callId }: { callId: string }): Promise<void> {
  const rings = await listRinging(services.db, callId);
  for (const each of rings) await ringUser(services, callId, each);
}

async function ringUser(services: Services, callId: string, ringing: Ring): Promise<void> {
  const { clock, db } = services;
  const { userId, byId, conversationId, kind, rungAt, ringingUntil } = ringing;
  const now = clock.now();
  const step: Step = {
    userId,
    type: 'CALL_INCOMING',
    collapseKey: collapseKeyOfCall(callId),
    step: rungAt.getTime(),
  };
  const caller = await load(localUserContext(services, userId), visibleUserById, byId);
  const standing = await findStanding(db, { recipientId: userId, actorId: byId, type: 'CALL_INCOMING', now });
  if (!caller || !standing.isOpen) return leaveOut(services, step, 'NOT_VISIBLE');
  const reading = await findReading(db, { userId, conversationId });
  if (standing.isMuted || (reading?.mutedUntil && reading.mutedUntil > now))
    return leaveOut(services, step, 'MUTED');
  if (!standing.isWanted) return leaveOut(services, step, 'PREFERENCE');
  await deliver(services, {
    ...step,
    textsIn: (locale) =>
      Promise.resolve({ title: pushedTitle('CALL_INCOMING', caller.displayName, locale), body: null }),
    data: { callId: toGlobalId('call', callId), callKind: kind, callerName: caller.displayName },
    kind: 'VOIP',
    isUrgent: true,
    expiresAt: ringingUntil,
    isAllowed: ({ quietCallAudience: audience }) =>
      isAmong(db, { recipientId: userId, actorId: byId, audience }),
    isHeld: false,
  });
}

/** Ends the ring on the devices of a user that were rung. */
export async function endRing(
  services: Pick<Services, 'clock' | 'ids' | 'ports' | 'sealer'>,
  tx: Tx,
  { callId, userId }: { readonly callId: string; readonly userId: string },
): Promise<void> {
  const collapseKey = collapseKeyOfCall(callId);
  await withdrawPushes(tx, [{ userId, collapseKey }]);
  if (!(await claimRetraction(tx, { userId, collapseKey }))) return;
  const content = silent({
    type: 'CALL_ENDED',
    badge: null,
    collapseKey,
    data: { callId: toGlobalId('call', callId) },
  });
  await queuePush(services, tx, {
    userId,
    expiresAt: new Date(services.clock.now().getTime() + MINUTE_MS),
    content: { ...content, kind: 'VOIP', isUrgent: true },
  });
}
